import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, inject } from "vitest";
import { connect } from "../actions/wallet.ts";
import type { Person, PersonOptions } from "./browser.ts";
import { mine } from "./chain.ts";
import { setStage } from "./stage.ts";

/** The product whose screens are looked at: its blocks come only when asked for, so that what is pending stays so. */
export function setScreens() {
  const stage = setStage();

  /** Where it is kept what the browser of somebody who connected their wallet remembers; the wallet is asked once. */
  async function stateOf(account: string): Promise<string> {
    const file = join(inject("connectedFolder"), `${account}.json`);
    if (existsSync(file)) return file;
    const { page, context } = await stage.enter({}, inject("stillOrigin"));
    await page.goto("/faqs");
    await connect(page, account);
    await context.storageState({ path: file });
    return file;
  }

  return {
    /** Opens a page as one of the devnet's accounts, or as somebody without a wallet. */
    async open(path: string, account?: string, options: PersonOptions = {}): Promise<Person> {
      const state = account === undefined ? {} : { storageState: await stateOf(account) };
      const person = await stage.enter({ ...options, ...state }, inject("stillOrigin"));
      await person.page.goto(path);
      return person;
    },
    /** The same, with something done to the page before it opens. */
    async prepare(account?: string, options: PersonOptions = {}): Promise<Person> {
      const state = account === undefined ? {} : { storageState: await stateOf(account) };
      return stage.enter({ ...options, ...state }, inject("stillOrigin"));
    },
    /** Puts what waits into a block. */
    mine: () => mine(inject("stillNodeUrl")),
  };
}

/** A text that can be seen, to the letter; as part of a sentence, too. */
export function text(page: Page | Locator, words: string): Locator {
  return page.getByText(literally(words)).filter({ visible: true }).first();
}

/** Waits until a text can be seen, to the letter. */
export async function says(page: Page | Locator, ...all: string[]): Promise<void> {
  for (const words of all) await text(page, words).waitFor();
}

/** A heading, to the letter. */
export const heading = (page: Page | Locator, name: string) =>
  page.getByRole("heading", { name, exact: true }).first();

/** Waits until a heading is there, to the letter. */
export async function isHeaded(page: Page | Locator, words: string): Promise<void> {
  await heading(page, words).waitFor();
}

/** Waits until the window is named so. */
export async function isTitled(page: Page, title: string): Promise<void> {
  await expect.poll(() => page.title()).toBe(`${title} · Colonnade`);
}

/** What a page asks the service for from now on: a list that grows. */
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

/** Has pages come plain, so that they ask for themselves what the service would have rendered them from. */
export async function askPlain({ page }: Person): Promise<void> {
  await page.route("**", (route, request) => {
    const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame();
    return isPage
      ? route.continue({ headers: { ...request.headers(), prefer: "return=minimal" } })
      : route.fallback();
  });
}

/** Keeps an API call waiting. Answers how to let it go. */
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

/** Has an API call fail, and takes the page's clock in hand for its retries. Answers how to mend it. */
export async function fail(
  person: Person,
  path: string,
  status = 503,
): Promise<() => Promise<void>> {
  person.excused.push(path);
  await askPlain(person);
  await person.page.clock.install();
  const handler = isCall(path);
  await person.page.route(handler, (route) =>
    route.fulfill({
      status,
      json: { error: { code: "unknown", message: "The service is catching its breath." } },
    }),
  );
  return () => person.page.unroute(handler);
}

/** Lets the page's clock run until something is there: three retries of a call take seven seconds. */
export async function runUntil(page: Page, awaited: Locator): Promise<void> {
  while (!(await awaited.isVisible())) await page.clock.runFor(1000);
}

function isCall(path: string) {
  return (url: URL) => url.pathname === path;
}

function literally(words: string): RegExp {
  return new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}
