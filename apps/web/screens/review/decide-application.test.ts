import { expect, it, vi } from "vitest";
import { isSuperseded, storedAdmission } from "./decide-application.tsx";
import { storedSuspension } from "./decide-report.tsx";

it("keeps what one watcher sent apart from what another one sees in the same tab", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  const txId = `0x${"ab".repeat(32)}`;
  const admission = { txId, state: "unsaved", decidedBefore: null } as const;
  storedAdmission("ST1", 7).write(admission);
  storedSuspension("ST1", 7).write(txId);
  expect(storedAdmission("ST2", 7).read()).toBeNull();
  expect(storedSuspension("ST2", 7).read()).toBeNull();
  storedAdmission("ST2", 7).remove();
  storedSuspension("ST2", 7).remove();
  expect(storedAdmission("ST1", 7).read()).toEqual(admission);
  expect(storedSuspension("ST1", 7).read()).toBe(txId);
});

it("drops a failed admission once a watcher has decided again", () => {
  const decided = (decidedAt: string | null) => ({ decidedAt });
  const admission = { txId: `0x${"ab".repeat(32)}`, decidedBefore: "2026-11-01T00:00:00Z" };
  const failed = { ...admission, state: "failed" } as const;
  expect(isSuperseded(failed, decided("2026-11-01T00:00:00Z"))).toBe(false);
  expect(isSuperseded(failed, decided("2026-11-02T00:00:00Z"))).toBe(true);
  const unsaved = { ...admission, state: "unsaved" } as const;
  expect(isSuperseded(unsaved, decided("2026-11-02T00:00:00Z"))).toBe(false);
});
