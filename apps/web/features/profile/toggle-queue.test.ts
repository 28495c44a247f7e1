import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToggleQueue } from "./toggle-queue.ts";

/** A service that answers only when told to. */
function slowService() {
  const asked: boolean[] = [];
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const run = (wish: boolean) => {
    asked.push(wish);
    return new Promise<void>((resolve, reject) => {
      answers.push({ resolve, reject });
    });
  };
  return { asked, answers, run };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("quick changes of mind", () => {
  it("are sent one at a time, and only the last of those that waited", async () => {
    const { asked, answers, run } = slowService();
    const queue = new ToggleQueue(false, run);
    const done = queue.wish(true);
    await settle();
    queue.wish(false);
    queue.wish(true);
    queue.wish(false);
    expect(asked).toEqual([true]);
    answers[0]?.resolve();
    await settle();
    expect(asked).toEqual([true, false]);
    answers[1]?.resolve();
    expect(await done).toBe(false);
  });

  it("that come back to where they began are not sent again", async () => {
    const { asked, answers, run } = slowService();
    const queue = new ToggleQueue(false, run);
    const done = queue.wish(true);
    await settle();
    queue.wish(false);
    queue.wish(true);
    answers[0]?.resolve();
    expect(await done).toBe(true);
    expect(asked).toEqual([true]);
  });

  it("are given up when a request fails, and can begin again", async () => {
    const { asked, answers, run } = slowService();
    const queue = new ToggleQueue(false, run);
    const done = queue.wish(true);
    await settle();
    answers[0]?.reject(new Error("offline"));
    await expect(done).rejects.toThrow("offline");
    const again = queue.wish(true);
    await settle();
    answers[1]?.resolve();
    expect(await again).toBe(true);
    expect(asked).toEqual([true, true]);
  });

  it("always end with the last wish", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1 }),
        fc.boolean(),
        async (wishes, start) => {
          let state = start;
          const queue = new ToggleQueue(start, async (wish) => {
            expect(wish).not.toBe(state);
            await settle();
            state = wish;
          });
          await Promise.all(wishes.map((wish) => queue.wish(wish)));
          expect(state).toBe(wishes.at(-1));
        },
      ),
      { numRuns: 50 },
    );
  });
});
