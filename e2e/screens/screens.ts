import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import { connect } from "../actions/wallet.ts";
import { type Person, type PersonOptions, setUpBrowser } from "../stack/browser.ts";
import { countPending, mine } from "../stack/chain.ts";
import type { StorageState } from "../stack/context-pool.ts";
import { type StillProduct, takeStillProduct } from "./still-product.ts";

/** The browser storage of connected accounts. It ends with the process. */
const states = new Map<string, StorageState>();

/** Milliseconds that a page waits before each retry of a failed call, and (the first) before it looks for a sent one. */
const RETRY_WAITS = [1000, 2000, 4000];

interface ScreenOptions extends PersonOptions {
  /** Whether the page waits before it retries a failed call, as people's pages do. */
  waitsToRetry?: boolean;
}

/** Lets a page that is not open yet retry without waiting. */
async function skipRetryWaits(page: Page): Promise<void> {
  await page.addInitScript((waits) => {
    const { setTimeout } = window;
    const sooner = (...[handler, delay = 0, ...rest]: Parameters<typeof setTimeout>) => {
      // A wait calls only the function that resolves its promise, which is native code. A toast's timer calls ours.
      const isWait = waits.includes(delay) && String(handler).includes("[native code]");
      return setTimeout(handler, isWait ? 0 : delay, ...rest);
    };
    Object.assign(window, { setTimeout: sooner });
  }, RETRY_WAITS);
}

/**
 * Gives a test file a product as it was right after its seed, and opens its pages. It mines on request only, so that a
 * pending transaction stays pending.
 */
export function setUpScreens() {
  let product: StillProduct | undefined;
  beforeAll(async () => {
    product = await takeStillProduct(inject("stillSettings"), inject("screensFolder"));
  });
  afterAll(() => product?.leave());
  const browser = setUpBrowser();
  const newPerson = async ({ waitsToRetry, ...options }: ScreenOptions): Promise<Person> => {
    const person = await browser.newPerson(options, inject("stillOrigin"));
    if (waitsToRetry !== true) await skipRetryWaits(person.page);
    person.context.on("request", (request) => {
      const isRead = ["GET", "HEAD"].includes(request.method());
      if (!isRead && request.url().startsWith(inject("stillOrigin"))) product?.noteWrite();
    });
    return person;
  };
  const nodeUrl = () => inject("stillNodeUrl");
  // What a test that failed left pending must not be taken for what the next one sends.
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    if ((await countPending(nodeUrl())) > 0) await mine(nodeUrl());
  });

  /** Returns the browser storage of a connected account. Connects the wallet only once. */
  async function stateOf(account: string): Promise<StorageState> {
    const known = states.get(account);
    if (known !== undefined) return known;
    const { page, context } = await newPerson({});
    await page.goto("/faqs");
    await connect(page, account);
    const state = await context.storageState();
    states.set(account, state);
    return state;
  }

  return {
    /** Opens a page as one of the devnet's accounts, or without a wallet. */
    async open(path: string, account?: string, options: ScreenOptions = {}): Promise<Person> {
      const state = account === undefined ? {} : { storageState: await stateOf(account) };
      const person = await newPerson({ ...options, ...state });
      await person.page.goto(path);
      return person;
    },
    /** Prepares a page but does not open it, so that a test can set routes first. */
    async prepare(account?: string, options: ScreenOptions = {}): Promise<Person> {
      const state = account === undefined ? {} : { storageState: await stateOf(account) };
      return newPerson({ ...options, ...state });
    },
    /** Waits for a pending transaction, and mines a block with all of them. */
    mine: async () => {
      await expect.poll(() => countPending(nodeUrl())).toBeGreaterThan(0);
      await mine(nodeUrl());
    },
  };
}

/** Finds a visible text to the letter. It may be part of a sentence. */
export function text(page: Page | Locator, words: string): Locator {
  return page.getByText(literally(words)).filter({ visible: true }).first();
}

/** Waits until each text is visible, to the letter. */
export async function says(page: Page | Locator, ...all: string[]): Promise<void> {
  for (const words of all) await text(page, words).waitFor();
}

/** Finds a heading by its exact name. */
export const heading = (page: Page | Locator, name: string) =>
  page.getByRole("heading", { name, exact: true }).first();

/** Waits for a heading with this exact name. */
export async function isHeaded(page: Page | Locator, words: string): Promise<void> {
  await heading(page, words).waitFor();
}

/** Waits until the page has this title. */
export async function isTitled(page: Page, title: string): Promise<void> {
  await expect.poll(() => page.title()).toBe(`${title} · Colonnade`);
}

/** Collects the addresses of the calls that a page makes to a path from now on. */
export function callsOf(page: Page, path: string): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (isCall(path)(new URL(request.url()))) asked.push(request.url());
  });
  return asked;
}

export const button = (page: Page | Locator, name: string) =>
  page.getByRole("button", { name, exact: true }).filter({ visible: true }).first();

export const link = (page: Page | Locator, name: string) =>
  page.getByRole("link", { name, exact: true }).filter({ visible: true }).first();

/** Asks the service for plain pages, so that the page makes its API calls itself. */
export async function askPlain({ page }: Person): Promise<void> {
  await page.route("**", (route, request) => {
    const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame();
    return isPage
      ? route.continue({ headers: { ...request.headers(), prefer: "return=minimal" } })
      : route.fallback();
  });
}

/** Holds an API call back. @returns a function that lets it through */
export async function hold(person: Person, path: string): Promise<() => Promise<void>> {
  const { page } = person;
  await askPlain(person);
  const gate = Promise.withResolvers<void>();
  await page.route(isCall(path), async (route) => {
    await gate.promise;
    await route.continue().catch(() => undefined);
  });
  return async () => {
    gate.resolve();
    await page.unroute(isCall(path));
  };
}

/** Makes an API call fail. The page says so after three retries. @returns a function that mends it */
export async function fail(
  person: Person,
  path: string,
  status = 503,
): Promise<() => Promise<void>> {
  person.excused.push(path);
  await askPlain(person);
  const handler = isCall(path);
  await person.page.route(handler, (route) =>
    route.fulfill({
      status,
      json: {
        error: { code: "unknown", message: "The test makes this call fail.", requestId: "test" },
      },
    }),
  );
  return () => person.page.unroute(handler);
}

function isCall(path: string) {
  return (url: URL) => url.pathname === path;
}

function literally(words: string): RegExp {
  return new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}
