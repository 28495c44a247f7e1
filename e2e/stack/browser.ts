import { findPage, plainPath } from "@colonnade/domain/pages.ts";
import type { Browser, BrowserContext, Page, Response } from "playwright-core";
import { afterEach, beforeAll, expect, inject } from "vitest";
import { launchChromium } from "../../apps/devnet/tests/chromium.ts";
import { hasText } from "../../apps/service/tests/support/openapi-check.ts";
import { checkResponsesOf, compare } from "../../apps/service/tests/support/response-check.ts";
import { openContext, type StorageState, takeContext } from "./context-pool.ts";
import { type Manner, work } from "./controls.ts";
import { waitForHydration } from "./hydration.ts";

export interface PersonOptions {
  width?: number;
  height?: number;
  colorScheme?: "light" | "dark";
  /** How the person operates the page. The default is the mouse. */
  manner?: Manner;
  /** Whether the browser asks for less motion. By default it does. */
  reducedMotion?: "reduce" | "no-preference";
  /** Whether the screen takes touches. */
  hasTouch?: boolean;
  /** Whether the browser runs scripts, as it does by default. */
  javaScriptEnabled?: boolean;
  /** Cookies and storage of an earlier visit. Without it there are none. */
  storageState?: StorageState;
  /** Whether the browser has loaded nothing before. By default it may have files in its cache. */
  hasEmptyCache?: boolean;
}

export interface Person {
  context: BrowserContext;
  page: Page;
  /** What the page reported as an error: uncaught exceptions and console errors. */
  errors: string[];
  /** Paths that a test makes fail. The browser's reports about them are no errors. */
  excused: string[];
  /** Waits until every response of the service has been compared with its OpenAPI document. */
  compared: () => Promise<void>;
  /** Ends the person's visit. After a failure nobody uses their context again. */
  leave: (test: { hasFailed: boolean }) => Promise<void>;
}

/** One person by mouse on a wide light screen, and one by keyboard alone on a dark phone. */
export const bothManners = [
  { manner: "mouse", width: 1440, height: 900, colorScheme: "light" },
  { manner: "keyboard", width: 390, height: 844, colorScheme: "dark" },
] as const satisfies PersonOptions[];

/** The Chromium of all test files of this process. It ends with the process. */
let shared: Browser | undefined;

/** Starts Chromium, unless it runs. */
async function openBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await launchChromium();
  return shared;
}

/**
 * Opens a browser for a test file. Its people leave after each test. A test fails if a page reported an
 * error, or if a response of the service differs from its OpenAPI document.
 * @param usual options of each person who has no other
 */
export function setUpBrowser(usual: PersonOptions = {}) {
  let browser: Browser | undefined;
  const people: Person[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterEach(async ({ task }) => {
    const present = people.splice(0);
    const hasFailed = task.result?.state === "fail";
    const seen = hasFailed ? await Promise.all(present.map(({ page }) => readPage(page))) : [];
    await Promise.all(
      present.map(({ compared, leave }) => compared().finally(() => leave({ hasFailed }))),
    );
    // The next run may not fail, so the failure says what each person saw.
    if (seen.length > 0) throw new Error(seen.join("\n\n"));
    expect(present.flatMap(({ errors }) => errors)).toEqual([]);
  });
  return {
    /** Opens an empty page for a person whose cookies and storage nobody shares. */
    newPerson: async (options?: PersonOptions, origin = inject("origin")): Promise<Person> => {
      if (browser === undefined) throw new Error("The browser has not started yet");
      await checkResponsesOf(origin);
      const person = await createPerson(browser, origin, { ...usual, ...options });
      people.push(person);
      return person;
    },
  };
}

/** Reads the address of a page and the text on it. */
async function readPage(page: Page): Promise<string> {
  const text = await page.locator("body").innerText({ timeout: 1_000 }).catch(String);
  return `${page.url()} showed:\n${text.slice(0, 3_000)}`;
}

async function createPerson(
  browser: Browser,
  origin: string,
  options: PersonOptions = {},
): Promise<Person> {
  const { manner = "mouse", javaScriptEnabled } = options;
  const { context, page, leave } = await openPage(browser, origin, options);
  const compared = compareResponses(context);
  if (javaScriptEnabled !== false) waitForHydration(page);
  work(page, manner);
  const errors: string[] = [];
  // The browser logs every 404. Here a 404 is expected: no profile yet.
  const excused = ["/api/column"];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    const { url } = message.location();
    if (message.type() !== "error") return;
    const { pathname } = new URL(url, origin);
    if (excused.includes(pathname)) return;
    // A page is answered 404 where there is none, and a rendered one where its first call is.
    const found = findPage(pathname);
    const isMissing =
      found === null
        ? pathname === "/nowhere" || plainPath(pathname) !== null
        : found.calls.some(({ target }) => excused.includes(target.replace(/\?.*/, "")));
    if (isMissing && message.text().includes("status of 404")) return;
    errors.push(`${message.text()} (${url})`);
  });
  return { context, page, errors, excused, compared, leave };
}

/** Opens an empty page in a context that the person alone uses. */
async function openPage(
  browser: Browser,
  origin: string,
  { width = 1440, height = 900, colorScheme = "light", ...options }: PersonOptions,
): Promise<Pick<Person, "context" | "page" | "leave">> {
  const { reducedMotion = "reduce", hasTouch = false, javaScriptEnabled = true } = options;
  const { storageState, hasEmptyCache = false } = options;
  const isUsual = javaScriptEnabled && !hasTouch && !hasEmptyCache;
  const { context, leave } = isUsual
    ? await takeContext(browser, origin, storageState)
    : await openContext(browser, {
        baseURL: origin,
        viewport: { width, height },
        colorScheme,
        reducedMotion,
        hasTouch,
        javaScriptEnabled,
        ...(storageState === undefined ? {} : { storageState }),
      });
  // Long, because the machine may be busy.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme, reducedMotion });
  return { context, page, leave };
}

/** Types of resources outside the API. */
const files = ["document", "script", "stylesheet", "font"];

/**
 * Compares every response that a browser gets from the service with the service's OpenAPI document.
 * @param by compares one response
 * @returns a function that waits until all are compared
 */
export function compareResponses(context: BrowserContext, by = compare): () => Promise<void> {
  const started: Promise<void>[] = [];
  context.on("response", (response) => {
    if (!files.includes(response.request().resourceType())) started.push(compareOne(response, by));
  });
  return async () => {
    await Promise.all(started);
  };
}

async function compareOne(response: Response, by: typeof compare): Promise<void> {
  // A response that the test itself gives has no server address.
  if ((await response.serverAddr().catch(notReceived)) === null) return;
  const type = response.headers()["content-type"]?.split(";")[0] ?? null;
  const text = hasText(type) ? await response.text().catch(notReceived) : "";
  if (text === null) return;
  const method = response.request().method();
  by(method, new URL(response.url()), { status: response.status(), type, text });
}

/** The page was closed before the response came. */
const notReceived = () => null;
