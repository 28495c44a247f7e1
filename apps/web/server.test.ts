import { limits } from "@colonnade/domain/limits.ts";
import type { PageToRender } from "@colonnade/domain/page-renderer.ts";
import { findPage, NOT_FOUND_PATH } from "@colonnade/domain/pages.ts";
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
};

/** Alice's profile with a statement. */
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
  withdrawnMilestones: [],
  sentMilestones: [],
  followers: [],
  following: [],
  followerCount: 0,
  followingCount: 0,
  pendingApprovals: 0,
  openSuggestions: 0,
});

const frame = `<!doctype html><html><head><title>Colonnade</title>
  <meta
    name="description"
    content="Endorsements you keep."
  />
  <meta property="og:title" content="Colonnade" />
  <meta property="og:description" content="Endorsements you keep." />
</head><body><div id="root"></div></body></html>`;

/** Renders a page from results by the path and query of its calls. */
const render = (path: string, results: Record<string, unknown> = {}, hiddenImages: string[] = []) =>
  renderPage({
    path,
    frame,
    settings,
    tag: 'W/"1"',
    answers: (findPage(path)?.calls ?? []).map(({ name, query, target }) => ({
      name,
      query,
      json: JSON.stringify(results[target] ?? null),
    })),
    hiddenImages,
  });
const renderAlice = (statement: string | null, hiddenImages?: string[]) =>
  render(
    `/profile/${alice}`,
    { [`/api/column?principal=${alice}`]: profile(statement) },
    hiddenImages,
  );

const answersIn = (page: string | null) =>
  JSON.parse(/id="answers">(.*?)<\/script>/s.exec(page ?? "")?.[1] ?? "null");

test("renders a profile's name and statement, and names the page after them", async () => {
  const page = await renderAlice("I build small tools.");
  expect(page).toContain('<div id="root" data-rendered="bars screen">');
  expect(page).toContain("Nothing earned yet");
  expect(page).toContain("Connect Wallet");
  expect(page).toContain("<title>alice.btc · Colonnade</title>");
  expect(page).toContain('property="og:title" content="alice.btc · Colonnade"');
  expect(page?.split('content="I build small tools."')).toHaveLength(3);
});

test("describes a profile without a statement by what it earned", async () => {
  expect(await renderAlice(null)).toContain(
    'content="alice.btc has earned 0 Endorsements on Colonnade."',
  );
});

test("names the feed of a page that has one, and how other sites show it", async () => {
  expect(await renderAlice(null)).toContain(
    `<link rel="alternate" type="application/atom+xml" href="/feeds/profile/${alice}.atom">`,
  );
  expect(await renderEndorsement()).toContain(
    'type="application/json+oembed" href="https://colonnade.example/api/oembed?url=https%3A%2F%2Fcolonnade.example%2Fendorsement%2F3"',
  );
});

test("keeps the frame's title on the landing page", async () => {
  const page = await render("/");
  expect(page).toContain('<div id="root" data-rendered="screen">');
  expect(page).toContain("<title>Colonnade</title>");
});

test("writes links and images with the service's own origin", async () => {
  const page = await renderAlice(null);
  expect(page).toContain(`https://colonnade.example/profile/${alice}`);
  expect(page).toContain("/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi");
});

test("draws a rosette in place of an image that a watcher has hidden", async () => {
  const { profileImageUrl } = profile(null);
  const shown = await renderAlice(null);
  expect(shown).toContain('src="https://colonnade.example/ipfs/');
  const page = await renderAlice(null, [profileImageUrl]);
  expect(page).not.toContain("/ipfs/");
  expect(answersIn(page).hiddenImages).toEqual([profileImageUrl]);
  expect(await renderAlice(null), "the next page shows it").toBe(shown);
});

