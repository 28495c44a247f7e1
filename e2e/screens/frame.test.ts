import { times } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { dan } from "../../apps/devnet/accounts.ts";
import { disconnect, walletChooser, walletRequest } from "../actions/wallet.ts";
import { axeFindings, look } from "../stack/look.ts";
import { moveToastTo } from "../stack/motion.ts";
import { button, fail, hold, isHeaded, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();
const waiting = "An endorsement is waiting for your approval";
const MINUTE = 60_000;

/** The targets of the open menu's links, in order. */
async function menuLinks(page: Parameters<typeof look>[0]): Promise<string[]> {
  const links = page.getByRole("navigation", { name: "Menu" }).getByRole("link");
  await links.first().waitFor();
  return links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
}

test("offers Connect Wallet and Create Profile to a viewer who is signed out", async () => {
  const { page } = await screens.open("/faqs");
  await button(page, messages.connectWallet).waitFor();
  expect(await link(page, "Colonnade").getAttribute("href")).toBe("/");
  await button(page, "Menu").click();
  expect(await menuLinks(page)).toEqual([
    "/create-profile",
    "/home",
    "/network",
    "/new-endorsement",
    "/events",
    "/create-org",
  ]);
  expect(await page.getByText(messages.disconnectWallet).count()).toBe(0);
  await look(page, "menu-signed-out");
  await page.keyboard.press("Escape");
  await link(page, "Colonnade").click();
  await page.waitForURL("/");
});

test("offers Create Profile to a viewer without a profile", async () => {
  const { page } = await screens.open("/faqs", "grace");
  await link(page, messages.createProfile).waitFor();
  await button(page, "Menu").click();
  expect(await menuLinks(page)).toContain("/create-profile");
  await button(page, messages.disconnectWallet).waitFor();
  await look(page, "menu-connected");
});

test("opens the member's menu from the badge, with a dot when an endorsement waits", async () => {
  const { page } = await screens.open("/faqs", "carol");
  const badge = button(page, "carol.btc, menu");
  await badge.click();
  const links = await menuLinks(page);
  expect(links).toContain("/profile");
  expect(links).not.toContain("/create-profile");
  await says(page.getByRole("navigation", { name: "Menu" }), waiting);
  await look(page, "menu-member");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await says(page.getByRole("navigation", { name: "Quick" }), waiting);
});

test("marks the current page, what waits and the highlighted option in forced colours", async () => {
  const { page } = await screens.open("/new-endorsement", "carol");
  await page.emulateMedia({ forcedColors: "active" });
  const styleOf = (part: Locator, property: string) =>
    part.evaluate((one, name) => getComputedStyle(one).getPropertyValue(name), property);
  const bar = page.getByRole("navigation", { name: "Main" });
  const paper = await styleOf(page.getByRole("banner"), "background-color");
  await says(bar, waiting);
  const dot = bar.getByText(waiting).locator("xpath=preceding-sibling::span[1]");
  expect(await styleOf(dot, "background-color")).not.toBe(paper);
  const lineBelow = (name: string) => styleOf(link(bar, name), "border-bottom-color");
  expect(await lineBelow("Endorse")).not.toBe(paper);
  expect(await lineBelow("Feed")).toBe(paper);

  await page.getByRole("combobox", { name: "Recipient" }).click();
  const options = page.getByRole("option");
  await options.nth(1).waitFor();
  await page.keyboard.press("ArrowDown");
  const highlighted = page.locator("[role=option][data-highlighted]");
  await expect.poll(() => highlighted.count()).toBe(1);
  expect(await styleOf(highlighted, "outline-style")).toBe("solid");
  const other = page.locator("[role=option]:not([data-highlighted])").first();
  expect(await styleOf(other, "outline-style")).toBe("none");
  await look(page, "forced-colours", { part: "[role=presentation]:has([role=listbox])" });
});

test("scrolls the menu in a low window", async () => {
  for (const size of [
    { width: 640, height: 360 },
    { width: 320, height: 480 },
  ]) {
    const { page } = await screens.open("/faqs", "carol", size);
    await button(page, "carol.btc, menu").click();
    await button(page, messages.disconnectWallet).click();
    await says(page, messages.walletDisconnected);
    await button(page, messages.connectWallet).first().waitFor();
  }
});

test("shows no dot when no endorsement waits", async () => {
  const { page } = await screens.open("/events", "atelier");
  await button(page, "atelier.btc, menu").waitFor();
  await says(page, messages.noEndorsementsPending);
  expect(await page.getByText(waiting).count()).toBe(0);
});

test("cuts long names in the badge to fourteen characters, on a phone to seven", async () => {
  const { page } = await screens.open("/faqs", "clarityuniverse");
  const badge = button(page, "clarityuniverse.btc, menu");
  await says(badge, "clarityuniver….btc");
  await look(page, "header-long-name");
  await page.setViewportSize({ width: 390, height: 844 });
  await says(badge, "clarit….btc");
});

test("keeps the badge's place in the header while the profile loads", async () => {
  const person = await screens.prepare("dan");
  const release = await hold(person, "/api/column");
  await person.page.goto("/faqs");
  await isHeaded(person.page, messages.footerFaqs);
  await look(person.page, "header-loading");
  await release();
  await button(person.page, "dan.btc, menu").waitFor();
});

test("offers to reload the profile in the header when loading it failed", async () => {
  const person = await screens.prepare("dan");
  const { page } = person;
  const mend = await fail(person, "/api/column");
  await page.goto("/faqs");
  await button(page, "Reload profile").waitFor();
  await look(page, "header-failed");
  await mend();
  await button(page, "Reload profile").click();
  await button(page, "dan.btc, menu").waitFor();
});

test("says when a page was last updated while the index is stalled, and moves nothing", async () => {
  const { page } = await screens.prepare();
  const status = (url: URL) => url.pathname === "/api/status";
  const line = page.getByText(/^Updated \d+ minutes ago$/);
  const card = page.getByRole("article").first();
  const blockTime = new Date(Date.now() - 12 * MINUTE).toISOString();
  await page.clock.install();
  const answered = page.waitForResponse((response) => status(new URL(response.url())));
  await page.goto("/home");
  await answered;
  await card.waitFor();
  const before = await card.boundingBox();
  expect(await line.count()).toBe(0);

  await page.route(status, async (route) => {
    const response = await route.fetch();
    const { tip, ...others } = await response.json();
    const stalled = "The index is 40 blocks behind the node.";
    await route.fulfill({ response, json: { ...others, stalled, tip: { ...tip, blockTime } } });
  });
  await page.clock.fastForward(times.refetch);
  await says(page, "Updated 17 minutes ago");
  expect(await card.boundingBox()).toEqual(before);
  const announced = page.getByRole("status").filter({ hasText: "Updated on" });
  const words = await announced.locator(".sr-only").textContent();
  await look(page, "stalled", { everywhere: true });
  await page.clock.fastForward(MINUTE);
  await says(page, "Updated 18 minutes ago");
  expect(await announced.locator(".sr-only").textContent()).toBe(words);
  await page.goto(`/profile/${dan.address}`);
  // Fails if the header of the profile covers it.
  await line.click({ trial: true });
  await look(page, "stalled-profile", { everywhere: true });

  await page.unroute(status);
  await page.clock.fastForward(MINUTE);
  await line.waitFor({ state: "detached" });
});

test("says when a page was last updated once the service has not answered for five minutes", async () => {
  const person = await screens.prepare();
  const { page } = person;
  await page.clock.install();
  const answered = page.waitForResponse((response) => response.url().endsWith("/api/status"));
  await page.goto("/home");
  await answered;
  const mend = await fail(person, "/api/status");
  await page.clock.fastForward(times.refetch);
  await says(page, "Updated 5 minutes ago");
  await look(page, "service-silent");
  await mend();
  await page.clock.fastForward(times.refetch);
  await page.getByText("Updated 5 minutes ago").waitFor({ state: "detached" });
});

test("says on a page that cannot load that the device is offline, and loads it once online", async () => {
  // The network may come back a moment after the browser says so.
  const patient = { waitsToRetry: true };
  const { page, context, excused } = await screens.open("/directory", undefined, patient);
  const people = page.getByRole("region", { name: "People" });
  await people.getByRole("link", { name: `${messages.viewProfile} dan.btc` }).click();
  await isHeaded(page, "dan.btc");
  await page.goBack();
  page.on("request", (request) => excused.push(new URL(request.url()).pathname));
  await context.setOffline(true);
  await people.getByRole("link", { name: `${messages.viewProfile} alice.btc` }).click();
  await isHeaded(page, messages.profileFetchError);
  await says(page, "You seem to be offline.");
  await button(page, "Try again").waitFor();
  await look(page, "profile-offline");
  await context.setOffline(false);
  await isHeaded(page, "alice.btc");
});

test("lets the times on an open page grow older", async () => {
  const { page } = await screens.prepare();
  await page.clock.install();
  const answered = page.waitForResponse((response) => response.url().endsWith("/api/status"));
  await page.goto("/endorsement/1");
  // All code must be there before the clock moves, or it would count as late.
  await answered;
  await page.locator(".Toastify").waitFor({ state: "attached" });
  const time = page.getByRole("main").locator("time").first();
  await expect.poll(() => time.innerText()).toMatch(/ago$|^just now$/);
  // More than an hour, because blocks may be some minutes ahead of the clock.
  await page.clock.fastForward(120 * MINUTE);
  await expect.poll(() => time.innerText()).toMatch(/^\d hours? ago$/);
});

test("warns of a second wallet for ten seconds on connecting, and confirms disconnecting", async () => {
  const { page } = await screens.open("/faqs");
  await button(page, messages.connectWallet).waitFor();
  const chooser = walletChooser(page);
  await chooser.open();
  const warning = page.getByRole("alert").filter({ hasText: messages.singleWallet });
  await expect.poll(() => moveToastTo(warning, 5_000)).toBe(1);
  await look(page, "toast-single-wallet");
  await moveToastTo(warning, 9_000);
  await warning.waitFor();
  await moveToastTo(warning, 10_000);
  await warning.waitFor({ state: "detached" });
  await chooser.connect("Dev Wallet").click();
  await walletRequest(page).choose("erin");
  await walletRequest(page).confirm();
  await button(page, messages.connectWallet).waitFor({ state: "detached" });
  await disconnect(page);
  await says(page, messages.walletDisconnected);
  await look(page, "toast-disconnected");
  await button(page, messages.connectWallet).waitFor();
});

test("signs out on all devices from the menu", async () => {
  const { page } = await screens.open("/faqs", "dan");
  await button(page, "dan.btc, menu").click();
  await button(page, "Sign out everywhere").waitFor();
  await look(page, "menu-sign-out-everywhere");
  await button(page, "Sign out everywhere").click();
  // There is no session yet, so the wallet shows that it is really dan who asks.
  await walletRequest(page).confirm();
  await says(page, "Signed out on all devices");
  await button(page, messages.connectWallet).waitFor();
  const session = await page.request.get("/api/session");
  expect(await session.json()).toMatchObject({ address: null });
});

test("ends the warning of a second wallet before the wallet shows anything", async () => {
  const { page } = await screens.open("/faqs");
  const chooser = walletChooser(page);
  await chooser.open();
  const warning = page.getByRole("alert").filter({ hasText: messages.singleWallet });
  await warning.waitFor();
  await chooser.connect("Dev Wallet").click();
  await walletRequest(page).heading.waitFor();
  await warning.waitFor({ state: "detached" });
  await look(page, "wallet-asks");
});

/** Sends a transaction of atelier's that will fail, so that it changes nothing for other tests. */
async function sendInVain() {
  const { page, context } = await screens.open("/edit-profile", "atelier");
  await page.getByRole("textbox", { name: messages.summary }).fill("We bake no bread at all.");
  await button(page, messages.confirmChanges).click();
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await says(page, messages.transactionSubmitted);
  return { page, context, request };
}

test("takes the toast of a pending transaction away with Disconnect", async () => {
  const { page } = await sendInVain();
  await disconnect(page);
  await says(page, messages.walletDisconnected);
  await expect.poll(() => page.getByText(messages.transactionSubmitted).count()).toBe(0);
  await screens.mine();
});

test("takes the toast of a pending transaction away with Sign out everywhere", async () => {
  const { page, request } = await sendInVain();
  await button(page, "atelier.btc, menu").click();
  await button(page, "Sign out everywhere").click();
  await request.confirm();
  await says(page, "Signed out on all devices");
  await expect.poll(() => page.getByText(messages.transactionSubmitted).count()).toBe(0);
  await screens.mine();
});

test("takes the toast of a pending transaction away when another tab disconnects", async () => {
  const { page, context } = await sendInVain();
  const other = await context.newPage();
  await other.goto("/faqs");
  await button(other, "atelier.btc, menu").waitFor();
  await disconnect(other);
  await button(page, messages.connectWallet).waitFor();
  await expect.poll(() => page.getByText(messages.transactionSubmitted).count()).toBe(0);
  await screens.mine();
});

test("moves the page below a toast on a phone", async () => {
  const { page } = await screens.open(`/profile/${dan.address}`, "carol", {
    width: 390,
    height: 844,
  });
  await page.getByRole("button", { name: /ollow dan\.btc$/ }).click();
  await walletRequest(page).confirm();
  const toast = page.getByRole("alert").filter({ hasText: /ollowing dan\.btc/ });
  await expect.poll(() => moveToastTo(toast, 0)).toBe(1);
  const bottom = async (one: Locator) => {
    const box = await one.boundingBox();
    return box === null ? 0 : box.y + box.height;
  };
  const top = async (one: Locator) => (await one.boundingBox())?.y ?? 0;
  await expect
    .poll(async () => (await top(page.getByRole("main").locator("header"))) - (await bottom(toast)))
    .toBeGreaterThanOrEqual(0);
  await look(page, "toast-phone");
  await moveToastTo(toast, times.toast);
  await toast.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /ollow dan\.btc$/ }).click();
  await toast.waitFor();
});

