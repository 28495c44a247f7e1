import type { Profile } from "@colonnade/domain/full-profile.ts";
import { expect, test } from "vitest";
import type { Viewer } from "../features/wallet/viewer.ts";
import { hasPendingApproval, menuLinks, thumbLinks } from "./navigation.ts";

const address = "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK";
const profile: Profile = {
  address,
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
  sentMilestones: [],
  followers: [],
  following: [],
  followerCount: 0,
  followingCount: 0,
  pendingApprovals: 0,
};
const member: Viewer = { state: "member", address, profile };
const paths = (viewer: Viewer) => menuLinks(viewer).map(({ to }) => to);

test("whoever has no profile is led to create one", () => {
  for (const viewer of [
    { state: "signed-out" },
    { state: "connected", address },
    { state: "pending", address, txId: null },
  ] satisfies Viewer[]) {
    expect(paths(viewer)).toContain("/create-profile");
    expect(paths(viewer)).not.toContain("/profile");
  }
});

test("whoever has a profile is led to it", () => {
  expect(paths(member)).toContain("/profile");
  expect(paths(member)).not.toContain("/create-profile");
});

test("the menu leads everywhere", () => {
  expect(paths(member)).toEqual(
    expect.arrayContaining(["/home", "/network", "/new-endorsement", "/events", "/create-org"]),
  );
});

test("only a watcher is led to the review", () => {
  expect(paths(member)).not.toContain("/review");
  expect(menuLinks({ state: "connected", address }, true).map(({ to }) => to)).toContain("/review");
});

test("a phone's bar has five places", () => {
  expect(thumbLinks(member)).toHaveLength(5);
  expect(thumbLinks({ state: "signed-out" })).toHaveLength(5);
});

test("a phone's bar tells nobody to make a profile while theirs may be there", () => {
  const own = (viewer: Viewer) => thumbLinks(viewer).at(-1)?.to;
  expect(own(member)).toBe("/profile");
  expect(own({ state: "loading", address, failed: false })).toBe("/profile");
  expect(own({ state: "loading", address, failed: true })).toBe("/profile");
  expect(own({ state: "connected", address })).toBe("/create-profile");
  expect(own({ state: "signed-out" })).toBe("/create-profile");
});

test("the dot pulses while an endorsement waits for approval", () => {
  expect(hasPendingApproval(member)).toBe(false);
  expect(hasPendingApproval({ ...member, profile: { ...profile, pendingApprovals: 1 } })).toBe(
    true,
  );
  expect(hasPendingApproval({ state: "signed-out" })).toBe(false);
});
