import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createToggleQueue, withFollow } from "./follow.ts";

/** A service that answers when the test says so. */
function slowService() {
  const asked: boolean[] = [];
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const run = (wanted: boolean) => {
    asked.push(wanted);
    return new Promise<void>((resolve, reject) => {
      answers.push({ resolve, reject });
    });
  };
  return { asked, answers, run };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it("counts a follow and an unfollow once", () => {
  const bob = {
    address: "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM",
    bns_name: "bob",
    bns: "btc",
    profileImageUrl: "",
  };
  const before = { following: [], followingCount: 3 };
  const after = withFollow(before, bob, false, true);
  expect(after).toEqual({ following: [bob], followingCount: 4 });
  expect(withFollow(after, bob, true, true)).toEqual(after);
  expect(withFollow(after, bob, true, false)).toEqual(before);
});

describe("a queue of toggles", () => {
  it("sends one change at a time, and only the last of those that waited", async () => {
    const { asked, answers, run } = slowService();
    const queue = createToggleQueue(false, run);
    const done = queue.change(true);
    await settle();
    queue.change(false);
    queue.change(true);
    queue.change(false);
    expect(asked).toEqual([true]);
    answers[0]?.resolve();
    await settle();
    expect(asked).toEqual([true, false]);
    answers[1]?.resolve();
    expect(await done).toBe(false);
  });

  it("sends nothing when the waiting changes cancel out", async () => {
    const { asked, answers, run } = slowService();
    const queue = createToggleQueue(false, run);
    const done = queue.change(true);
    await settle();
    queue.change(false);
    queue.change(true);
    answers[0]?.resolve();
    expect(await done).toBe(true);
    expect(asked).toEqual([true]);
  });

  it("gives up when a request fails, and can start again", async () => {
    const { asked, answers, run } = slowService();
    const queue = createToggleQueue(false, run);
    const done = queue.change(true);
    await settle();
    answers[0]?.reject(new Error("offline"));
    await expect(done).rejects.toThrow("offline");
    const again = queue.change(true);
    await settle();
    answers[1]?.resolve();
    expect(await again).toBe(true);
    expect(asked).toEqual([true, true]);
  });

  it("always ends with the last change", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1 }),
        fc.boolean(),
        async (changes, start) => {
          let state = start;
          const queue = createToggleQueue(start, async (wanted) => {
            expect(wanted).not.toBe(state);
            await settle();
            state = wanted;
          });
          await Promise.all(changes.map((wanted) => queue.change(wanted)));
          expect(state).toBe(changes.at(-1));
        },
      ),
      { numRuns: 50 },
    );
  });
});
