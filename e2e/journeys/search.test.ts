import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setStage } from "../stack/stage.ts";

const stage = setStage();

const field = (page: Page) => page.getByRole("searchbox", { name: "Search by name" });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? null);

/** Once the page listens: what is in the bars comes after the first paint. */
async function open(page: Page, path: string) {
  await page.goto(path);
  await page.getByRole("button", { name: "Connect Wallet" }).first().waitFor();
}

test.each(["/", "Control+k", "Meta+k"])("%s leads to the search", async (key) => {
  const { page } = await stage.enter();
  await open(page, "/directory");
  await page.keyboard.press(key);
  await expect.poll(() => focused(page)).toBe("Search by name");
  expect(await field(page).inputValue()).toBe("");
});

test.each(["Control+k", "Meta+k"])("%s leads to the search from a field, too", async (key) => {
  const { page } = await stage.enter();
  await open(page, "/contact");
  const words = page.getByRole("textbox", { name: "Message" });
  await words.pressSequentially("1/2");
  expect(await words.inputValue()).toBe("1/2");
  await page.keyboard.press(key);
  await page.waitForURL("**/home");
  await expect.poll(() => focused(page)).toBe("Search by name");
});

test("on a page without a search, the key opens the feed's", async () => {
  const { page } = await stage.enter();
  await open(page, "/faqs");
  await page.keyboard.press("/");
  await page.waitForURL("**/home");
  await expect.poll(() => focused(page)).toBe("Search by name");
  await page.keyboard.type("bob");
  await page.waitForURL("**/home?search=bob");

  await page.keyboard.press("Escape");
  expect(await field(page).inputValue()).toBe("");
  await page.keyboard.press("Escape");
  expect(await focused(page)).toBeNull();
});

test("what is typed while the address follows is not lost", async () => {
  const { page } = await stage.enter();
  await open(page, "/home");
  await page.keyboard.press("/");
  // Each letter comes as the address has just been asked to change, and has not.
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
  expect(await field(page).inputValue()).toBe("bob");
});

test("whoever writes a slash writes a slash", async () => {
  const { page } = await stage.enter();
  await page.goto("/contact");
  const message = page.getByRole("textbox", { name: "Message" });
  await message.pressSequentially("and/or");
  expect(await message.inputValue()).toBe("and/or");
  expect(new URL(page.url()).pathname).toBe("/contact");
});

test("on a small screen the search is a dialog; Esc closes it and the keyboard is back where it was", async () => {
  const { page } = await stage.enter({ width: 390, height: 800 });
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
