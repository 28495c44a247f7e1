import { messages } from "@colonnade/domain/messages.ts";
import { expect, test } from "vitest";
import { dan } from "../../apps/devnet/accounts.ts";
import { connect, disconnect } from "../actions/wallet.ts";
import { axeFindings } from "../stack/accessibility.ts";
import { look } from "../stack/look.ts";
import {
  button,
  fail,
  hold,
  isHeaded,
  link,
  runUntil,
  says,
  setScreens,
} from "../stack/screens.ts";
import { moveToastTo } from "../stack/toast-clock.ts";

const screens = setScreens();
const waiting = "An endorsement waits for your approval";

/** Where the open menu leads, in its order. */
async function menuLinks(page: Parameters<typeof look>[0]): Promise<string[]> {
  const links = page.getByRole("navigation", { name: "Menu" }).getByRole("link");
  await links.first().waitFor();
  return links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
}

test("signed out, the header connects and the menu offers a profile", async () => {
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

test("connected without a profile, the header and the menu offer to create one", async () => {
  const { page } = await screens.open("/faqs", "grace");
  await link(page, messages.createProfile).waitFor();
  await button(page, "Menu").click();
  expect(await menuLinks(page)).toContain("/create-profile");
  await button(page, messages.disconnectWallet).waitFor();
  await look(page, "menu-connected");
});

test("with a profile, the badge opens a menu that leads to it and says that something waits", async () => {
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

test("in a low window the menu is scrolled to its last row", async () => {
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

test("where nothing waits, no dot pulses", async () => {
  const { page } = await screens.open("/events", "atelier");
  await button(page, "atelier.btc, menu").waitFor();
  await says(page, messages.noEndorsementsPending);
  expect(await page.getByText(waiting).count()).toBe(0);
});

test("long names are cut to fourteen characters, on a phone to seven", async () => {
  const { page } = await screens.open("/faqs", "clarityuniverse");
  const badge = button(page, "clarityuniverse.btc, menu");
  await says(badge, "clarityuniver….btc");
  await look(page, "header-long-name");
  await page.setViewportSize({ width: 390, height: 844 });
  await says(badge, "clarit….btc");
});

test("while it is not known who is connected, the header keeps their place", async () => {
  const person = await screens.prepare("dan");
  const release = await hold(person, "/api/column");
  await person.page.goto("/faqs");
  await isHeaded(person.page, messages.footerFaqs);
  await look(person.page, "header-loading");
  await release();
  await button(person.page, "dan.btc, menu").waitFor();
});

test("whoever's profile could not be loaded has it loaded again from the header", async () => {
  const person = await screens.prepare("dan");
  const { page } = person;
  const mend = await fail(person, "/api/column");
  await page.goto("/faqs");
  await runUntil(page, button(page, "Reload profile"));
  await look(page, "header-failed");
  await mend();
  await button(page, "Reload profile").click();
  await button(page, "dan.btc, menu").waitFor();
});

test("connecting warns of a second wallet for ten seconds, and disconnecting is said", async () => {
  const { page } = await screens.open("/faqs");
  await button(page, messages.connectWallet).waitFor();
  await connect(page, "erin");
  await says(page, messages.singleWallet);
  const warning = page.getByRole("alert").filter({ hasText: messages.singleWallet });
  expect(await moveToastTo(warning, 5_000)).toBe(1);
  await look(page, "toast-single-wallet");
  await moveToastTo(warning, 9_000);
  await warning.waitFor();
  await moveToastTo(warning, 10_000);
  await warning.waitFor({ state: "detached" });
  await disconnect(page);
  await says(page, messages.walletDisconnected);
  await look(page, "toast-disconnected");
  await button(page, messages.connectWallet).waitFor();
});

test("a page begins at its top, and going back finds the place one left", async () => {
  const { page } = await screens.open("/home");
  await page.getByRole("article").first().waitFor();
  const place = () => page.evaluate(() => Math.round(scrollY));
  await page.mouse.wheel(0, 900);
  await expect.poll(place).toBeGreaterThan(800);
  const dans = page.getByRole("article").getByRole("link", { name: "dan.btc" }).last();
  // Pressed from where one is: a pointer would be brought nearer first.
  const left = await dans.evaluate((one: HTMLElement) => {
    const now = Math.round(scrollY);
    one.click();
    return now;
  });
  await page.waitForURL(`/profile/${dan.address}`);
  await isHeaded(page, "dan.btc");
  expect(await place()).toBe(0);
  await page.goBack();
  await page.waitForURL("/home");
  await expect.poll(place).toBe(left);
  await page.goForward();
  await isHeaded(page, "dan.btc");
  await expect.poll(place).toBe(0);
});

test("a theme that was chosen is remembered", async () => {
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
