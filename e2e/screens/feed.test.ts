import { createClient } from "@colonnade/domain/http/client.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { expect, inject, test } from "vitest";
import { bob } from "../../apps/devnet/accounts.ts";
import { expectKept } from "../stack/controls.ts";
import { look, settle } from "../stack/look.ts";
import {
  askPlain,
  button,
  fail,
  hold,
  isHeaded,
  link,
  says,
  setUpScreens,
  text,
} from "./screens.ts";

const screens = setUpScreens();
const calls = "/api/milestones";

test("shows everybody the feed with all endorsements, newest first", async () => {
  const { page } = await screens.open("/home");
  const cards = page.getByRole("article");
  const serials = page.getByText(/^№ \d+$/);
  await expect.poll(() => serials.count()).toBeGreaterThan(2);
  const numbers = (await serials.allTextContents()).map((serial) =>
    Number(serial.replace("№", "")),
  );
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
  const pending = cards.filter({ hasText: messages.pendingApproval }).first();
  await pending.getByText(messages.to, { exact: true }).waitFor();
  await cards.getByText("Approved").first().waitFor();
  await cards.getByText("Science and Technology").first().waitFor();
  await text(page, "clarityuniverse.btc").waitFor();
  await link(page, messages.createYourProfile).waitFor();
  await look(page, "feed", { everywhere: true });
});

test("draws a feed card's torn edge below its title, however many lines it has", async () => {
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
    await settle(page);
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
  await look(page, "feed-long-title");
});

test("folds the words of a sender without any approved endorsement, until asked to show them", async () => {
  const person = await screens.prepare();
  const { page } = person;
  await askPlain(person);
  await page.route(
    (url) => url.pathname === calls,
    async (route) => {
      const response = await route.fetch();
      const { items, next } = await response.json();
      const strangers = items.map((item: object) => ({ ...item, senderIssued: 0 }));
      await route.fulfill({ response, json: { items: strangers, next } });
    },
  );
  await page.goto("/home");
  const cards = page.getByRole("article");
  const folded = cards.filter({ hasText: messages.pendingApproval }).first();
  await folded.getByRole("link", { name: "An endorsement from somebody new" }).waitFor();
  await look(page, "feed-folded");
  const card = page.locator(`#${await folded.getAttribute("id")}`);
  await button(card, messages.showWords).click();
  await expect.poll(() => card.getByText("An endorsement from somebody new").count()).toBe(0);
  await expectKept(page, "after Show words");
  const approved = cards.filter({ hasText: "Approved" }).first();
  expect(await approved.getByRole("button", { name: messages.showWords }).count()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await card.waitFor({ state: "detached" });
  await page.evaluate(() => window.scrollTo(0, 0));
  await card.waitFor();
  expect(await card.getByRole("button", { name: messages.showWords }).count()).toBe(0);
  expect(await card.getAttribute("aria-label")).not.toBe("An endorsement from somebody new");
});

test("counts a member's endorsements and organizations beside the feed, or says that the profile could not be loaded", async () => {
  const person = await screens.prepare("bob");
  const { page } = person;
  const mend = await fail(person, "/api/column");
  await page.goto("/home");
  const card = page.getByRole("region", { name: "You" });
  await button(card, "Try again").waitFor();
  await says(card, "Your profile could not be loaded");
  await page.getByRole("article").first().waitFor();
  expect(await page.getByRole("link", { name: messages.createYourProfile }).count()).toBe(0);
  await look(page, "feed-member-failed");
  await mend();
  await button(card, "Try again").click();
  await says(card, "bob.btc");
  await says(card, "bob.btc", "Endorsements", "Issued", messages.organizations);
  const api = createClient({ origin: inject("stillOrigin") });
  const bobs = await api("getProfile", { query: { principal: bob.address } });
  const approved = [bobs.columnMilestones, bobs.sentMilestones].map(
    (all) => all.filter((endorsement) => endorsement.approved).length,
  );
  const counts = [...approved, bobs.organization.length];
  await expect
    .poll(() => card.getByRole("definition").allTextContents())
    .toEqual(counts.map(String));
  expect(Math.min(...counts)).toBeGreaterThan(0);
  await page.getByRole("article").first().waitFor();
  await look(page, "feed-member");
});

test("invites a viewer without a profile beside the feed", async () => {
  const { page } = await screens.open("/home", "grace");
  await page.getByRole("region", { name: "Begin" }).waitFor();
  await link(page, messages.createYourProfile).waitFor();
  await page.getByRole("article").first().waitFor();
  await look(page, "feed-connected");
});

test("shows skeletons while the feed loads, and says when that fails", async () => {
  const person = await screens.prepare();
  const { page } = person;
  const release = await hold(person, calls);
  await page.goto("/home");
  await page.getByText("Loading endorsements").waitFor();
  await look(page, "feed-loading");
  await release();
  await page.getByRole("article").first().waitFor();

  const mend = await fail(person, calls);
  await page.goto("/home");
  await button(page, "Try again").waitFor();
  await isHeaded(page, "The feed could not be loaded");
  await look(page, "feed-failed");
  await mend();
  await button(page, "Try again").click();
  await page.getByRole("article").first().waitFor();
});

test("says when older endorsements could not be loaded, and where the feed ends", async () => {
  const person = await screens.prepare();
  const { page, excused } = person;
  excused.push(calls);
  await askPlain(person);
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
  await text(page, "Older endorsements could not be loaded.").waitFor();
  await look(page, "feed-older-failed");
  await page.unrouteAll();
  await button(page, "Try again").click();
  await says(page, "You have reached the first one.");
});

test("invites to send the first endorsement while the feed is empty", async () => {
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

test("finds senders, receivers and organizations by any part of their names, and says when a search finds nothing", async () => {
  const { page } = await screens.open("/home");
  const field = page.getByRole("searchbox", { name: messages.searchByName });
  await page.keyboard.press("/");
  await field.fill("nobody at all");
  await isHeaded(page, messages.noSearchResult);
  await look(page, "feed-no-match");
  await button(page, "Clear the search").click();
  await page.getByRole("article").first().waitFor();

  await field.fill("UNIVERSE");
  await page.getByText("Results for UNIVERSE").waitFor();
  await page.getByRole("article").nth(1).waitFor();
  const found = await page.getByRole("article").allTextContents();
  expect(found.every((card) => card.includes("clarityuniverse"))).toBe(true);
  await look(page, "feed-search");
});

test("opens the search as a dialog on a small screen, and links to the directory", async () => {
  const { page } = await screens.open("/home", undefined, { width: 390, height: 844 });
  await page.getByRole("article").first().waitFor();
  await button(page, messages.searchByName).click();
  const dialog = page.getByRole("dialog", { name: messages.searchByName });
  await dialog.getByRole("searchbox", { name: messages.searchByName }).fill("carol");
  await look(page, "search-dialog");
  await button(dialog, "Show results").click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Results for carol").waitFor();
  await link(page, "Open the directory").click();
  await page.waitForURL("/directory");
});