test("opens a new page at its top, and restores the scroll position on going back", async () => {
  const { page } = await screens.open("/home");
  await page.getByRole("article").first().waitFor();
  const place = () => page.evaluate(() => Math.round(scrollY));
  await page.mouse.wheel(0, 900);
  await expect.poll(place).toBeGreaterThan(800);
  const dans = page.getByRole("article").getByRole("link", { name: "dan.btc" }).last();
  // By script: Playwright's click would scroll the page first.
  const left = await dans.evaluate((one: HTMLElement) => {
    const now = Math.round(scrollY);
    one.click();
    return now;
  });
  await page.waitForURL(`/profile/${dan.address}`);
  await isHeaded(page, "dan.btc");
  await expect.poll(place).toBe(0);
  await page.goBack();
  await page.waitForURL("/home");
  await expect.poll(place).toBe(left);
  await page.goForward();
  await isHeaded(page, "dan.btc");
  await expect.poll(place).toBe(0);
});

test("remembers the chosen theme", async () => {
  const { page } = await screens.open("/faqs");
  await isHeaded(page, messages.footerFaqs);
  await button(page, "Use dark theme").click();
  await page.reload();
  await button(page, "Use light theme").waitFor();
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return [backgroundColor, color];
  });
  expect(colours).toEqual(["rgb(20, 19, 15)", "rgb(237, 231, 218)"]);
  expect(await axeFindings(page)).toEqual([]);
});
