import { NOWHERE } from "@colonnade/domain/http/first-calls.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { PageToRender } from "@colonnade/domain/page-renderer.ts";
import { expect, test } from "vitest";
import { renderPage } from "./server.tsx";

const alice = "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK";
const settings: PageToRender["settings"] = {
  network: "devnet",
  origin: "https://colonnade.example",
  nodeUrl: "https://node.example",
  explorerUrl: "https://explorer.example",
  walletUrl: null,
  protocolContract: `${alice}.protocol`,
  endorsementContract: `${alice}.endorsement`,
  bnsContract: `${alice}.BNS-V2`,
  ipfsGateway: "https://colonnade.example",
};

/** Somebody who says this of themselves. */
const profile = (statement: string | null) => ({
  address: alice,
  bns_name: "alice",
  bns: "btc",
  profileImageUrl: "ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi",
  statement,
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
});

const render = (path: string, answers: Record<string, unknown> = {}) =>
  renderPage({
    path,
    settings,
    tag: 'W/"1"',
    answers: Object.fromEntries(
      Object.entries(answers).map(([target, answer]) => [target, JSON.stringify(answer)]),
    ),
  });
const renderAlice = (statement: string | null) =>
  render(`/profile/${alice}`, { [`/api/column?principal=${alice}`]: profile(statement) });

test("somebody's page holds their name and their words, and is named by them", async () => {
  const page = await renderAlice("I build small tools.");
  expect(page?.html).toContain("I build small tools.");
  expect(page?.html).toContain("Nothing earned yet");
  expect(page?.html).toContain("Connect Wallet");
  expect(page?.words).toEqual({ title: "alice.btc", description: "I build small tools." });
  expect(page?.parts).toEqual(["bars", "screen"]);
});

test("addresses are those of the service's own origin", async () => {
  const page = await renderAlice(null);
  expect(page?.html).toContain(`https://colonnade.example/profile/${alice}`);
  expect(page?.html).toContain("/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi");
});

test("what somebody wrote is text, in the markup and in the answers", async () => {
  const hostile = `</script><script>alert(1)</script><!--$!--><span data-waiting="">`;
  const page = await renderAlice(hostile);
  expect(page?.html).not.toContain("<script");
  expect(page?.html).toContain("&lt;script&gt;alert(1)");
  expect(page?.answers).not.toContain("<");
  const [answer] = JSON.parse(page?.answers ?? "").answers;
  expect(answer.result.statement).toBe(hostile);
});

test("the browser goes on from what the page was rendered from", async () => {
  const page = await renderAlice("I build small tools.");
  expect(JSON.parse(page?.answers ?? "")).toEqual({
    tag: 'W/"1"',
    answers: [
      {
        name: "getProfile",
        query: { principal: alice },
        result: profile("I build small tools."),
      },
    ],
  });
});

test("one page knows nothing of another", async () => {
  const [one, other] = await Promise.all([
    renderAlice("First words."),
    renderAlice("Other words."),
  ]);
  expect(one?.html).not.toContain("Other words.");
  expect(other?.html).not.toContain("First words.");
});

test("an address that leads nowhere is answered with a page that says so", async () => {
  const page = await render(NOWHERE);
  expect(page?.html).toContain("There is no page at this address");
  expect(page?.words?.title).toBe("Not found");
});

test("an answer that is none is no page", async () => {
  await expect(
    render(`/profile/${alice}`, { [`/api/column?principal=${alice}`]: { address: alice } }),
  ).rejects.toThrow();
  await expect(render("/home")).rejects.toThrow();
});

test("the feed without anything in it invites to begin", async () => {
  const target = `/api/milestones?limit=${limits.defaultPageItems}`;
  const page = await render("/home", { [target]: { items: [], next: null } });
  expect(page?.html).toContain("No Endorsements Found");
});

const person = { address: alice, bns_name: "alice", bns: "btc", profileImageUrl: "" };
/** So many endorsements, newest first. */
const endorsements = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: count - index,
    approved: true,
    shown: true,
    title: "The mural",
    endorsement: "Painted in a week.",
    milestoneURI: "",
    category: "N/A",
    date: "2025-01-01T00:00:00Z",
    revision: 1,
    txId: `0x${"a".repeat(64)}`,
    column_sender: person,
    column_receiver: person,
  }));

const rest = "To see the rest, turn JavaScript on.";
const feedOf = (count: number) =>
  render("/home", {
    [`/api/milestones?limit=${limits.defaultPageItems}`]: {
      items: endorsements(count),
      next: null,
    },
  });
const wallOf = (count: number) =>
  render(`/profile/${alice}`, {
    [`/api/column?principal=${alice}`]: { ...profile(null), columnMilestones: endorsements(count) },
  });
const directoryOf = (next: string | null) =>
  render("/directory", {
    [`/api/orgs?limit=${limits.defaultPageItems}`]: { items: [], next: null },
    [`/api/columns?limit=${limits.defaultPageItems}`]: {
      items: [{ ...person, statement: null, earned: 0, issued: 0, status: "CONFIRMED" }],
      next,
    },
  });

test("a long feed and a long wall come as far as a window shows them, and say how the rest is seen", async () => {
  const feed = await feedOf(30);
  expect(feed?.html.match(/aria-posinset/g)).toHaveLength(10);
  expect(feed?.html).toContain(rest);
  const wall = await wallOf(30);
  expect(wall?.html.match(/The mural</g)).toHaveLength(12);
  expect(wall?.html).toContain(rest);
  expect((await wallOf(limits.pageItems))?.html.match(new RegExp(rest, "g"))).toHaveLength(1);
  expect((await directoryOf("alice.btc"))?.html).toContain(rest);
});

test("what comes whole has no rest", async () => {
  for (const page of [await feedOf(10), await wallOf(12), await directoryOf(null)]) {
    expect(page?.html).toContain("alice");
    expect(page?.html).not.toContain(rest);
  }
});
