import { createClient } from "@colonnade/domain/http/client.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { expect, inject, test } from "vitest";
import { bob } from "../../apps/devnet/accounts.ts";
import { look } from "../stack/look.ts";
import {
  askPlain,
  button,
  fail,
  hold,
  isHeaded,
  link,
  runUntil,
  says,
  setScreens,
  text,
} from "../stack/screens.ts";

const screens = setScreens();
const calls = "/api/milestones";

test("the feed shows every endorsement, newest first, to anybody", async () => {
  const { page } = await screens.open("/home");
  const cards = page.getByRole("article");
  await cards.first().waitFor();
  const numbers = (await page.getByText(/^№ \d+$/).allTextContents()).map((serial) =>
    Number(serial.replace("№", "")),
  );
  expect(numbers.length).toBeGreaterThan(2);
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
  const pending = cards.filter({ hasText: messages.pendingApproval }).first();
  await pending.getByText(messages.to, { exact: true }).waitFor();
  await cards.getByText("Approved").first().waitFor();
  await cards.getByText("Science and Technology").first().waitFor();
  await text(page, "clarityuniverse.btc").waitFor();
  await link(page, messages.createYourProfile).waitFor();
  await look(page, "feed", { everywhere: true });
});

test("on a phone the feed's card is torn off below its title, however many lines it has", async () => {
  const person = await screens.prepare();
  const { page } = person;
  await askPlain(person);
  await page.route(
    (url) => url.pathname === calls,
    async (route) => {
      const response = await route.fetch();
      const { items, next } = await response.json();
      const [first, ...others] = items;
      const long = {
        ...first,
        category: "Membership and Organizations",
        title: "Speaker at the yearly meeting of everybody who writes contracts in Clarity",
      };
      await route.fulfill({ response, json: { items: [long, ...others], next } });
    },
  );
  await page.goto("/home");
  const card = page.getByRole("article").first();
  await card.waitFor();
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const title = await card.getByRole("heading").boundingBox();
    const tear = await card.locator(".stitches").boundingBox();
    expect(tear?.y, `at ${width} px`).toBeGreaterThan(
      (title?.y ?? 0) + (title?.height ?? Infinity),
    );
    const image = await card.locator("img").first().boundingBox();
    expect((image?.y ?? 0) + (image?.height ?? 0), `at ${width} px`).toBeCloseTo(
      (tear?.y ?? 0) + (tear?.height ?? 0) / 2,
      0,
    );
  }
  await look(page, "feed-long-title", { everywhere: true });
});

test("the feed's left card counts what somebody earned, issued and belongs to", async () => {
  const { page } = await screens.open("/home", "bob");
  const card = page.getByRole("region", { name: "You" });
  await says(card, "bob.btc", "Endorsements", "Issued", messages.organizations);
  const api = createClient({ origin: inject("stillOrigin") });
  const bobs = await api("getProfile", { query: { principal: bob.address } });
  const approved = [bobs.columnMilestones, bobs.sentMilestones].map(
    (all) => all.filter((endorsement) => endorsement.approved).length,
  );
  const counts = [...approved, bobs.organization.length];
  expect(await card.getByRole("definition").allTextContents()).toEqual(counts.map(String));
  expect(Math.min(...counts)).toBeGreaterThan(0);
  await page.getByRole("article").first().waitFor();
  await look(page, "feed-member");
});

test("the feed's left card invites whoever is connected without a profile", async () => {
  const { page } = await screens.open("/home", "grace");
  await page.getByRole("region", { name: "Begin" }).waitFor();
  await link(page, messages.createYourProfile).waitFor();
  await page.getByRole("article").first().waitFor();
  await look(page, "feed-connected");
});

