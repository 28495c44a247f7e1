import { beforeEach, expect, it, vi } from "vitest";
import { isOutdone, type KeptAdmission, keepAdmission, readAdmission } from "./kept-admission.ts";

const txId = `0x${"ab".repeat(32)}`;
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

it("is read as it was kept", () => {
  const admission: KeptAdmission = { txId, state: "failed", decidedBefore: "2026-11-01T00:00:00Z" };
  keepAdmission(7, admission);
  expect(readAdmission(7)).toEqual(admission);
  expect(readAdmission(8)).toBeNull();
});

it.each(["untold", "failed"] as const)("is read as an earlier release kept it, %s", (state) => {
  kept.set("admission 7", JSON.stringify({ txId, state }));
  expect(readAdmission(7)).toEqual({ txId, state, decidedBefore: null });
  expect(kept.size, "it is still there for the next reload").toBe(1);
});

it("is history once it had failed and a watcher has decided since", () => {
  const decided = (decidedAt: string | null) => ({ decidedAt });
  const admission = { txId, decidedBefore: "2026-11-01T00:00:00Z" };
  const failed: KeptAdmission = { ...admission, state: "failed" };
  expect(isOutdone(failed, decided("2026-11-01T00:00:00Z"))).toBe(false);
  expect(isOutdone(failed, decided("2026-11-02T00:00:00Z"))).toBe(true);
  expect(isOutdone({ ...admission, state: "untold" }, decided("2026-11-02T00:00:00Z"))).toBe(false);
});