test("escapes what users wrote, in the head, the markup and the answers", async () => {
  const hostile = `</title></script><script>alert("1")</script>'"><!--$!--><span data-waiting=""> $& \u0000\n&amp; <div id="root"></div>`;
  const page = await renderAlice(hostile);
  expect(page).not.toContain("<script>");
  expect(page).toContain("&lt;script&gt;alert(");
  expect(page?.match(/<div id="root"/g)).toHaveLength(1);
  expect(page).toContain(
    'content="&#60;/title&#62;&#60;/script&#62;&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#34;&#62;&#60;!--$!--&#62;&#60;span data-waiting=&#34;&#34;&#62; $&#38; &#38;amp; ',
  );
  expect(answersIn(page).answers[0].result.statement).toBe(hostile);
});

test("shortens a long statement in the description", async () => {
  const page = await renderAlice("w".repeat(1_000));
  expect(page).toContain(`content="${"w".repeat(199)}…"`);
});

test("carries the answers that the page was rendered from", async () => {
  const page = await renderAlice("I build small tools.");
  expect(answersIn(page)).toEqual({
    tag: 'W/"1"',
    answers: [
      {
        name: "getProfile",
        query: { principal: alice },
        result: profile("I build small tools."),
      },
    ],
    hiddenImages: [],
  });
});

test("keeps pages that are rendered at once apart", async () => {
  const [one, other] = await Promise.all([
    renderAlice("First words."),
    renderAlice("Other words."),
  ]);
  expect(one).not.toContain("Other words.");
  expect(other).not.toContain("First words.");
});

test("renders the page Not found for an unknown path", async () => {
  const page = await render(NOT_FOUND_PATH);
  expect(page).toContain("There is no page at this address");
  expect(page).toContain("<title>Not found · Colonnade</title>");
});

test("rejects an answer that does not fit its schema", async () => {
  await expect(
    render(`/profile/${alice}`, { [`/api/column?principal=${alice}`]: { address: alice } }),
  ).rejects.toThrow();
  await expect(render("/home")).rejects.toThrow();
});

test("says that the feed is empty when there are no endorsements", async () => {
  const target = `/api/milestones?limit=${limits.defaultPageItems}`;
  const page = await render("/home", { [target]: { items: [], next: null } });
  expect(page).toContain("No Endorsements Found");
});

const person = { address: alice, bns_name: "alice", bns: "btc", profileImageUrl: "" };
/** A number of endorsements, newest first. */
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
    height: 1,
    signedHeight: 1,
    wordsDate: "2025-01-01T00:00:00Z",
    wordsHeight: 1,
    wordsHash: `0x${"0".repeat(64)}`,
    senderIssued: 1,
    txId: `0x${"a".repeat(64)}`,
    column_sender: person,
    column_receiver: person,
  }));

test("says on cards that the person who signed for an organization is suspended", async () => {
  const atelier = { id: 1, name: "atelier.btc", logoUrl: "", open: true };
  const feedBy = (column_sender: object) =>
    render("/home", {
      [`/api/milestones?limit=${limits.defaultPageItems}`]: {
        items: endorsements(1).map((one) => ({ ...one, organization: atelier, column_sender })),
        next: null,
      },
    });
  expect(await feedBy(person)).not.toContain("Signed by");
  const text = (await feedBy({ ...person, suspended: true }))?.replaceAll(/<[^>]*>/g, "");
  expect(text).toMatch(/Signed by alice\.btc ?Removed/);
});

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

test("renders the beginning of a long list, and says how to see the rest", async () => {
  const feed = await feedOf(30);
  expect(feed?.match(/aria-posinset/g)).toHaveLength(10);
  expect(feed).toContain(rest);
  const wall = await wallOf(30);
  expect(wall?.match(/The mural</g)).toHaveLength(12);
  expect(wall).toContain(rest);
  expect((await wallOf(limits.pageItems))?.match(new RegExp(rest, "g"))).toHaveLength(1);
  expect(await directoryOf("alice.btc")).toContain(rest);
});

test("does not mention a rest when the list is complete", async () => {
  for (const page of [await feedOf(10), await wallOf(12), await directoryOf(null)]) {
    expect(page).toContain("alice");
    expect(page).not.toContain(rest);
  }
});

