import { messages } from "@colonnade/domain/messages.ts";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { alice } from "../../apps/devnet/accounts.ts";
import { connect, walletChooser, walletRequest } from "../actions/wallet.ts";
import { expectFocus, press, reach } from "../stack/controls.ts";
import { look, settle } from "../stack/look.ts";
import { moveToastTo } from "../stack/motion.ts";
import { button, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

/** Installs a wallet extension that gives the same answer to every request. */
async function installWallet(page: Page, answer: unknown): Promise<void> {
  const source = `window.LeatherProvider = { request: async () => (${JSON.stringify(answer)}) };`;
  await page.addInitScript(source);
}

/** Connects this wallet. */
async function connectLeather(page: Page): Promise<void> {
  await page.goto("/faqs");
  const chooser = walletChooser(page);
  await chooser.open();
  await chooser.connect("Leather").click();
}

/** Opens a page in a browser without any wallet: the dev wallet is blocked. */
async function openWithoutWallet(): Promise<Page> {
  const { page, excused } = await screens.prepare();
  await page.route("**/provider.js", (route) => {
    excused.push(new URL(route.request().url()).pathname);
    return route.abort();
  });
  await page.goto("/faqs");
  return page;
}

test("connects a wallet of the browser, and links to install the others", async () => {
  const { page } = await screens.open("/faqs");
  const chooser = walletChooser(page);
  await chooser.open();
  const warning = page.getByRole("alert").filter({ hasText: messages.singleWallet });
  await expect.poll(() => moveToastTo(warning, 0)).toBe(1);
  await says(chooser.dialog, messages.singleWallet, "In this browser", "Others, to install");
  await expect.poll(() => chooser.dialog.getByRole("button", { name: "Connect" }).count()).toBe(1);
  for (const [wallet, site] of [
    ["Leather", "https://leather.io"],
    ["Xverse Wallet", "https://xverse.app"],
  ] as const) {
    const install = chooser.install(wallet);
    expect(await install.getAttribute("href")).toBe(site);
    expect(await install.getAttribute("target")).toBe("_blank");
    expect(await install.getAttribute("rel")).toMatch(/noopener|noreferrer/);
  }
  await look(page, "wallet-chooser", { everywhere: true });
  const heads = [chooser.dialog.getByRole("heading", { name: "Connect a wallet" }), chooser.exit];
  const wallets = [chooser.connect("Dev Wallet"), chooser.install("Xverse Wallet")];
  for (const [width, height] of [
    [320, 568],
    [320, 640],
    [390, 844],
    [820, 1180],
    [667, 375],
    [844, 390],
    [1024, 768],
  ] as const) {
    const where = `at ${width} × ${height} px`;
    await page.setViewportSize({ width, height });
    await settle(page);
    expect(await overlap(warning, chooser.dialog), where).toBe(0);
    expect(await isOnTop(warning), where).toBe(true);
    for (const one of [...wallets, ...heads]) {
      await one.scrollIntoViewIfNeeded();
      expect(await isOnTop(one), where).toBe(true);
    }
  }
  await button(page, "close").click();
  await warning.waitFor({ state: "detached" });
  expect(await chooser.dialog.isVisible()).toBe(true);
});

test("lists the wallets of the browser before those to install", async () => {
  const { page } = await screens.prepare();
  await installWallet(page, { result: {} });
  await page.goto("/faqs");
  const chooser = walletChooser(page);
  await chooser.open();
  const rows = chooser.dialog.getByRole("listitem");
  await expect
    .poll(() => rows.getByText(/^(Dev Wallet|Leather|Xverse Wallet)$/).allTextContents())
    .toEqual(["Dev Wallet", "Leather", "Xverse Wallet"]);
  await expect.poll(() => chooser.connect("Leather").count()).toBe(1);
  await look(page, "wallet-chooser-two");
});

test("links to wallets when the browser has none, and says on closing that one is needed", async () => {
  const page = await openWithoutWallet();
  const chooser = walletChooser(page);
  await chooser.open();
  await says(chooser.dialog, "There is no wallet in this browser yet.", messages.singleWallet);
  expect(await chooser.dialog.getByRole("button", { name: "Connect" }).count()).toBe(0);
  await expect.poll(() => chooser.dialog.getByRole("link", { name: /^Install/ }).count()).toBe(2);
  await look(page, "wallet-chooser-none", { everywhere: true });
  await chooser.exit.click();
  await says(page, messages.noHiroExtension);
});

test("chooses a wallet by keyboard, and restores the focus on closing", async () => {
  const { page } = await screens.open("/faqs", undefined, { manner: "keyboard" });
  const chooser = walletChooser(page);
  const opener = button(page, messages.connectWallet);
  const isClosed = async () => {
    await chooser.dialog.waitFor({ state: "detached" });
    await expectFocus(opener);
    await expect.poll(() => opener.getAttribute("aria-busy")).toBeNull();
  };
  await chooser.open();
  await expectFocus(chooser.connect("Dev Wallet"));
  await reach(chooser.install("Xverse Wallet"));
  await page.keyboard.press("Tab");
  await expectFocus(chooser.exit);
  await page.keyboard.press("Shift+Tab");
  await expectFocus(chooser.install("Xverse Wallet"));
  await page.keyboard.press("Escape");
  await isClosed();
  await chooser.open();
  await press(chooser.exit);
  await isClosed();
  await chooser.open();
  await expectFocus(chooser.connect("Dev Wallet"));
  await page.mouse.click(5, 400);
  await isClosed();
  expect(await page.getByText(messages.noHiroExtension).count()).toBe(0);
});

test("opens one dialog for two presses", async () => {
  const { page } = await screens.open("/network");
  const all = page.getByRole("button", { name: messages.connectWallet });
  await all.nth(1).waitFor();
  await all.evaluateAll((buttons) => {
    for (const one of buttons) if (one instanceof HTMLElement) one.click();
  });
  const chooser = walletChooser(page);
  await chooser.exit.click();
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await expect.poll(() => page.locator("[aria-busy=true]").count()).toBe(0);
});

/** The area in which two elements overlap, in square pixels. */
async function overlap(one: Locator, other: Locator): Promise<number> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (a === null || b === null) throw new Error("Both elements must be visible");
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

test("refuses a wallet without a Stacks address", async () => {
  const { page } = await screens.prepare();
  await installWallet(page, { result: { addresses: [{ address: "bc1qxyz", publicKey: "" }] } });
  await connectLeather(page);
  await says(page, messages.noHiroExtension);
  await look(page, "toast-no-stacks-address");
});

test("refuses a wallet of another network", async () => {
  const { page } = await screens.prepare();
  const address = "SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF";
  await installWallet(page, { result: { addresses: [{ address, publicKey: "" }] } });
  await connectLeather(page);
  await says(page, "Your wallet is on another network.");
});

test("says to an account of several keys that it cannot sign in with the service", async () => {
  const { page } = await screens.prepare();
  const address = "SN8H248H248H248H248H248H248H248H242NR6HB";
  await installWallet(page, { result: { addresses: [{ address, publicKey: "" }] } });
  await connectLeather(page);
  await walletChooser(page).dialog.waitFor({ state: "hidden" });
  await page.goto(`/profile/${alice.address}`);
  await button(page, "Report alice.btc").click();
  const dialog = page.getByRole("dialog", { name: "Report alice.btc" });
  await dialog.getByRole("radio").first().check();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Not who she says she is.");
  await button(dialog, "Send the report").click();
  await says(page, messages.noSingleKey);
  await look(page, "toast-no-single-key");
});

test("calls an unreadable answer of a wallet invalid", async () => {
  const { page } = await screens.prepare();
  await installWallet(page, { result: {} });
  await connectLeather(page);
  await says(page, messages.invalidAuthResponse);
  await button(page, messages.connectWallet).waitFor();
});

test("shows a wallet's own error on connecting", async () => {
  const { page } = await screens.prepare();
  const error = { code: -31999, message: "The vault is locked" };
  await installWallet(page, { error });
  await connectLeather(page);
  await says(page, `${messages.failedToLogin}The vault is locked`);
});

test("says when the connected wallet is gone from the browser", async () => {
  const { page, excused } = await screens.open("/edit-profile", "alice");
  await page.route("**/provider.js", (route) => {
    excused.push(new URL(route.request().url()).pathname);
    return route.abort();
  });
  await page.reload();
  await page.getByRole("textbox", { name: messages.summary }).fill("Without a wallet.");
  await button(page, messages.confirmChanges).click();
  await says(page, messages.hiroNotInstalled);
  await look(page, "toast-no-wallet");
});

test("drops a wallet session of another version, and says so", async () => {
  const { page } = await screens.prepare("alice");
  await page.addInitScript(() => {
    localStorage.setItem("blockstack-session", JSON.stringify({ version: "0.9.0" }));
  });
  await page.goto("/faqs");
  await says(page, "You were signed out: what this browser kept is from another version.");
  await button(page, messages.connectWallet).waitFor();
  await look(page, "toast-session-version");
});

test("drops a wallet session without user data, and says so", async () => {
  const { page } = await screens.prepare("alice");
  await page.addInitScript(() => {
    const session = { version: "1.0.0", transitKey: "", etags: {} };
    localStorage.setItem("blockstack-session", JSON.stringify(session));
  });
  await page.goto("/faqs");
  await says(page, messages.noUserData);
  await button(page, messages.connectWallet).waitFor();
});

test("says that there was a session when another tab connected meanwhile", async () => {
  const { page, context } = await screens.open("/faqs");
  const chooser = walletChooser(page);
  await chooser.open();
  const other = await context.newPage();
  await other.goto("/faqs");
  await connect(other, "alice");
  await page.bringToFront();
  await chooser.connect("Dev Wallet").click();
  const request = walletRequest(page);
  await request.choose("bob");
  await request.confirm();
  await says(page, messages.existingSession);
  await look(page, "toast-existing-session");
  for (const tab of [page, other]) await button(tab, "bob.btc, menu").waitFor();
});

/** Whether nothing covers the middle of an element. */
function isOnTop(one: Locator): Promise<boolean> {
  return one.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return element.contains(top);
  });
}
