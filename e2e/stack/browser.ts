import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { compareAnswers } from "./answers.ts";
import { type Manner, work } from "./hands.ts";

export interface PersonOptions {
  width?: number;
  height?: number;
  colorScheme?: "light" | "dark";
  /** How the actions work the page; by mouse unless it is said. */
  manner?: Manner;
  /** Asks for no movement, unless it is said. */
  reducedMotion?: "reduce" | "no-preference";
  /** Touches the screen. */
  hasTouch?: boolean;
  /** Whether the browser runs scripts; it does unless it is said. */
  javaScriptEnabled?: boolean;
  /** What the browser remembers from before. */
  storageState?: NonNullable<BrowserContextOptions["storageState"]>;
}

export interface Person {
  context: BrowserContext;
  page: Page;
  /** What the page reported as an error: uncaught exceptions and console errors. */
  errors: string[];
  /** Paths whose failure is part of the test: the browser reports it as an error, too. */
  excused: string[];
  /** Waits until everything that the browser was answered has been compared with the API's document. */
  compared: () => Promise<void>;
}

/** A person with a browser profile of their own. */
export async function newPerson(
  browser: Browser,
  origin: string,
  options: PersonOptions = {},
): Promise<Person> {
  const { width = 1280, height = 900, colorScheme = "light", manner = "mouse", ...rest } = options;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme,
    reducedMotion: "reduce",
    ...rest,
  });
  const compared = compareAnswers(context);
  const page = await context.newPage();
  if (rest.javaScriptEnabled !== false) waitUntilAwake(page);
  work(page, manner);
  const errors: string[] = [];
  // The browser itself reports that somebody has no profile yet, and that a page is not there: answers, and no errors.
  const excused = ["/api/column", "/nowhere"];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    const { url } = message.location();
    if (message.type() !== "error") return;
    if (excused.some((path) => new URL(url, origin).pathname === path)) return;
    errors.push(`${message.text()} (${url})`);
  });
  return { context, page, errors, excused, compared };
}

/** What is rendered on the service can be read at once; a person presses it once it is alive. */
function waitUntilAwake(page: Page): void {
  const open = page.goto.bind(page);
  const openAgain = page.reload.bind(page);
  page.goto = async (...args) => {
    const response = await open(...args);
    await untilAwake(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await openAgain(...args);
    await untilAwake(page);
    return response;
  };
}

/** Resolves when no part of the page only stands there. */
export async function untilAwake(page: Page): Promise<void> {
  await page.locator("html:not(:has(#root[data-rendered]))").waitFor({ state: "attached" });
}
