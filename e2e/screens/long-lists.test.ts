import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import type { Page } from "playwright-core";
import { beforeAll, expect, inject, test } from "vitest";
import { bob, clarityuniverse, type DevnetAccount, dan } from "../../apps/devnet/accounts.ts";
import { endorseOften } from "../actions/many-endorsements.ts";
import { look } from "../stack/look.ts";
import { button, fail, isHeaded, link, setUpScreens, text } from "./screens.ts";

const screens = setUpScreens();

const titles = Array.from(
  { length: limits.pageItems + limits.waitingFromOneSender },
  (_, index) => `Reading circle, evening ${index + 1}`,
);
/** As many as may wait with one receiver are not approved. */
const APPROVED = limits.pageItems;
const [firstTitle = ""] = titles;

const endorseDan = (sender: DevnetAccount, titles: readonly string[], approved: number) =>
  endorseOften(inject("stillNodeUrl"), { sender, receiver: dan }, titles, approved);

beforeAll(() => endorseDan(clarityuniverse, titles, APPROVED));

const older = "Show older endorsements";
const cardsOf = (page: Page) => page.getByRole("main").getByRole("listitem");
const titled = (page: Page, title: string) => cardsOf(page).filter({ hasText: title });

test("loads older endorsements of a gallery on request, and says when that fails", async () => {
  const person = await screens.open(`/profile/${dan.address}`);
  const { page } = person;
  await isHeaded(page, "dan.btc");
  await expect.poll(() => titled(page, "Reading circle").count()).toBe(APPROVED);
  expect(await titled(page, "Balanced the books in the open").count()).toBe(0);
  await button(page, older).waitFor();
  await look(page, "profile-older");
  const mend = await fail(person, "/api/milestones");
  await button(page, older).click();
  await text(page, "Older endorsements could not be loaded.").waitFor();
  await look(page, "profile-older-failed");
  await mend();
  await button(page, "Try again").click();
  await titled(page, "Balanced the books in the open").waitFor();
  await titled(page, "Runs at the back on purpose").waitFor();
  await expect.poll(() => button(page, older).count()).toBe(0);
  await expect.poll(() => titled(page, "Reading circle").count()).toBe(APPROVED);
});

test("shows an organization's older endorsements without a gap while newer ones arrive", async () => {
  const { page } = await screens.open("/org/1");
  await button(page, older).waitFor();
  expect(await titled(page, "Clarity Camp, second cohort").count()).toBe(0);
  await button(page, older).click();
  await titled(page, "Clarity Camp, second cohort").waitFor();
  await expect.poll(() => button(page, older).count()).toBe(0);
  const newer = "Leads the reading circle";
  // As many of clarityuniverse wait as may, so a member of it sends the newer one.
  await endorseDan(bob, [newer], 1);
  await titled(page, newer).waitFor();
  // The new one has pushed out the last that the page carries.
  await titled(page, firstTitle).first().waitFor();
  await titled(page, "Clarity Camp, second cohort").waitFor();
  await look(page, "organization-older");
});

test("loads earlier events and more waiting endorsements on request", async () => {
  const { page } = await screens.prepare("dan");
  // Few can wait, so the test asks for two at a time.
  await page.route(
    ({ pathname, searchParams }) => pathname === "/api/milestones" && searchParams.has("requests"),
    (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set("limit", "2");
      return route.continue({ url: url.href });
    },
  );
  await page.goto("/events");
  const pending = page.getByRole("region", { name: messages.pendingMyApproval });
  const waiting = pending.getByRole("listitem");
  await expect.poll(() => waiting.count()).toBe(3);
  await pending.getByText("4", { exact: true }).waitFor();
  await look(page, "events-many");
  await button(pending, "Show more").click();
  await expect.poll(() => waiting.count()).toBe(4);
  const rows = page.getByRole("region", { name: messages.myEvents }).getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(limits.defaultPageItems);
  await button(page, "Show earlier events").click();
  await expect.poll(() => rows.count()).toBeGreaterThan(limits.defaultPageItems);
});

test("loads more people of the directory on request, and says when that fails", async () => {
  const person = await screens.open("/home");
  const { page } = person;
  // The cast fits on one page, so the test asks for three at a time.
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
  await expect.poll(names).toHaveLength(3);
  await look(page, "directory-more");
  const mend = await fail(person, "/api/columns");
  await button(people, "Show more").click();
  await text(people, "More could not be loaded.").waitFor();
  await look(page, "directory-more-failed");
  await mend();
  await button(people, "Try again").click();
  await expect.poll(names).toHaveLength(6);
  const all = await names();
  expect(all).toEqual(all.toSorted());
});
