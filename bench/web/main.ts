import { availableParallelism, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { z } from "zod";
import { launchChromium } from "../../apps/devnet/tests/chromium.ts";
import { buildBundles } from "../../scripts/build.ts";
import { ensureChromium } from "../../scripts/chromium.ts";
import { run } from "../../scripts/process.ts";
import { buildDatabase, smallSize } from "../api/build.ts";
import { type BenchPostgres, startBenchPostgres } from "../api/postgres.ts";
import { measureByTurns, median, step } from "../api/rounds.ts";
import { startService } from "../api/service.ts";
import { atMost, type BudgetRow, milliseconds, printRows, saveBaseline, within } from "../rows.ts";
import { measureLoads, measureWalk, type Shifted } from "./shift.ts";
import { measureEntry, type Visit, visit } from "./visit.ts";

const LABEL = "web";
const ROUNDS = 3;
const BLOCKED = 100;
/** Elements in the cards of a feed. */
const MOST_NODES = 450;
/** Milliseconds for each kind of rows. */
const LIMIT = 900_000;
/**
 * A driven browser records where each error is made. V8 then parses whole files again, which takes a tenth of a second
 * at React's first error. People's own browsers do not do this.
 */
const LIKE_UNDRIVEN = "--js-flags=--no-enable-lazy-source-positions";
const EMPTY = fileURLToPath(new URL("empty", import.meta.url));
const SERVE_EMPTY = fileURLToPath(new URL("serve-empty.ts", import.meta.url));

/** Prints the web app's rows of the budget table, measured in Chromium. `--save` keeps their ratios. */
export async function main(): Promise<void> {
  ensureChromium({ isWhole: true });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  const load = loadavg()[0]?.toFixed(1);
  console.log(`\nWeb: ${availableParallelism()} processors, load ${load}.`);
  await step("building the pages", async () => {
    await buildBundles();
    await run("vite", [
      ...["build", EMPTY, "--config", `${EMPTY}/vite.config.ts`, "--logLevel", "error"],
    ]);
  });
  const postgres = await step("starting PostgreSQL", startBenchPostgres);
  const closing: (() => Promise<unknown>)[] = [() => postgres.close()];
  try {
    const name = await step("building or finding the database", () =>
      buildDatabase(postgres, "small", smallSize),
    );
    const address = await someProfile(postgres, name);
    const serve = async (main?: string) => {
      const server = await startService(postgres.address(name), main);
      closing.unshift(server.close);
      return `http://127.0.0.1:${server.port}`;
    };
    const origins = await step("starting both services", async () => ({
      product: await serve(),
      empty: await serve(SERVE_EMPTY),
    }));
    const browser = await launchChromium({ isWhole: true, more: [LIKE_UNDRIVEN] });
    closing.unshift(() => browser.close());
    const rows = [
      await entryRow(origins),
      ...(await step("paints", () => paintRows(browser, origins, address), LIMIT)),
      ...(await step("shifts", () => shiftRows(browser, origins.product, address), LIMIT)),
      await step("scrolling the feed", () => feedRow(browser, origins.product), LIMIT),
    ];
    await printRows(LABEL, rows);
    if (process.argv.includes("--save")) await saveBaseline(LABEL, rows);
  } finally {
    await step("stopping", async () => {
      for (const close of closing) await close();
    });
  }
}

interface Origins {
  product: string;
  empty: string;
}

const peopleSchema = z.tuple([z.object({ address: z.string() })]);

/** Finds a person with a typical number of endorsements. */
async function someProfile({ query }: BenchPostgres, database: string): Promise<string> {
  const sql = "select address from profiles where earned between 8 and 12 order by address limit 1";
  const [{ address }] = peopleSchema.parse(await query(database, sql));
  return address;
}

async function entryRow({ product, empty }: Origins): Promise<BudgetRow> {
  const size = await measureEntry(product);
  const least = await measureEntry(empty);
  return {
    what: "entry, JS and CSS, brotli / an empty page's",
    measured: kilobytes(size),
    baseline: kilobytes(least),
    ratio: size / least,
    budget: "<= 100 kB",
    ok: size <= 100_000,
  };
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

async function paintRows(
  browser: Browser,
  { product, empty }: Origins,
  address: string,
): Promise<BudgetRow[]> {
  const rows: BudgetRow[] = [];
  for (const [page, path, most] of [
    ["landing", "/", 0.85],
    ["feed", "/home", 0.85],
    ["profile", `/profile/${address}`, 0.85],
    ["endorsement", "/endorsement/1", 0.85],
  ] as const) {
    const visits: Visit[] = [];
    const pair = await measureByTurns(
      ROUNDS,
      async (round) => {
        const seen = await visit(browser, `${product}${path}`);
        if (round > 0) visits.push(seen);
        return seen.largestPaint;
      },
      async () => (await visit(browser, `${empty}/`)).largestPaint,
    );
    const blocked = median(visits.map((seen) => seen.blocked));
    rows.push(
      atMost(most, {
        what: `${page}, largest paint / an empty page's`,
        measured: milliseconds(pair.first),
        baseline: milliseconds(pair.second),
        ratio: pair.ratio,
      }),
      within(BLOCKED, blocked, {
        what: `${page}, blocked after the first paint / what it may`,
        baseline: milliseconds(BLOCKED),
        ratio: blocked / BLOCKED,
      }),
    );
    console.log(`  ${page}: ${pair.ratio.toFixed(2)} x, blocked ${milliseconds(blocked)}`);
  }
  return rows;
}

async function shiftRows(browser: Browser, origin: string, address: string): Promise<BudgetRow[]> {
  const open = ["/", "/home", `/profile/${address}`, "/org/1", "/directory", "/network", "/events"];
  const rest = [
    "/profile",
    "/new-endorsement",
    "/create-profile",
    "/create-org",
    "/faqs",
    "/contact",
  ];
  const loads = await measureLoads(browser, origin, [...open, ...rest]);
  const walk = await measureWalk(browser, origin);
  return [
    shiftRow(`layout shift of ${open.length + rest.length} pages, phone and desk, worst`, loads),
    shiftRow("layout shift by links and back, worst", walk),
  ];
}

function shiftRow(what: string, { worst, where }: Shifted): BudgetRow {
  for (const line of where) console.log(`  moved: ${line}`);
  return {
    what,
    measured: worst.toFixed(4),
    baseline: "0",
    ratio: worst,
    budget: "0",
    ok: worst === 0,
  };
}

/** Scrolls the feed to its end, and counts the elements in the page's cards at every step. */
async function feedRow(browser: Browser, origin: string): Promise<BudgetRow> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(`${origin}/home`);
    await page.getByRole("article").first().waitFor();
    const { cards, nodes } = await page.evaluate(scrollFeed);
    return {
      what: `feed scrolled through ${cards} cards, elements of cards / what it may`,
      measured: String(nodes),
      baseline: String(MOST_NODES),
      ratio: nodes / MOST_NODES,
      budget: `<= ${MOST_NODES}`,
      ok: nodes <= MOST_NODES,
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page. @returns how many different cards it showed, and the most elements in its cards at any time */
async function scrollFeed(): Promise<{ cards: number; nodes: number }> {
  const seen = new Set<string>();
  let nodes = 0;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isOver = () => document.body.textContent.includes("You have reached the first one.");
  for (;;) {
    for (const card of document.querySelectorAll("[role=feed] article")) {
      seen.add(card.getAttribute("aria-posinset") ?? "");
    }
    nodes = Math.max(nodes, document.querySelectorAll("[role=feed] *").length);
    const isAtBottom = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    if (isAtBottom && isOver()) return { cards: seen.size, nodes };
    scrollBy(0, innerHeight * 0.9);
    await frame();
    await frame();
  }
}

if (import.meta.main) await main();
