import type { Locator, Page } from "playwright-core";
import { look } from "./look.ts";
import { button, fail, hold, isHeaded, runUntil, type setScreens } from "./screens.ts";

interface Loading {
  path: string;
  /** Who is connected; nobody unless said. */
  account?: string;
  /** The path of the API call that the page cannot do without. */
  call: string;
  /** Of the pictures' files, before `-loading` and `-failed`. */
  name: string;
  /** What stands there meanwhile. */
  outline: (page: Page) => Locator;
  /** The heading of what is said instead. */
  failure: string;
  /** What is there in the end. */
  content: (page: Page) => Locator;
}

/** Looks at a page while it loads, and when it could not be loaded: tried again, it is there. */
export async function lookAtLoading(
  screens: ReturnType<typeof setScreens>,
  { path, account, call, name, outline, failure, content }: Loading,
): Promise<void> {
  const waiting = await screens.prepare(account);
  const release = await hold(waiting, call);
  await waiting.page.goto(path);
  await outline(waiting.page).waitFor();
  await look(waiting.page, `${name}-loading`);
  await release();
  await content(waiting.page).waitFor();

  const failing = await screens.prepare(account);
  const { page } = failing;
  const mend = await fail(failing, call);
  await page.goto(path);
  await runUntil(page, button(page, "Try again"));
  await isHeaded(page, failure);
  await look(page, `${name}-failed`);
  await mend();
  await button(page, "Try again").click();
  await content(page).waitFor();
}
