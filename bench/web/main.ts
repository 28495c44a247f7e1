import { availableParallelism, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { launchChromium } from "../../apps/devnet/tests/chromium.ts";
import { buildBundles } from "../../scripts/build.ts";
import { ensureChromium } from "../../scripts/chromium.ts";
import { run } from "../../scripts/process.ts";
import { saveBaseline } from "../scale/baseline.ts";
import { buildDatabase } from "../scale/build.ts";
import { startBenchPostgres } from "../scale/postgres.ts";
import { printRows } from "../scale/print-rows.ts";
import { measureByTurns, median } from "../scale/rounds.ts";
import { atMost, type BudgetRow, milliseconds, within } from "../scale/row.ts";
import { startService } from "../scale/service.ts";
import { smallSize } from "../scale/size.ts";
import { measureEntry } from "./entry-size.ts";
import { scrollFeed } from "./feed.ts";
import { measureLoads, measureWalk, type Shifted } from "./shift.ts";
import { type Visit, visit } from "./visit.ts";

const LABEL = "web";
const ROUNDS = 3;
const BLOCKED = 150;
/**
 * A driven browser notes where in the code each error is made, for which V8 reads whole files once more: a tenth
 * of a second where React makes its first. In nobody's own browser it does.
 */
const LIKE_UNDRIVEN = "--js-flags=--no-enable-lazy-source-positions";
const EMPTY = fileURLToPath(new URL("empty", import.meta.url));
const SERVE_EMPTY = fileURLToPath(new URL("serve-empty.ts", import.meta.url));

/** Prints the web app's rows of the budget table, measured in Chromium; `--save` keeps their ratios. */
export async function main(): Promise<void> {
  const chromium = ensureChromium();
  if (chromium === null) throw new Error("The web rows need Chromium");
  process.env.COLONNADE_CHROMIUM = chromium;
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  await buildBundles();
  await run("vite", [
    ...["build", EMPTY, "--config", `${EMPTY}/vite.config.ts`, "--logLevel", "error"],
  ]);
  const postgres = await startBenchPostgres();
  try {
    const name = await buildDatabase(postgres, "small", smallSize);
    const address = await someProfile(postgres.query, name);
    const product = await startService(postgres.address(name));
    const empty = await startService(postgres.address(name), SERVE_EMPTY);
    const browser = await launchChromium(LIKE_UNDRIVEN);
    const origins = { product: originOf(product), empty: originOf(empty) };
    const load = loadavg()[0]?.toFixed(1);
    console.log(`\nWeb: ${availableParallelism()} processors, load ${load}.`);
    try {
      const rows = [
        await entryRow(origins),
        ...(await paintRows(browser, origins, address)),
        ...(await shiftRows(browser, origins.product, address)),
        await feedRow(browser, origins.product),
      ];
      await printRows(LABEL, rows);
      if (process.argv.includes("--save")) await saveBaseline(LABEL, rows);
    } finally {
      await browser.close();
      await product.close();
      await empty.close();
    }
  } finally {
    await postgres.close();
  }
}

interface Origins {
  product: string;
  empty: string;
}

function originOf({ port }: { port: number }): string {
  return `http://127.0.0.1:${port}`;
}

/** Somebody with as many endorsements as most have. */
async function someProfile(
  query: (database: string, text: string) => Promise<{ rows: { address: string }[] }>,
  database: string,
): Promise<string> {
  const { rows } = await query(
    database,
    "select address from profiles where earned between 8 and 12 order by address limit 1",
  );
  const [row] = rows;
  if (row === undefined) throw new Error("Nobody has about ten endorsements");
  return row.address;
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
  for (const [page, path] of [
    ["landing", "/"],
    ["feed", "/home"],
    ["profile", `/profile/${address}`],
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
      atMost(1.1, {
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

async function feedRow(browser: Browser, origin: string): Promise<BudgetRow> {
  const { cards, nodes } = await scrollFeed(browser, origin);
  return {
    what: `feed scrolled through ${cards} cards, elements of cards / what it may`,
    measured: String(nodes),
    baseline: "500",
    ratio: nodes / 500,
    budget: "<= 500",
    ok: nodes <= 500,
  };
}

if (import.meta.main) await main();
