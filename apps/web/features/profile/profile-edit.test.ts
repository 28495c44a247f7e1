import { beforeEach, describe, expect, it, vi } from "vitest";
import { storedEdit } from "./profile-edit.ts";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

describe("an edit that is stored for a tab", () => {
  const edit = storedEdit("edit 7");
  const better = { base: "Good", text: "Better" };
  const noneOf = (text: string) => ({ base: text, text });

  it("stays, whatever the chain has instead", () => {
    edit.write(better);
    expect(edit.read("Good")).toEqual(better);
    expect(edit.read("Bad")).toEqual(better);
    expect(storedEdit("edit 8").read("Good")).toEqual(noneOf("Good"));
  });

  it("ends once the chain has it", () => {
    edit.write(better);
    expect(edit.read("Better")).toEqual(noneOf("Better"));
  });

  it("stays after it was sent, while the chain is as it was", () => {
    edit.write(better);
    edit.markSent();
    edit.write(better);
    expect(edit.read("Good")).toEqual(better);
  });

  it("does not come back after it was sent and the chain has gone on", () => {
    edit.write(better);
    edit.markSent();
    edit.write(better);
    expect(edit.read("Best")).toEqual(noneOf("Best"));
  });

  it("is unsent again once it is changed", () => {
    edit.write(better);
    edit.markSent();
    edit.write({ ...better, text: "Best" });
    expect(edit.read("Bad")).toEqual({ base: "Good", text: "Best" });
  });

  it("is none where nothing was changed", () => {
    edit.write(noneOf("Good"));
    expect(edit.read("Better")).toEqual(noneOf("Better"));
  });

  it("is none where the stored value does not fit", () => {
    sessionStorage.setItem("edit 7", JSON.stringify({ base: "Good", text: 3 }));
    expect(edit.read("Good")).toEqual(noneOf("Good"));
  });
});
