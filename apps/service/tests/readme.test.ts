import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { alice } from "@colonnade/devnet/accounts.ts";
import { privateKeyToPublic } from "@stacks/transactions";
import { expect, it, onTestFinished } from "vitest";
import { approve, register, startFixture, submit } from "./support/fixture.ts";
import { bob, carol } from "./support/people.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A `fetch` that enforces CORS on reads, as a browser does for a page of another site. */
const asAnotherSite = `
  const ask = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("origin", "https://elsewhere.example");
    const response = await ask(input, { ...init, headers });
    if (response.headers.get("access-control-allow-origin") !== "*") throw new TypeError("Failed to fetch");
    return response;
  };
`;

it("reads a profile's endorsements from another site with the README's example", async () => {
  const fixture = await startFixture();
  const reader = { ...alice, publicKey: String(privateKeyToPublic(alice.privateKey)) };
  await fixture.mine(register(reader), register(bob), register(carol));
  await fixture.mine(
    submit(1, bob, reader, { title: "Holds the line" }),
    approve(1, bob, reader, { title: "Holds the line" }),
    submit(2, carol, reader, { title: "Counts twice" }),
    approve(2, carol, reader, { title: "Counts twice" }),
  );

  const readme = await readFile(`${root}/README.md`, "utf8");
  const section = readme.slice(readme.indexOf("## Read from another app"));
  const lines = /```ts\n(.*?)```/s.exec(section)?.[1] ?? "";
  expect(lines.trim().split("\n")).toHaveLength(5);
  expect(lines).toContain('"http://127.0.0.1:4100"');

  // A separate app that links the package as the README says.
  const app = await mkdtemp(join(tmpdir(), "colonnade-reader-"));
  const [, linked = ""] = /`npm install \.\.\/colonnade\/(\S+)`/.exec(section) ?? [];
  expect(linked).toBe("packages/domain");
  await mkdir(join(app, "node_modules/@colonnade"), { recursive: true });
  await symlink(join(root, linked), join(app, "node_modules/@colonnade/domain"));

  onTestFinished(() => rm(app, { recursive: true }));
  const child = spawn(
    process.execPath,
    [
      ...["--import", `data:text/javascript,${encodeURIComponent(asAnotherSite)}`],
      ...["--input-type=module-typescript", "--eval"],
      lines.replace("http://127.0.0.1:4100", fixture.service.origin),
    ],
    { cwd: app, stdio: ["ignore", "pipe", "pipe"] },
  );
  const [printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect([printed, complaints]).toEqual(["Counts twice (carol)\nHolds the line (bob)\n", ""]);
  await fixture.close();
});
