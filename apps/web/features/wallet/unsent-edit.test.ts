import { beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { keepEdit, readEdit } from "./unsent-edit.ts";

const words = z.object({ title: z.string() });

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});

it("gives back what was typed while what it changes stands as it stood", () => {
  keepEdit("edit 7", "revision 1", { title: "Better" });
  expect(readEdit("edit 7", words, "revision 1")).toEqual({ title: "Better" });
  expect(readEdit("edit 8", words, "revision 1")).toBeNull();
});

it("forgets it once what it changes has changed", () => {
  keepEdit("edit 7", "revision 1", { title: "Better" });
  expect(readEdit("edit 7", words, "revision 2")).toBeNull();
  expect(readEdit("edit 7", words, "revision 1")).toBeNull();
});

it("drops what does not fit", () => {
  keepEdit("edit 7", "revision 1", { title: 3 });
  expect(readEdit("edit 7", words, "revision 1")).toBeNull();
});
