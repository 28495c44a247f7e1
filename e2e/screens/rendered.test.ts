import { messages } from "@colonnade/domain/messages.ts";
import { expect, inject, test } from "vitest";
import { untilAwake } from "../stack/browser.ts";
import { look } from "../stack/look.ts";
import { untilRendered } from "../stack/rendered.ts";
import { button, says, setScreens } from "../stack/screens.ts";

const screens = setScreens();

test("without scripts, what strangers arrive at is read, and what needs scripts is said", async () => {
  const { page } = await screens.prepare(undefined, { javaScriptEnabled: false });
  await untilRendered(page, "/home");
  await page.goto("/home");
  await says(page, "The mural on Fifth");
  expect(await page.locator("body > noscript").innerText()).toContain(
    "Wallets and endorsing need it.",
  );
  expect(await page.getByRole("article").count()).toBeGreaterThan(5);
  expect(await page.locator("main noscript").innerText()).toBe(
    "To see the rest, turn JavaScript on.",
  );
});

test("a page whose code does not come says so beside what there is to read", async () => {
  const { page, errors } = await screens.prepare();
  const code = "**/assets/index-*.js";
  await untilRendered(page, "/home");
  await page.route(code, (route) => route.abort());
  // Not waited for: it does not come alive.
  await page.evaluate((address) => location.assign(address), `${inject("stillOrigin")}/home`);
  await says(
    page,
    "The code of this page did not arrive. Are you connected?",
    "The mural on Fifth",
  );
  await look(page, "code-missing");
  await page.unroute(code);
  errors.splice(0);
  await button(page, "Try again").click();
  await button(page, messages.connectWallet).waitFor();
  await untilAwake(page);
  expect(await page.getByText("The code of this page did not arrive.").count()).toBe(0);
});
