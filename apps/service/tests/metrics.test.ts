import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { createMetrics } from "../metrics.ts";

it("has every metric explained in docs/operations.md, and no other", async () => {
  const url = new URL("../../../docs/operations.md", import.meta.url);
  const explained = (await readFile(url, "utf8")).matchAll(/^\| `(colonnade_\w+)` \|/gm);
  const metrics = await createMetrics().registry.getMetricsAsJSON();
  const own = metrics.map(({ name }) => name).filter((name) => name.startsWith("colonnade_"));
  expect(Array.from(explained, ([, name]) => name).sort()).toEqual(own.sort());
});
