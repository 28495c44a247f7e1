import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setUpBrowser } from "../stack/browser.ts";

const browser = setUpBrowser();

const field = (page: Page) => page.getByRole("searchbox", { name: "Search by name" });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? null);

/** Waits for hydration: the bars come after the first paint. */
async function open(page: Page, path: string) {
  await page.goto(path);
  await page.getByRole("button", { name: "Connect Wallet" }).first().waitFor();
}

test.each(["/", "Control+k", "Meta+k"])("opens the search by %s", async (key) => {
  const { page } = await browser.newPerson();
  await open(page, "/directory");
  await page.keyboard.press(key);
  await expect.poll(() => focused(page)).toBe("Search by name");
  expect(await field(page).inputValue()).toBe("");
});

test.each(["Control+k", "Meta+k"])("opens the search by %s from a field, too", async (key) => {
  const { page } = await browser.newPerson();
  await open(page, "/contact");
  const words = page.getByRole("textbox", { name: "Message" });
  await words.pressSequentially("1/2");
  expect(await words.inputValue()).toBe("1/2");
  await page.keyboard.press(key);
  await page.waitForURL("**/home");
  await expect.poll(() => focused(page)).toBe("Search by name");
});

test("opens the feed's search by key on a page without one", async () => {
  const { page } = await browser.newPerson();
  await open(page, "/faqs");
  await page.keyboard.press("/");
  await page.waitForURL("**/home");
  await expect.poll(() => focused(page)).toBe("Search by name");
  await page.keyboard.type("bob");
  await page.waitForURL("**/home?search=bob");

  await page.keyboard.press("Escape");
  await expect.poll(() => field(page).inputValue()).toBe("");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBeNull();
});

test("keeps what is typed while the address changes", async () => {
  const { page } = await browser.newPerson();
  await open(page, "/home");
  await page.keyboard.press("/");
  // Types the next letter right after each change of the address, before React sees it.
  await page.evaluate(() => {
    const replace = history.replaceState.bind(history);
    let letters = ["o", "b"];
    history.replaceState = (...args) => {
      replace(...args);
      const [letter, ...rest] = letters;
      letters = rest;
      const input = document.activeElement;
      if (letter === undefined || !(input instanceof HTMLInputElement)) return;
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      set?.call(input, input.value + letter);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    };
  });
  await page.keyboard.type("b");
  await page.waitForURL("**/home?search=bob");
  await expect.poll(() => field(page).inputValue()).toBe("bob");
});

test("types a slash into a field instead of opening the search", async () => {
  const { page } = await browser.newPerson();
  await page.goto("/contact");
  const message = page.getByRole("textbox", { name: "Message" });
  await message.pressSequentially("and/or");
  expect(await message.inputValue()).toBe("and/or");
  expect(new URL(page.url()).pathname).toBe("/contact");
});

test("leaves Ctrl+K to the fields of a Mac, where it deletes to the end of the line", async () => {
  const { page } = await browser.newPerson();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "platform", { value: "MacIntel" });
  });
  await page.goto("/contact");
  const message = page.getByRole("textbox", { name: "Message" });
  await message.pressSequentially("Half a thought");
  await page.keyboard.press("Control+k");
  await message.pressSequentially(", and the rest");
  expect(await message.inputValue()).toBe("Half a thought, and the rest");
  expect(new URL(page.url()).pathname).toBe("/contact");
  await page.keyboard.press("Meta+k");
  await page.waitForURL("/home");
});

test("opens the search as a dialog on a small screen, and Esc restores the focus", async () => {
  const { page } = await browser.newPerson({ width: 390, height: 800 });
  await open(page, "/home");
  await page.getByRole("button", { name: "Search by name" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Search by name" });
  await dialog.waitFor();
  await expect.poll(() => focused(page)).toBe("Search by name");
  await page.keyboard.type("carol");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.waitForURL("**/home?search=carol");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain("Search by name");

  await page.keyboard.press("/");
  await dialog.waitFor();
  await expect.poll(() => field(page).inputValue()).toBe("carol");
});
