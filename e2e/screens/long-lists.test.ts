import { limits } from "@colonnade/domain/limits.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dan } from "../../apps/devnet/accounts.ts";
import { checkAnswersOf } from "../../apps/service/tests/support/answers.ts";
import { endorseOften } from "../actions/many.ts";
import { connect } from "../actions/wallet.ts";
import { look } from "../stack/look.ts";
import { newSettings, type Product, startProduct } from "../stack/product.ts";
import { button, fail, isHeaded, link, runUntil, setScreens, text } from "../stack/screens.ts";

const screens = setScreens();

/** More than a page carries stands in a product of its own: nobody else would find their own there. */
let busy: Product;
const titles = Array.from(
  { length: limits.pageItems },
  (_, index) => `Reading circle, evening ${index + 1}`,
);
const APPROVED = 4;
const [firstTitle = ""] = titles;

beforeAll(async () => {
  busy = await startProduct(await newSettings());
  await checkAnswersOf(busy.origin);
  await endorseOften(busy.nodeUrl, dan, titles, APPROVED);
});
afterAll(() => busy[Symbol.asyncDispose]());

const older = "Show older endorsements";
const cardsOf = (page: Page) => page.getByRole("main").getByRole("listitem");
const titled = (page: Page, title: string) => cardsOf(page).filter({ hasText: title });

test("a gallery shows older endorsements when asked for them, and says when it could not", async () => {
  const person = await screens.open(`${busy.origin}/profile/${dan.address}`);
  const { page } = person;
  await isHeaded(page, "dan.btc");
  expect(await titled(page, "Reading circle").count()).toBe(APPROVED);
  expect(await titled(page, "Balanced the books in the open").count()).toBe(0);
  await button(page, older).waitFor();
  await look(page, "profile-older");
  const mend = await fail(person, "/api/milestones");
  await button(page, older).click();
  await runUntil(page, text(page, "Older endorsements could not be loaded."));
  await look(page, "profile-older-failed");
  await mend();
  await button(page, "Try again").click();
  await titled(page, "Balanced the books in the open").waitFor();
  await titled(page, "Runs at the back on purpose").waitFor();
  expect(await button(page, older).count()).toBe(0);
  expect(await titled(page, "Reading circle").count()).toBe(APPROVED);
});

test("an organization's older endorsements stay complete while newer ones come", async () => {
  const { page } = await screens.open(`${busy.origin}/org/1`);
  await isHeaded(page, "clarityuniverse.btc");
  expect(await titled(page, "Clarity Camp, second cohort").count()).toBe(0);
  await button(page, older).click();
  await titled(page, "Clarity Camp, second cohort").waitFor();
  expect(await button(page, older).count()).toBe(0);
  const newer = "Leads the reading circle";
  await endorseOften(busy.nodeUrl, dan, [newer], 1);
  await titled(page, newer).waitFor();
  // The last of what the page carries has made room for it.
  await titled(page, firstTitle).first().waitFor();
  await titled(page, "Clarity Camp, second cohort").waitFor();
  await look(page, "organization-older");
});

test("events show earlier ones, and more that waits, when asked for them", async () => {
  const { page } = await screens.open(`${busy.origin}/events`);
  await connect(page, "dan");
  const waiting = page.getByRole("complementary").getByRole("listitem");
  await expect.poll(() => waiting.count()).toBe(limits.defaultPageItems);
  await look(page, "events-many");
  await button(page.getByRole("complementary"), "Show more").click();
  await expect.poll(() => waiting.count()).toBe(2 * limits.defaultPageItems);
  const rows = page.getByRole("region", { name: "MY EVENTS" }).getByRole("listitem");
  expect(await rows.count()).toBe(limits.defaultPageItems);
  await button(page, "Show earlier events").click();
  await expect.poll(() => rows.count()).toBeGreaterThan(limits.defaultPageItems);
});

test("the directory shows more people when asked for them, and says when it could not", async () => {
  const person = await screens.open("/home");
  const { page } = person;
  // The cast fits on one page: it is asked for by threes.
  await page.route(
    ({ pathname }) => pathname === "/api/columns",
    (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set("limit", "3");
      return route.continue({ url: url.href });
    },
  );
  await link(page, "Open the directory").click();
  const people = page.getByRole("region", { name: "People" });
  const names = () => people.getByRole("heading", { level: 3 }).allTextContents();
  await isHeaded(people, "alice.btc");
  expect(await names()).toHaveLength(3);
  await look(page, "directory-more");
  const mend = await fail(person, "/api/columns");
  await button(people, "Show more").click();
  await runUntil(page, text(people, "More could not be loaded."));
  await look(page, "directory-more-failed");
  await mend();
  await button(people, "Try again").click();
  await expect.poll(names).toHaveLength(6);
  const all = await names();
  expect(all).toEqual(all.toSorted());
});
