import type { Profile } from "@colonnade/domain/full-profile.ts";
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

describe("the viewer's profile with a follow", () => {
  const bob = {
    address: "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM",
    bns_name: "bob",
    bns: "btc",
    profileImageUrl: "",
  };
  const profile: Profile = {
    address: "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK",
    bns_name: "alice",
    bns: "btc",
    profileImageUrl: "",
    statement: null,
    status: "CONFIRMED",
    earned: 0,
    issued: 0,
    social: null,
    social_root_id: null,
    organization: [],
    columnMilestones: [],
    withdrawnMilestones: [],
    sentMilestones: [],
    followers: [],
    following: [],
    followerCount: 0,
    followingCount: 3,
    pendingApprovals: 0,
    openSuggestions: 0,
  };

  it("counts a follow and an unfollow once", () => {
    const following = withFollow(profile, bob, false, true);
    expect(following.followingCount).toBe(4);
    expect(withFollow(following, bob, true, true)).toBe(following);
    expect(withFollow(following, bob, true, false).followingCount).toBe(3);
  });
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
