import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { type Manner, work } from "./hands.ts";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the Chromium that `npm test` found. */
export function launchChromium(): Promise<Browser> {
  const executablePath = process.env.COLONNADE_CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: flags, headless: true });
}

export interface PersonOptions {
  width?: number;
  height?: number;
  colorScheme?: "light" | "dark";
  /** How the actions work the page; by mouse unless it is said. */
  manner?: Manner;
}

export interface Person {
  context: BrowserContext;
  page: Page;
  /** What the page reported as an error: uncaught exceptions and console errors. */
  errors: string[];
}

/** A person with a browser profile of their own. */
export async function newPerson(
  browser: Browser,
  origin: string,
  options: PersonOptions = {},
): Promise<Person> {
  const { width = 1280, height = 900, colorScheme = "light", manner = "mouse" } = options;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme,
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  work(page, manner);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    // The browser itself reports that somebody has no profile yet, which is an answer and no error.
    const isNoProfile = message.location().url.includes("/api/column?");
    if (message.type() === "error" && !isNoProfile) errors.push(message.text());
  });
  return { context, page, errors };
}
