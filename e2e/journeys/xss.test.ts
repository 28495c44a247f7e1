import { fileURLToPath } from "node:url";
import type { Client } from "@colonnade/domain/http/client.ts";
import { findPage } from "@colonnade/domain/pages.ts";
import { isTorture, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  approve,
  clientsOf,
  edit,
  type Fixture,
  register,
  reject,
  signedChallenge,
  startFixture,
  submit,
  withdraw,
} from "../../apps/service/tests/support/fixture.ts";
import { printing } from "../../apps/service/tests/support/move.ts";
import {
  alice,
  bob,
  carol,
  owner,
  type Person,
  person,
  watcher,
} from "../../apps/service/tests/support/people.ts";
import { applicationOf, declineAs } from "../../apps/service/tests/support/review.ts";
import { xssPayloads } from "../actions/xss-payloads.ts";
import { setUpBrowser } from "../stack/browser.ts";
import { openUnhydrated, untilHydrated } from "../stack/hydration.ts";

const browser = setUpBrowser();
const webFolder = fileURLToPath(new URL("../../apps/web/dist", import.meta.url));
/** Ten endorsements, which a page renders at once, hold all texts: one as a title, five as a description. */
const all = Array.from({ length: 10 }, (_, index) => {
  const [title = "", ...others] = xssPayloads.slice(6 * index, 6 * index + 6);
  return { title, description: others.join(" | ") };
});

let fixture: Fixture;
/** Each person's client, signed in. */
let clientOf: (person: Person) => Promise<Client>;
let lastId = all.length;
const nextId = () => {
  lastId += 1;
  return lastId;
};

beforeAll(async () => {
  fixture = await startFixture({
    webFolder,
    environment: { COLONNADE_TRUSTED_PROXIES: "1" },
    log: (await import("pino")).default({ level: "error" }),
  });
  clientOf = clientsOf(fixture.service);
  await fixture.mine(
    printing(owner, { topic: "add-watcher", watcher: watcher.address, by: owner.address }),
    register(alice, xssPayloads[0]),
    register(bob),
    register(carol),
    ...all.map((one, index) => submit(index + 1, bob, alice, one)),
    ...all.map((one, index) => approve(index + 1, bob, alice, one)),
  );
});
afterAll(() => fixture.close());

/**
 * Opens a page that tells what runs on it and what its policy refuses. Images and names may be missing.
 * @param viewer who is connected and signed in; nobody if absent
 */
async function openWatched(viewer?: Person) {
  const opened = await browser.newPerson({}, fixture.service.origin);
  const { page, errors, excused } = opened;
  if (viewer !== undefined) await enter(page, viewer);
  // The hosts of the images do not exist.
  excused.push("/image");
  // The node of this test has no contract to read.
  await page.route(`${fixture.node.url}/**`, (route) =>
    route.fulfill({
      json: { okay: false, cause: "There is no contract" },
      headers: { "access-control-allow-origin": "*" },
    }),
  );
  const happened: string[] = [];
  await page.exposeFunction("tellXss", (words: string) => happened.push(words));
  await page.addInitScript(() => {
    const tell: (words: string) => void = Reflect.get(window, "tellXss");
    for (const name of ["alert", "confirm", "prompt", "print", "msgbox"]) {
      Object.assign(window, { [name]: (text: unknown) => tell(`${name} ${text}`) });
    }
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      tell(`${effectiveDirective} ${blockedURI}`),
    );
  });
  const takeHappened = () => [
    ...happened.splice(0),
    ...errors.splice(0).filter((error) => !error.startsWith("Failed to load resource")),
  ];
  return { page, takeHappened };
}

/** Connects somebody, and signs them in as their wallet would. */
async function enter(page: Page, viewer: Person): Promise<void> {
  const { origin } = fixture.service;
  const { address } = viewer;
  await page.addInitScript((principal) => localStorage.setItem("principal", principal), address);
  const asked = await page.request.get(`${origin}/api/session/challenge?address=${address}`);
  const { message, nonce } = challengeSchema.parse(await asked.json());
  const data = signedChallenge(viewer, message, nonce);
  const answer = await page.request.post(`${origin}/api/session`, { data, headers: { origin } });
  expect(answer.ok()).toBe(true);
}

const challengeSchema = z.object({ message: z.string(), nonce: z.string() });

