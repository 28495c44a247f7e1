import { expect, it } from "vitest";
import { isSuperseded } from "./decide-application.tsx";

it("drops a failed admission once a watcher has decided again", () => {
  const decided = (decidedAt: string | null) => ({ decidedAt });
  const admission = { txId: `0x${"ab".repeat(32)}`, decidedBefore: "2026-11-01T00:00:00Z" };
  const failed = { ...admission, state: "failed" } as const;
  expect(isSuperseded(failed, decided("2026-11-01T00:00:00Z"))).toBe(false);
  expect(isSuperseded(failed, decided("2026-11-02T00:00:00Z"))).toBe(true);
  const unreported = { ...admission, state: "untold" } as const;
  expect(isSuperseded(unreported, decided("2026-11-02T00:00:00Z"))).toBe(false);
});
