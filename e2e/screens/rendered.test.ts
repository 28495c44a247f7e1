import { messages } from "@colonnade/domain/messages.ts";
import { expect, inject, test } from "vitest";
import { dan } from "../../apps/devnet/accounts.ts";
import { untilHydrated, untilRendered } from "../stack/hydration.ts";
import { look } from "../stack/look.ts";
import { button, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

test("shows public pages without scripts, and says what needs them", async () => {
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

test("says without scripts and in a link's preview which names are organizations'", async () => {
  const { page } = await screens.prepare(undefined, { javaScriptEnabled: false });
  const labelled = page.getByRole("main").getByText(/^Organization$/);
  for (const path of ["/home", "/directory", "/org/1", `/profile/${dan.address}`]) {
    await untilRendered(page, path);
    await page.goto(path);
    await labelled.first().waitFor();
  }
  await page.goto("/org/1");
  const preview = (property: string) =>
    page.locator(`meta[property="og:${property}"]`).getAttribute("content");
  expect(await preview("title")).toBe("clarityuniverse.btc, organization · Colonnade");
  expect(await preview("description")).toMatch(/^An organization\. Clarity Universe teaches/);
});

test("says on a rendered page when its code does not arrive", async () => {
  const { page, errors } = await screens.prepare();
  const code = "**/assets/index-*.js";
  await untilRendered(page, "/home");
  await page.route(code, (route) => route.abort());
  // Does not wait for hydration: without its code the page is never hydrated.
  await page.evaluate((address) => location.assign(address), `${inject("stillOrigin")}/home`);
  await says(page, "The code of this page did not arrive. Are you online?", "The mural on Fifth");
  await look(page, "code-missing");
  await page.unroute(code);
  errors.splice(0);
  await button(page, "Try again").click();
  await page.getByText("The code of this page did not arrive.").waitFor({ state: "detached" });
  await button(page, messages.connectWallet).waitFor();
  await untilHydrated(page);
});
