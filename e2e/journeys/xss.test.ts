import { fileURLToPath } from "node:url";
import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  approve,
  edit,
  type Fixture,
  register,
  signedChallenge,
  signIn,
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
import { applicationOf } from "../../apps/service/tests/support/review.ts";
import { xssPayloads } from "../actions/xss-payloads.ts";
import { setUpBrowser } from "../stack/browser.ts";
import { openUnhydrated, untilHydrated, untilRendered } from "../stack/hydration.ts";

const browser = setUpBrowser();
const webFolder = fileURLToPath(new URL("../../apps/web/dist", import.meta.url));
/** Ten endorsements, which a page renders at once, hold all texts: one as a title, five as a description. */
const all = Array.from({ length: 10 }, (_, index) => {
  const [title = "", ...others] = xssPayloads.slice(6 * index, 6 * index + 6);
  return { title, description: others.join(" | ") };
});

let fixture: Fixture;
let lastId = all.length;
const nextId = () => {
  lastId += 1;
  return lastId;
};

beforeAll(async () => {
  fixture = await startFixture({ webFolder });
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
    const forbidden =
      "iframe, object, embed, base, marquee, audio, video, meta[http-equiv], script:not([src], [type='application/json']), [src='x'], [contenteditable], [autofocus]";
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

test.each(["<", '"', "'", "&", "</script>"])(
  "renders a feed and a profile whose texts are full of %s",
  async (character) => {
    const { page } = await openWatched();
    const receiver = person(`earned ${character}`);
    const description = character.repeat(2048 / character.length);
    const ids = Array.from({ length: 30 }, nextId);
    await fixture.mine(
      register(receiver),
      ...ids.map((id) => submit(id, bob, receiver, { description })),
      ...ids.map((id) => approve(id, bob, receiver, { description })),
    );
    for (const path of ["/home", `/profile/${receiver.address}`]) {
      await untilRendered(page, path);
      await page.goto(path);
      expect(await textOf(page)).toContain(description);
    }
  },
);

/** Writes a text into every field that somebody can write. @returns the pages that show it */
async function writeEverywhere(payload: string, index: number): Promise<string[]> {
  const [pending, suggested, withdrawn, org] = [nextId(), nextId(), nextId(), index + 1];
  const words = { title: payload, description: payload, image: payload };
  const named = { ...person(`hostile ${index}`), name: payload };
  await fixture.mine(
    register(named, payload),
    printing(named, {
      topic: "update-profile-image-url",
      principal: named.address,
      image: payload,
    }),
    printing(watcher, {
      topic: "watcher-new-organization",
      id: org,
      admin: named.address,
      name: payload,
      logo: payload,
      description: payload,
      website: payload,
      invited: [],
      watcher: watcher.address,
    }),
    submit(pending, named, bob, words, { id: org, name: payload }),
    submit(suggested, carol, named, words),
    edit(suggested, named, words, { suggested: true }),
    submit(withdrawn, carol, named, words),
    approve(withdrawn, carol, named, words),
    withdraw(withdrawn, carol, { reason: payload }),
  );
  await writeToWatchers(payload, { id: pending, org, named });
  const text = encodeURIComponent(payload);
  return [
    "/home",
    `/home?search=${text}`,
    "/directory",
    `/directory?search=${text}`,
    `/profile/${named.address}`,
    `/org/${org}`,
    `/profile/${bob.address}?endorsement=${pending}`,
    `/manage-endorsement/${suggested}`,
    `/edit-endorsement/${pending}`,
    `/endorsement/${pending}`,
    `/endorsement/${withdrawn}`,
    `/embed/endorsement/${withdrawn}`,
    `/nowhere?${text}#${text}`,
    "/review",
    "/review?list=reports",
  ];
}

interface Written {
  id: number;
  org: number;
  named: Person;
}

/** Applies with a text in every field, and reports everything that holds it, with the text as the reason. */
async function writeToWatchers(payload: string, { id, org, named }: Written): Promise<void> {
  const application = { ...applicationOf(named, payload), statement: payload, website: payload };
  const document = JSON.stringify({ ...application, description: payload });
  await fixture.database.kysely
    .insertInto("applications")
    .values({ applicant: named.address, document, at: Date.now() })
    .execute();
  const { api } = await signIn(fixture.service, named);
  for (const subject of [
    { kind: "endorsement", id },
    { kind: "organization", id: org },
    { kind: "profile", principal: named.address },
  ] as const) {
    await api("report", { body: { subject, reason: payload } });
  }
}

test("runs no hostile text, in every field and on every page", async () => {
  const payloads = xssPayloads.slice(0, triesOf({ usual: 1, torture: xssPayloads.length }));
  const visitor = await openWatched();
  const reviewer = await openWatched(watcher);
  let opened = 0;
  for (const [index, payload] of payloads.entries()) {
    for (const path of await writeEverywhere(payload, index)) {
      const isForWatchers = path.startsWith("/review");
      const { page, takeHappened } = isForWatchers ? reviewer : visitor;
      const response = await page.goto(path);
      const shown = `${path} ${payload} ${response?.status()}`;
      // An open dialog hides the page's heading from assistive technology.
      const headings = page.locator("h1");
      await expect.poll(() => headings.count(), { message: shown, timeout: 20_000 }).not.toBe(0);
      if (isForWatchers) {
        const text = () => textOf(page);
        await expect.poll(text, { message: shown, timeout: 20_000 }).toContain(plain(payload));
      }
      expect([path, payload, await findMade(page), takeHappened()]).toEqual([
        path,
        payload,
        [],
        [],
      ]);
      opened += 1;
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
const PAGES = 15;
