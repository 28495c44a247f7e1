import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/** Cookies and storage of an earlier visit. */
export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

interface TakenContext {
  context: BrowserContext;
  /** Ends all that the person did in it. After a failure nobody uses it again. */
  leave(test: { hasFailed: boolean }): Promise<void>;
}

/**
 * A context that one person uses after another. Its process has loaded and compiled the app's scripts before, so a page
 * takes a third less processor time than in a new context.
 */
interface Pooled {
  browser: Browser;
  /** What the paths of the context's pages begin with. */
  origin: string;
  context: BrowserContext;
  /** Stays open, so that the process does not end with the other pages. Its documents are empty. */
  anchor: Page;
  /** People who used it. */
  people: number;
  /** Whether a test has installed a clock, which stays in the context. */
  hasClock: boolean;
}

/** How many people use a context. Then it ends, so that its process does not grow for ever. */
const MOST_PEOPLE = 50;
/** How many contexts wait for their next person. */
const MOST_FREE = 4;

const free: Pooled[] = [];

/** Opens a context that nobody uses before or afterwards. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<TakenContext> {
  const context = await browser.newContext(options);
  return { context, leave: () => context.close() };
}

/** Gives a person a context without anything of another's, except files in the cache. */
export async function takeContext(
  browser: Browser,
  origin: string,
  state?: StorageState,
): Promise<TakenContext> {
  const place = free.findIndex((each) => each.browser === browser && each.origin === origin);
  const pooled = free.splice(place, place < 0 ? 0 : 1)[0] ?? (await open(browser, origin));
  const { context } = pooled;
  pooled.people += 1;
  const origins = new Set(state?.origins.map(({ origin: of }) => of));
  if (state !== undefined) await restore(pooled, state);
  context.on("request", (request) => {
    if (request.isNavigationRequest()) origins.add(new URL(request.url()).origin);
  });
  return {
    context,
    async leave({ hasFailed }) {
      if (hasFailed || pooled.hasClock || pooled.people === MOST_PEOPLE) return context.close();
      await clear(pooled, [...origins]);
      free.push(pooled);
      if (free.length > MOST_FREE) await free.shift()?.context.close();
    },
  };
}

async function open(browser: Browser, origin: string): Promise<Pooled> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: "reduce" });
  const anchor = await context.newPage();
  await anchor.route("**", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await anchor.goto(origin);
  const pooled = { browser, origin, context, anchor, people: 0, hasClock: false };
  const install = context.clock.install.bind(context.clock);
  context.clock.install = (options) => {
    pooled.hasClock = true;
    return install(options);
  };
  return pooled;
}

async function restore({ context, anchor }: Pooled, state: StorageState): Promise<void> {
  await context.addCookies(state.cookies);
  for (const { origin, localStorage: items } of state.origins) {
    if (new URL(anchor.url()).origin !== origin) await anchor.goto(origin);
    await anchor.evaluate((all) => {
      for (const { name, value } of all) localStorage.setItem(name, value);
    }, items);
  }
}

/** @param origins whose storage the person may have used */
async function clear({ context, anchor }: Pooled, origins: string[]): Promise<void> {
  const pages = context.pages().filter((page) => page !== anchor);
  await Promise.all(pages.map((page) => page.close()));
  for (const event of ["page", "request", "response"]) context.removeAllListeners(event);
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.clearPermissions();
  await context.setOffline(false);
  await context.clearCookies();
  const session = await context.newCDPSession(anchor);
  for (const origin of origins) {
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  }
  await session.detach();
}
