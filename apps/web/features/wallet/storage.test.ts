import { beforeEach, describe, expect, it, vi } from "vitest";
import { tabEdit } from "./storage.ts";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

describe("tabEdit", () => {
  it("returns what was typed while the chain has the same", () => {
    tabEdit("edit 7", "Good").write("Better");
    expect(tabEdit("edit 7", "Good").read()).toEqual({ text: "Better", isOutdated: false });
    expect(tabEdit("edit 8", "Good").read()).toBeNull();
  });

  it("keeps what was typed when the chain has something else", () => {
    tabEdit("edit 7", "Good").write("Better");
    expect(tabEdit("edit 7", "Bad").read()).toEqual({ text: "Better", isOutdated: true });
  });

  it("ends once the chain has what was typed", () => {
    tabEdit("edit 7", "Good").write("Better");
    expect(tabEdit("edit 7", "Better").read()).toBeNull();
  });

  it("is none where nothing was changed", () => {
    tabEdit("edit 7", "Good").write("Good");
    expect(tabEdit("edit 7", "Better").read()).toBeNull();
  });

  it("ignores a value that does not fit", () => {
    sessionStorage.setItem("edit 7", JSON.stringify({ base: "Good", text: 3 }));
    expect(tabEdit("edit 7", "Good").read()).toBeNull();
  });
});
