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
  const edit = tabEdit("edit 7");
  const better = { base: "Good", text: "Better" };

  it("returns what was typed, whatever the chain has instead", () => {
    edit.write(better);
    expect(edit.read("Good")).toEqual(better);
    expect(edit.read("Bad")).toEqual(better);
    expect(tabEdit("edit 8").read("Good")).toEqual({ base: "Good", text: "Good" });
  });

  it("ends once the chain has what was typed", () => {
    edit.write(better);
    expect(edit.read("Better")).toEqual({ base: "Better", text: "Better" });
  });

  it("is none where nothing was changed", () => {
    edit.write({ base: "Good", text: "Good" });
    expect(edit.read("Better")).toEqual({ base: "Better", text: "Better" });
  });

  it("ignores a value that does not fit", () => {
    sessionStorage.setItem("edit 7", JSON.stringify({ base: "Good", text: 3 }));
    expect(edit.read("Good")).toEqual({ base: "Good", text: "Good" });
  });
});
