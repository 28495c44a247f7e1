import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { alice } from "../../apps/devnet/accounts.ts";
import { setUpBrowser } from "../stack/browser.ts";
import { openUnhydrated, untilHydrated, untilRendered } from "../stack/hydration.ts";

const browser = setUpBrowser({ hasEmptyCache: true });
const warning = "Please make sure to use a single wallet for sign in!";
const connectButton = (page: Page) => page.getByRole("button", { name: "Connect Wallet" });
const themeButton = (page: Page) => page.getByRole("button", { name: "Use the other theme" });
const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

test("keeps and sends what was typed before hydration", async () => {
  const { page } = await browser.newPerson({ width: 390 });
  const letThrough = await openUnhydrated(page, "/contact");
  const field = (name: string) => page.getByRole("textbox", { name });
  const send = page.getByRole("button", { name: "Send" });
  await field("Name").fill("Ann");
  await field("Email").fill("ann@example.com");
  await field("Message").fill("Half a sent");
  expect(await send.isDisabled()).toBe(true);
  await page.getByText("Start writing. You can send it in a moment.").waitFor();
  await field("Name").press("Enter");
  await field("Message").focus();
  await page.keyboard.press("ArrowLeft");
  const place = await placeOf(page);

  await letThrough();
  expect(new URL(page.url()).search).toBe("");
  expect(await field("Name").inputValue()).toBe("Ann");
  expect(await field("Email").inputValue()).toBe("ann@example.com");
  expect(await field("Message").inputValue()).toBe("Half a sent");
  expect(await placeOf(page)).toEqual(place);
  await page.getByText("11/", { exact: false }).waitFor();
  expect(await page.getByText("You can send it in a moment").count()).toBe(0);
  await page.keyboard.press("End");
  await page.keyboard.type("ence.");
  const [request] = await Promise.all([page.waitForRequest("**/api/contact-info"), send.click()]);
  const message = "Half a sentence.";
  expect(request.postDataJSON()).toMatchObject({ name: "Ann", email: "ann@example.com", message });
  await page.getByText("Form Submitted").waitFor();
});

/** The focused field, and the caret's position in it. */
const placeOf = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement;
    const caret = field instanceof HTMLTextAreaElement ? field.selectionStart : null;
    return [field?.getAttribute("name"), caret];
  });

/** The visible texts for browsers without scripts. */
async function noteOn(page: Page): Promise<string> {
  const note = page.locator("main noscript p");
  await note.waitFor();
  return note.innerText();
}

test("hides controls that need scripts when scripts are off, and says so on the contact form", async () => {
  const { page } = await browser.newPerson({ javaScriptEnabled: false });
  await untilRendered(page, "/contact");
  await page.goto("/contact");
  expect(await noteOn(page)).toBe("This form needs JavaScript.");
  expect(await page.getByRole("textbox").count()).toBe(0);
  const buttons = page.getByRole("button").filter({ visible: true });
  await expect.poll(() => buttons.count()).toBe(1);
  await buttons.click();
  await page.getByRole("link", { name: "My Network" }).filter({ visible: true }).last().waitFor();
  const { address } = alice;
  await untilRendered(page, `/profile/${address}`);
  await page.goto(`/profile/${address}`);
  await page.getByText(shortenPrincipal(address)).filter({ visible: true }).waitFor();
  await untilRendered(page, "/home");
  await page.goto("/home");
  expect(await noteOn(page)).toBe("To see the rest, turn JavaScript on.");
  expect(await page.getByRole("searchbox").filter({ visible: true }).count()).toBe(0);
});

test("searches for what was typed before hydration", async () => {
  const { page } = await browser.newPerson();
  const letThrough = await openUnhydrated(page, "/home");
  await page.getByRole("searchbox", { name: "Search by name" }).fill("carol");
  await letThrough();
  await page.waitForURL("**/home?search=carol");
  expect(await page.getByRole("searchbox", { name: "Search by name" }).inputValue()).toBe("carol");
});

test("replays clicks made before hydration, in order and once", async () => {
  const { page } = await browser.newPerson();
  const letThrough = await openUnhydrated(page, "/contact");
  await page.evaluate(() => {
    const replayed: string[] = [];
    addEventListener("click", ({ isTrusted, target }) => {
      if (!isTrusted && target instanceof Element) replayed.push(target.textContent ?? "");
    });
    Object.assign(window, { replayed });
  });
  await connectButton(page).click();
  await themeButton(page).click();
  await themeButton(page).click();
  await letThrough();
  await page.getByRole("alert").filter({ hasText: warning }).waitFor();
  await expect.poll(() => page.evaluate("replayed")).toEqual(["Connect Wallet", ""]);
  await expect.poll(() => themeOf(page)).toBe("dark");
});

test("drops clicks made more than 5 s before hydration", async () => {
  const { page } = await browser.newPerson();
  await page.clock.install({ time: 0 });
  const letThrough = await openUnhydrated(page, "/contact");
  await page.clock.pauseAt(60_000);
  await themeButton(page).click();
  await page.clock.runFor(100);
  await connectButton(page).click();
  await page.clock.runFor(4_900);
  await letThrough();
  await page.clock.resume();
  await page.getByRole("alert").filter({ hasText: warning }).waitFor();
  expect(await themeOf(page)).toBeUndefined();
});

test("shows an error when a rendered page's screen fails to load, and loads it on a retry", async () => {
  const { page, errors } = await browser.newPerson();
  await untilRendered(page, "/contact");
  const code = "**/assets/contact-*.js";
  await page.route(code, (route) => route.abort());
  await page.goto("/contact");
  await page.getByRole("heading", { name: "Unexpected Application Error!" }).waitFor();
  await connectButton(page).waitFor();
  await page.unroute(code);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  errors.splice(0);
});

test("waits at most half a second for newer data on going back to a page", async () => {
  const { page } = await browser.newPerson();
  const path = `/profile/${alice.address}`;
  const call = `**/api/column?principal=${alice.address}`;
  const gate = Promise.withResolvers<void>();
  await untilRendered(page, path);
  await page.goto(path);
  await page.goto("/docs");
  await page.route(call, async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(60_000);
  const asked = page.waitForRequest(call);
  await page.goBack();
  await asked;
  const old = page.locator("#root[data-rendered] h1");
  await page.clock.runFor(499);
  expect(await old.textContent()).toBe("alice.btc");
  await page.clock.runFor(1);
  await untilHydrated(page);
  expect(await page.getByRole("heading", { level: 1, name: "alice.btc" }).count()).toBe(0);
  gate.resolve();
  await page.clock.resume();
  await page.getByRole("heading", { level: 1, name: "alice.btc" }).waitFor();
});

test("hydrates a page after its first script failed once", async () => {
  const { page, errors } = await browser.newPerson();
  await untilRendered(page, "/home");
  await page.route("**/first-paint.js", (route) => route.abort(), { times: 1 });
  await page.goto("/home");
  await connectButton(page).first().click();
  await page.getByRole("dialog", { name: "Connect a wallet" }).waitFor();
  expect(errors.splice(0).filter((error) => !error.includes("first-paint.js"))).toEqual([]);
});
