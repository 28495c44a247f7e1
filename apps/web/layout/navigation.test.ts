import type { Profile } from "@colonnade/domain/full-profile.ts";
import { expect, test } from "vitest";
import type { Viewer } from "../features/profile/viewer.ts";
import { hasPendingApproval, menuLinks, sayWaiting, thumbLinks } from "./navigation.tsx";

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
  withdrawnMilestones: [],
  sentMilestones: [],
  followers: [],
  following: [],
  followerCount: 0,
  followingCount: 0,
  pendingApprovals: 0,
  openSuggestions: 0,
};
const member: Viewer = { state: "member", address, profile };
const paths = (viewer: Viewer) => menuLinks(viewer).map(({ to }) => to);

test("the menu offers to create a profile to a viewer without one", () => {
  for (const viewer of [
    { state: "signed-out" },
    { state: "connected", address, suspended: false },
    { state: "pending", address, txId: null },
  ] satisfies Viewer[]) {
    expect(paths(viewer)).toContain("/create-profile");
    expect(paths(viewer)).not.toContain("/profile");
  }
});

test("the menu links to the viewer's profile", () => {
  expect(paths(member)).toContain("/profile");
  expect(paths(member)).not.toContain("/create-profile");
});

test("the menu leads somebody suspended to the page that says so", () => {
  const suspended: Viewer = { state: "connected", address, suspended: true };
  expect(paths(suspended)).toContain("/profile");
  expect(paths(suspended)).not.toContain("/create-profile");
  expect(thumbLinks(suspended).at(-1)?.to).toBe("/profile");
});

test("the menu links to every page", () => {
  expect(paths(member)).toEqual(
    expect.arrayContaining(["/home", "/network", "/new-endorsement", "/events", "/create-org"]),
  );
});

test("the menu links to the review only for a watcher", () => {
  expect(paths(member)).not.toContain("/review");
  expect(
    menuLinks({ state: "connected", address, suspended: false }, true).map(({ to }) => to),
  ).toContain("/review");
});

test("the bottom bar has five links", () => {
  expect(thumbLinks(member)).toHaveLength(5);
  expect(thumbLinks({ state: "signed-out" })).toHaveLength(5);
});

test("the bottom bar offers to create a profile only when there is none", () => {
  const own = (viewer: Viewer) => thumbLinks(viewer).at(-1)?.to;
  expect(own(member)).toBe("/profile");
  expect(own({ state: "loading", address, failed: false })).toBe("/profile");
  expect(own({ state: "loading", address, failed: true })).toBe("/profile");
  expect(own({ state: "connected", address, suspended: false })).toBe("/create-profile");
  expect(own({ state: "signed-out" })).toBe("/create-profile");
});

test("an endorsement that waits for approval is pending", () => {
  expect(hasPendingApproval(member)).toBe(false);
  expect(hasPendingApproval({ ...member, profile: { ...profile, pendingApprovals: 1 } })).toBe(
    true,
  );
  expect(hasPendingApproval({ state: "signed-out" })).toBe(false);
});

const nothing = { waiting: 0, requests: 0, suggestions: 0, invitations: [], adminProposals: [] };
const organization = { id: 1, name: "guild.btc", logoUrl: "", open: true };

test("the dot says what waits: an approval, a suggestion, or an invitation", () => {
  const connected: Viewer = { state: "connected", address, suspended: false };
  expect(sayWaiting(member, undefined)).toBeNull();
  expect(sayWaiting(member, nothing)).toBeNull();
  expect(sayWaiting(member, { ...nothing, requests: 1 })).toMatch(/approval/);
  expect(sayWaiting(member, { ...nothing, suggestions: 1 })).toMatch(/suggestion/);
  const suggested = { ...profile, openSuggestions: 1 };
  expect(sayWaiting({ ...member, profile: suggested }, undefined)).toMatch(/suggestion/);
  for (const inbox of [
    { ...nothing, invitations: [organization] },
    { ...nothing, adminProposals: [{ ...organization, byWatchers: false }] },
  ]) {
    expect(sayWaiting(connected, inbox)).toMatch(/invitation/);
  }
});
