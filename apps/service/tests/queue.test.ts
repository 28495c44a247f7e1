import { expect, it } from "vitest";
import { createJoin } from "../indexer/queue.ts";

it("runs one task for calls with the same key, and another once that has ended", async () => {
  const join = createJoin<string>();
  const first = Promise.withResolvers<string>();
  const begun: string[] = [];
  const call = (key: string | null, name: string, result: Promise<string>) =>
    join(key, () => {
      begun.push(name);
      return result;
    });
  const joined = [call("a", "first", first.promise), call("a", "second", first.promise)];
  const others = [call("b", "other", first.promise), call(null, "without", first.promise)];
  expect(begun).toEqual(["first", "other", "without"]);
  first.resolve("done");
  expect(await Promise.all([...joined, ...others])).toEqual(["done", "done", "done", "done"]);
  const failed = call("a", "failed", Promise.reject(new Error("No")));
  await expect(failed).rejects.toThrow("No");
  expect(await call("a", "next", first.promise)).toBe("done");
  expect(begun).toEqual(["first", "other", "without", "failed", "next"]);
});
