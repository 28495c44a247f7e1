import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { alice } from "../../apps/devnet/accounts.ts";
import { untilAwake } from "../stack/browser.ts";
import { openAsleep, untilRendered } from "../stack/rendered.ts";
import { setStage } from "../stack/stage.ts";

const stage = setStage();
const warning = "Please make sure to use a single wallet for sign in!";
const connectButton = (page: Page) => page.getByRole("button", { name: "Connect Wallet" });
const themeButton = (page: Page) => page.getByRole("button", { name: "Use the other theme" });
const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);

test("what is written before anybody listens stays as it is, and is sent", async () => {
  const { page } = await stage.enter({ width: 390 });
  const letThrough = await openAsleep(page, "/contact");
  const field = (name: string) => page.getByRole("textbox", { name });
  const send = page.getByRole("button", { name: "Send" });
  await field("Name").fill("Ann");
  await field("Email").fill("ann@example.com");
  await field("Message").fill("Half a sent");
  expect(await send.isDisabled()).toBe(true);
  await page.getByText("You can write. Sending takes a moment.").waitFor();
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
  expect(await page.getByText("Sending takes a moment").count()).toBe(0);
  await page.keyboard.press("End");
  await page.keyboard.type("ence.");
  const [request] = await Promise.all([page.waitForRequest("**/api/contact-info"), send.click()]);
  const message = "Half a sentence.";
  expect(request.postDataJSON()).toMatchObject({ name: "Ann", email: "ann@example.com", message });
  await page.getByText("Form Submitted").waitFor();
});

/** Where in which field the caret is. */
const placeOf = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement;
    const caret = field instanceof HTMLTextAreaElement ? field.selectionStart : null;
    return [field?.getAttribute("name"), caret];
  });

/** What a page says of itself to whoever runs no scripts, where it can be seen. */
async function noteOn(page: Page): Promise<string> {
  const note = page.locator("main noscript p");
  await note.waitFor();
  return note.innerText();
}

test("without scripts, nothing is offered that needs them, and the form says that it does", async () => {
  const { page } = await stage.enter({ javaScriptEnabled: false });
  await untilRendered(page, "/contact");
  await page.goto("/contact");
  expect(await noteOn(page)).toBe("Writing to us from here needs JavaScript.");
  expect(await page.getByRole("textbox").count()).toBe(0);
  const buttons = page.getByRole("button").filter({ visible: true });
  expect(await buttons.count()).toBe(1);
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

test("what is typed into the search before anybody listens is searched for", async () => {
  const { page } = await stage.enter();
  const letThrough = await openAsleep(page, "/home");
  await page.getByRole("searchbox", { name: "Search by name" }).fill("carol");
  await letThrough();
  await page.waitForURL("**/home?search=carol");
  expect(await page.getByRole("searchbox", { name: "Search by name" }).inputValue()).toBe("carol");
});

test("what is pressed before anybody listens is done then, in that order, and once", async () => {
  const { page } = await stage.enter();
  const letThrough = await openAsleep(page, "/contact");
  await page.evaluate(() => {
    const pressedAgain: string[] = [];
    addEventListener("click", ({ isTrusted, target }) => {
      if (!isTrusted && target instanceof Element) pressedAgain.push(target.textContent ?? "");
    });
    Object.assign(window, { pressedAgain });
  });
  await connectButton(page).click();
  await themeButton(page).click();
  await themeButton(page).click();
  await letThrough();
  await page.getByRole("alert").filter({ hasText: warning }).waitFor();
  expect(await themeOf(page)).toBe("dark");
  expect(await page.evaluate("pressedAgain")).toEqual(["Connect Wallet", ""]);
});

test("what was pressed five seconds before anybody listened is not done any more", async () => {
  const { page } = await stage.enter();
  await page.clock.install({ time: 0 });
  const letThrough = await openAsleep(page, "/contact");
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

test("a page whose screen does not come says so, and comes when it is asked again", async () => {
  const { page, errors } = await stage.enter();
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

test("a page out of the browser's history waits half a second for newer answers, and no longer", async () => {
  const { page } = await stage.enter();
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
  await untilAwake(page);
  expect(await page.getByRole("heading", { level: 1, name: "alice.btc" }).count()).toBe(0);
  gate.resolve();
  await page.clock.resume();
  await page.getByRole("heading", { level: 1, name: "alice.btc" }).waitFor();
});

test("a page comes alive though its first script did not come at first", async () => {
  const { page, errors } = await stage.enter();
  await untilRendered(page, "/home");
  await page.route("**/first-paint.js", (route) => route.abort(), { times: 1 });
  await page.goto("/home");
  await connectButton(page).first().click();
  await page.getByRole("dialog", { name: "Connect a wallet" }).waitFor();
  expect(errors.splice(0).filter((error) => !error.includes("first-paint.js"))).toEqual([]);
});