/** Elements, attributes and links that only a text taken for markup could have made. */
const findMade = (page: Page) =>
  page.evaluate(() => {
    const forbidden = [
      "iframe:not([src^='/embed/'])",
      "script:not([src], [type='application/json'], [type='application/ld+json'], [type='module'])",
      "meta[http-equiv]:not([http-equiv='content-security-policy'])",
      "object, embed, base, marquee, audio, video, [srcdoc], [src='x'], [contenteditable], [autofocus]",
    ].join(", ");
    const links = "a[href], form[action], use[href]";
    const runs = /^\s*(?:javascript|data|vbscript):/i;
    return [...document.querySelectorAll("*")].flatMap((element) => {
      const handlers = element.getAttributeNames().filter((name) => name.startsWith("on"));
      const target = element.getAttribute("href") ?? element.getAttribute("action") ?? "";
      const isMade =
        element.matches(forbidden) ||
        handlers.length > 0 ||
        (element.matches(links) && runs.test(target));
      return isMade ? [element.outerHTML.slice(0, 200)] : [];
    });
  });

const plain = (text: string) => text.replace(/\s+/g, " ");
const textOf = async (page: Page) => plain((await page.locator("#root").textContent()) ?? "");

test("shows 60 hostile texts of one page as text, rendered and hydrated", async () => {
  expect(new Set(xssPayloads).size).toBe(60);
  const { page, takeHappened } = await openWatched();
  const hydrate = await openUnhydrated(page, `/profile/${alice.address}`);
  const rendered = await textOf(page);
  expect(xssPayloads.filter((payload) => !rendered.includes(plain(payload)))).toEqual([]);
  expect(await findMade(page)).toEqual([]);
  await hydrate();
  await untilHydrated(page);
  const hydrated = await textOf(page);
  expect(xssPayloads.filter((payload) => !hydrated.includes(plain(payload)))).toEqual([]);
  expect(await findMade(page)).toEqual([]);
  expect(takeHappened()).toEqual([]);
});

/** Texts that are written longer, in a page or in the JSON in it. */
const escaped = isTorture
  ? [..."<\"'&>\\`\u2028", "</script>", "<!--", "&lt;", "]]>", `<>"'&\\`]
  : ["<"];
/** The pages of such texts, and how many of them were rendered for their first visitor, who waits. */
const rendered = { pages: 0, atOnce: 0 };

test.each(escaped)("renders a feed and a profile whose texts are full of %s", async (character) => {
  const { page } = await openWatched();
  const description = character.repeat(Math.floor(2048 / character.length));
  const rounds = triesOf({ usual: 1, torture: 5 });
  for (let round = 0; round < rounds; round += 1) {
    const receiver = person(`earned ${round} ${character}`);
    const ids = Array.from({ length: 30 }, nextId);
    await fixture.mine(
      register(receiver),
      ...ids.map((id) => submit(id, bob, receiver, { description })),
      ...ids.map((id) => approve(id, bob, receiver, { description })),
    );
    for (const path of ["/home", `/profile/${receiver.address}`]) {
      const first = await readPage(page, path);
      rendered.pages += 1;
      if (isRenderedPage(first)) rendered.atOnce += 1;
      else await expect.poll(() => readPage(page, path), again).toSatisfy(isRenderedPage);
      await page.goto(path);
      expect(await textOf(page)).toContain(plain(description));
    }
  }
  if (character !== escaped.at(-1)) return;
  const late = rendered.pages - rendered.atOnce;
  tellRow({
    fault: `feeds and profiles of 30 texts of 2,048 characters, full of what is escaped, of ${escaped.length} kinds`,
    tries: rendered.pages,
    result: `each is rendered: ${rendered.atOnce} for their first visitors, ${late} a minute after a stall of the machine`,
    longestMs: null,
  });
});

const isRenderedPage = (text: string) => text.includes('<div id="root" data-rendered');
const readPage = async (page: Page, path: string) => (await page.request.get(path)).text();
/** A page that could not be rendered is tried again after a minute. */
const again = { timeout: 180_000, interval: 5_000 };

/** A page, and the texts that it is to show. */
interface Visit {
  path: string;
  shows: readonly string[];
}

/** The people, in whose fields a text stands, or who look at it. */
interface Cast {
  /** Sends, receives, applies and represents. */
  named: Person;
  author: Person;
  blocked: Person;
}

/** What stands in the fields of an endorsement: each text says where it was written. */
const wordsOf = (payload: string, place: string) => ({
  title: `${payload} ${place} title`,
  description: `${payload} ${place} words`,
  image: payload,
});
const textsOf = (payload: string, place: string) => {
  const { title, description } = wordsOf(payload, place);
  return [title, description];
};

/** Words that share none with a hostile text. So a comparison shows that text in one piece. */
const plainWords = { title: "Plain", description: "Plain", image: "https://example.com/image.png" };