test("keeps styles in one element, and none in attributes", async () => {
  const page = (await feedOf(3)) ?? "";
  expect(page).not.toContain(" style=");
  const [, rules = ""] = /<style>([^<]*)<\/style><\/head>/.exec(page) ?? [];
  const names = [...page.matchAll(/ data-style="(\d+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) expect(rules).toContain(`[data-style="${name}"]{`);
});

test("escapes a `<` in the answers only where it could end or open a script", async () => {
  const page = (await renderAlice("<".repeat(1_000))) ?? "";
  expect(page).toContain("<".repeat(1_000));
  const marksOf = (text: string | null) => text?.match(/<!--|<\/?script/gi);
  const harmless = marksOf(await renderAlice("Some words."));
  for (const ending of ["</script>", "</SCRIPT >", "<!--", "<script>", "<<!--<script"]) {
    const hostile = await renderAlice(ending);
    expect(answersIn(hostile).answers[0].result.statement).toBe(ending);
    expect(marksOf(hostile)).toEqual(harmless);
  }
});

const endorsement = {
  id: 3,
  approved: true,
  shown: true,
  title: "</script><b>Bold",
  endorsement: "Words & more",
  milestoneURI: "https://example.com/image.png",
  category: "N/A",
  date: "2026-01-02T00:00:00.000Z",
  height: 5,
  signedHeight: 5,
  wordsDate: "2026-01-02T00:00:00.000Z",
  wordsHeight: 5,
  wordsHash: `0x${"1".repeat(64)}`,
  txId: `0x${"2".repeat(64)}`,
  senderIssued: 1,
  column_sender: { address: alice, bns_name: "alice", bns: "btc", profileImageUrl: "" },
  column_receiver: { address: alice, bns_name: "bob", bns: "btc", profileImageUrl: "" },
};
const renderEndorsement = (changes: object = {}) =>
  render("/endorsement/3", { "/api/milestone?id=3": { ...endorsement, ...changes } });

test("tells link previews and search engines of an approved endorsement", async () => {
  const page = (await renderEndorsement()) ?? "";
  expect(page).toContain(
    '<link rel="canonical" href="https://colonnade.example/endorsement/3" data-of-page="/endorsement/3">',
  );
  const [, json = ""] =
    /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(page) ?? [];
  expect(JSON.parse(json)).toMatchObject({ name: endorsement.title, reviewBody: "Words & more" });
  expect(page).not.toContain("noindex");
});

test("removes characters that change the direction of words from rendered pages", async () => {
  const words = { title: "\u202Edlog si siht\u202C", endorsement: "She is \u202Elive\u202C." };
  const pages = [
    await renderEndorsement(words),
    await render("/home", {
      [`/api/milestones?limit=${limits.defaultPageItems}`]: {
        items: endorsements(1).map((one) => ({ ...one, endorsement: words.endorsement })),
        next: null,
      },
    }),
    await renderAlice(words.endorsement),
  ];
  for (const page of pages) {
    const body = page?.replaceAll(/<script[^>]*>.*?<\/script>/gs, "");
    expect(body).toContain("She is live.");
    expect(body).not.toMatch(/[\u202C\u202E]/);
  }
});

test("keeps the joiners that words are spelled with", async () => {
  const spelled = "می\u200Cخواهم ශ්\u200Dරී";
  expect(await renderEndorsement({ endorsement: spelled })).toContain(`>${spelled}</p>`);
});

test("keeps a pending and a withdrawn endorsement out of search engines", async () => {
  const { date, height, txId } = endorsement;
  const withdrawn = { by: alice, reason: null, date, height, txId };
  for (const changes of [{ approved: false }, { approved: false, withdrawn }]) {
    const page = await renderEndorsement(changes);
    expect(page).toContain('<meta name="robots" content="noindex"');
    expect(page).not.toContain("ld+json");
  }
});
