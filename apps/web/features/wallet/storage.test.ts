import { beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { tabEdit } from "./storage.ts";

const words = z.object({ title: z.string() });

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

const editOf = (key: string, base: string) => tabEdit(key, words, base);

describe("tabEdit", () => {
  it("returns what was typed while its base is the same", () => {
    editOf("edit 7", "revision 1").write({ title: "Better" });
    expect(editOf("edit 7", "revision 1").read()).toEqual({ title: "Better" });
    expect(editOf("edit 8", "revision 1").read()).toBeNull();
  });

  it("removes the edit once its base has changed", () => {
    editOf("edit 7", "revision 1").write({ title: "Better" });
    expect(editOf("edit 7", "revision 2").read()).toBeNull();
    expect(editOf("edit 7", "revision 1").read()).toBeNull();
  });

  it("ignores a value that does not fit", () => {
    sessionStorage.setItem("edit 7", JSON.stringify({ base: "revision 1", words: { title: 3 } }));
    expect(editOf("edit 7", "revision 1").read()).toBeNull();
  });
});