/** Writes a text into every field that somebody can write. @returns the pages that show it, by who looks at them */
async function writeEverywhere(payload: string, index: number) {
  const cast: Cast = {
    named: { ...person(`hostile ${index}`), name: payload },
    author: { ...person(`author ${index}`), name: `${payload} author` },
    blocked: { ...person(`blocked ${index}`), name: `${payload} blocked` },
  };
  const { named, author, blocked } = cast;
  const [org, inviting] = [2 * index + 1, 2 * index + 2];
  const [pending, answered, asked, earned] = [nextId(), nextId(), nextId(), nextId()];
  const [withdrawn, rejected] = [nextId(), nextId()];
  const words = (place: string) => wordsOf(payload, place);
  const organization = {
    topic: "watcher-new-organization",
    ...{ logo: payload, description: `${payload} purpose`, website: payload },
    watcher: watcher.address,
  } as const;
  const orgName = `${payload} organization`;
  const reason = `${payload} reason`;
  await fixture.mine(
    register(named, `${payload} statement`),
    register(author),
    register(blocked),
    printing(named, {
      topic: "update-profile-image-url",
      principal: named.address,
      image: payload,
    }),
    printing(watcher, {
      ...organization,
      ...{ id: org, admin: named.address, name: orgName, invited: [] },
    }),
    printing(watcher, {
      ...organization,
      ...{ id: inviting, admin: author.address, name: `${payload} inviting` },
      invited: [named.address],
    }),
    printing(named, {
      topic: "block-sender",
      principal: named.address,
      sender: blocked.address,
    }),
    submit(pending, named, bob, words("sent"), { id: org, name: orgName }),
    submit(answered, named, bob, words("old")),
    edit(answered, named, plainWords),
    edit(answered, bob, words("offered"), { suggested: true }),
    submit(asked, author, named, words("asked")),
    edit(asked, named, words("suggested"), { suggested: true }),
    submit(earned, author, named, words("earned")),
    approve(earned, author, named, words("earned")),
    submit(withdrawn, author, named, words("withdrawn")),
    approve(withdrawn, author, named, words("withdrawn")),
    withdraw(withdrawn, author, { reason }),
    submit(rejected, named, carol, words("rejected")),
    reject(rejected, named, carol),
  );
  await writeOffChain(payload, cast, { endorsement: pending, organization: org });
  const text = encodeURIComponent(payload);
  const name = `${payload}.btc`;
  const authorName = `${payload} author.btc`;
  const all = (place: string) => textsOf(payload, place);
  const visitor: Visit[] = [
    { path: "/home", shows: [...all("earned"), name, authorName] },
    { path: `/home?search=${text}`, shows: [...all("earned"), name] },
    // The first of all names.
    { path: "/directory", shows: index === 0 ? [name, `${payload} statement`, orgName] : [] },
    { path: `/directory?search=${text}`, shows: [name, `${payload} statement`, orgName] },
    {
      path: `/profile/${named.address}`,
      shows: [name, `${payload} statement`, orgName, ...all("earned")],
    },
    { path: `/org/${org}`, shows: [orgName, `${payload} purpose`, name] },
    { path: `/profile/${bob.address}?endorsement=${pending}`, shows: all("sent") },
    { path: `/endorsement/${earned}`, shows: [...all("earned"), name, authorName] },
    { path: `/endorsement/${withdrawn}`, shows: [...all("withdrawn"), reason] },
    { path: `/embed/endorsement/${withdrawn}`, shows: [...all("withdrawn"), name, authorName] },
    { path: `/embed/profile/${named.address}`, shows: [name, `${payload} earned title`] },
    { path: `/verify/${earned}`, shows: all("earned") },
    { path: `/nowhere?${text}#${text}`, shows: [] },
  ];
  const sender: Visit[] = [
    {
      path: "/events",
      shows: [
        `${payload} sent title`,
        ...all("offered"),
        ...all("rejected"),
        `${payload} blocked.btc`,
        `${payload} inviting`,
      ],
    },
    { path: "/profile", shows: [name, `${payload} statement`] },
    { path: "/edit-profile", shows: [name, `${payload} statement`] },
    { path: "/create-org", shows: [payload, `${payload} refusal`] },
    { path: "/network", shows: [authorName] },
    { path: `/new-endorsement?as=${org}`, shows: [orgName] },
    { path: `/endorsement/${answered}`, shows: [...all("old"), ...all("offered")] },
    { path: `/edit-endorsement/${pending}`, shows: all("sent") },
    { path: `/edit-endorsement/${answered}`, shows: all("offered") },
    { path: `/manage-endorsement/${asked}`, shows: all("asked") },
  ];
  const receiver: Visit[] = [
    { path: "/events", shows: [`${payload} sent title`] },
    { path: `/manage-endorsement/${pending}`, shows: [...all("sent"), orgName] },
    { path: `/edit-endorsement/${answered}`, shows: all("offered") },
  ];
  const reviewer: Visit[] = [
    { path: "/review", shows: [name, `${payload} claim`, `${payload} about`] },
    { path: "/review?list=reports", shows: [`${payload} complaint`, ...all("sent"), orgName] },
  ];
  return { named, visitor, sender, receiver, reviewer };
}