test("the feed's left card says that a profile could not be loaded, and loads it when tried again", async () => {
  const person = await screens.prepare("bob");
  const { page } = person;
  const mend = await fail(person, "/api/column");
  await page.goto("/home");
  const card = page.getByRole("region", { name: "You" });
  await runUntil(page, button(card, "Try again"));
  await says(card, "Your profile could not be loaded");
  await page.getByRole("article").first().waitFor();
  expect(await page.getByRole("link", { name: messages.createYourProfile }).count()).toBe(0);
  await look(page, "feed-member-failed");
  await mend();
  await button(card, "Try again").click();
  await says(card, "bob.btc");
});

test("the feed keeps its cards' places while it loads", async () => {
  const person = await screens.prepare();
  const { page } = person;
  const release = await hold(person, calls);
  await page.goto("/home");
  await page.getByText("Loading endorsements").waitFor();
  await look(page, "feed-loading");
  await release();
  await page.getByRole("article").first().waitFor();
});

test("the feed says that it could not be loaded, and loads when tried again", async () => {
  const person = await screens.prepare();
  const { page } = person;
  const mend = await fail(person, calls);
  await page.goto("/home");
  await runUntil(page, button(page, "Try again"));
  await isHeaded(page, "The feed could not be loaded");
  await look(page, "feed-failed");
  await mend();
  await button(page, "Try again").click();
  await page.getByRole("article").first().waitFor();
});

test("the feed says when older endorsements could not be loaded, and where it ends", async () => {
  const person = await screens.prepare();
  const { page, excused } = person;
  excused.push(calls);
  await askPlain(person);
  await page.clock.install();
  await page.route(
    (url) => url.pathname === calls,
    async (route) => {
      if (route.request().url().includes("before=")) return route.fulfill({ status: 503 });
      const response = await route.fetch();
      return route.fulfill({ response, json: { ...(await response.json()), next: "1" } });
    },
  );
  await page.goto("/home");
  await page.getByRole("article").first().waitFor();
  await page.keyboard.press("End");
  await runUntil(page, text(page, "Older endorsements could not be loaded."));
  await look(page, "feed-older-failed");
  await page.unrouteAll();
  await button(page, "Try again").click();
  await says(page, "You have reached the first one.");
});

test("the feed invites to send the first endorsement while there is none", async () => {
  const person = await screens.prepare();
  const { page } = person;
  await askPlain(person);
  await page.route(
    (url) => url.pathname === calls,
    (route) => route.fulfill({ json: { items: [], next: null } }),
  );
  await page.goto("/home");
  await isHeaded(page, messages.emptyFeed);
  await look(page, "feed-empty");
  await link(page, messages.sendEndorsement).click();
  await page.waitForURL("/new-endorsement");
});

test("a search that finds nothing says so", async () => {
  const { page } = await screens.open("/home");
  const field = page.getByRole("searchbox", { name: messages.searchByName });
  await page.keyboard.press("/");
  await field.fill("nobody at all");
  await isHeaded(page, messages.noSearchResult);
  await look(page, "feed-no-match");
  await button(page, "Clear the search").click();
  await page.getByRole("article").first().waitFor();
});

test("a search finds senders, receivers and organizations by any part of their names", async () => {
  const { page } = await screens.open("/home?search=UNIVERSE");
  await page.getByText("Results for UNIVERSE").waitFor();
  const found = await page.getByRole("article").allTextContents();
  expect(found.length).toBeGreaterThan(1);
  expect(found.every((card) => card.includes("clarityuniverse"))).toBe(true);
  await look(page, "feed-search");
});

test("on a small screen the search is a dialog", async () => {
  const { page } = await screens.open("/home", undefined, { width: 390, height: 844 });
  await page.getByRole("article").first().waitFor();
  await button(page, messages.searchByName).click();
  const dialog = page.getByRole("dialog", { name: messages.searchByName });
  await dialog.getByRole("searchbox", { name: messages.searchByName }).fill("carol");
  await look(page, "search-dialog");
  await button(dialog, "Show results").click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Results for carol").waitFor();
});

test("on a small screen the feed leads to the directory, too", async () => {
  const { page } = await screens.open("/home", undefined, { width: 390, height: 844 });
  await link(page, "Open the directory").click();
  await page.waitForURL("/directory");
});