/** Applies twice, and is declined once; reports everything that holds the text; follows, and is followed. */
async function writeOffChain(
  payload: string,
  { named, author }: Cast,
  { endorsement, organization }: { endorsement: number; organization: number },
): Promise<void> {
  const body = {
    ...applicationOf(named, payload),
    // No other characters are taken.
    imageUrl: `https://images.example/${payload.replace(/[^\x21-\x7e]/g, "")}`,
    website: payload,
    statement: `${payload} claim`,
    description: `${payload} about`,
  };
  const api = await clientOf(named);
  await api("applyForOrganization", { body });
  const { items } = await api("pageApplications", { query: { applicant: named.address } });
  await declineAs(await clientOf(watcher), items[0]?.id ?? 0, `${payload} refusal`);
  await api("applyForOrganization", { body });
  for (const subject of [
    { kind: "endorsement", id: endorsement },
    { kind: "organization", id: organization },
    { kind: "profile", principal: named.address },
  ] as const) {
    await api("report", { body: { subject, reason: `${payload} complaint` } });
  }
  const pair = { userPrincipal: named.address, profilePrincipal: author.address };
  await api("follow", { body: pair });
}

type Opened = Awaited<ReturnType<typeof openWatched>>;

/** Every text that a page shows, also in its fields, without blanks. */
const readShown = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode;
      if (!parentElement?.closest("script, style, noscript")) texts.push(nodeValue ?? "");
    }
    for (const field of document.querySelectorAll("input, textarea")) {
      texts.push("\n", "value" in field ? String(field.value) : "");
    }
    return texts.join("").replace(/\s+/g, "");
  });

/** Waits until the page shows its texts. Expects that no text ran or became markup. */
async function look({ page, takeHappened }: Opened, { path, shows }: Visit): Promise<void> {
  const response = await page.goto(path);
  const message = `${path} ${response?.status()}`;
  // An open dialog hides the page's heading from assistive technology.
  const headings = page.locator("h1");
  await expect.poll(() => headings.count(), { message, timeout: 20_000 }).not.toBe(0);
  await expect.poll(() => findMissing(page, shows), { message, timeout: 20_000 }).toEqual([]);
  expect([path, await findMade(page), takeHappened()]).toEqual([path, [], []]);
}

async function findMissing(page: Page, texts: readonly string[]): Promise<string[]> {
  const shown = await readShown(page);
  return texts.filter((text) => !shown.includes(text.replace(/\s+/g, "")));
}

/** Looks at a page as it comes, before any script runs. */
async function lookUnhydrated(page: Page, { path, shows }: Visit): Promise<void> {
  await page.goto(path);
  expect([path, await findMade(page), await findMissing(page, shows)]).toEqual([path, [], []]);
}

/** Whether the service renders the page. */
const isRendered = ({ path }: Visit) => findPage(path)?.page.rendered === true;

test("runs no hostile text, and shows it as text, in every field and on every page", async () => {
  const payloads = xssPayloads.slice(0, triesOf({ usual: 1, torture: xssPayloads.length }));
  const options = { javaScriptEnabled: false };
  const { page: reader, excused } = await browser.newPerson(options, fixture.service.origin);
  excused.push("/image");
  const viewers = {
    visitor: await openWatched(),
    sender: await openWatched(),
    receiver: await openWatched(bob),
    reviewer: await openWatched(watcher),
  };
  let opened = 0;
  for (const [index, payload] of payloads.entries()) {
    const { named, ...visits } = await writeEverywhere(payload, index);
    await enter(viewers.sender.page, named);
    for (const visit of visits.visitor.filter(isRendered)) await lookUnhydrated(reader, visit);
    for (const who of ["visitor", "sender", "receiver", "reviewer"] as const) {
      for (const visit of visits[who]) {
        await look(viewers[who], visit);
        opened += 1;
      }
    }
  }
  expect(opened).toBe(payloads.length * PAGES);
  tellRow({
    fault: `a hostile text in every field that somebody can write, on ${PAGES} pages`,
    tries: opened,
    result: "shown as text; nothing ran, and the content security policy refused nothing",
    longestMs: null,
  });
});

/** Pages on which each text is looked for. */
const PAGES = 28;
