import { rm } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "@colonnade/service/db/database.ts";
import { everyEndorsement } from "@colonnade/service/http/reads/endorsements.ts";
import { sql } from "kysely";
import { atMost, type BudgetRow, forComparison, milliseconds } from "../rows.ts";
import type { Size } from "./made-up-chain.ts";
import type { BenchPostgres } from "./postgres.ts";
import { measureByTurns, median, timeOf } from "./rounds.ts";
import { type ServiceServer, startService } from "./service.ts";

/** A database's name and size. */
interface Sized {
  name: string;
  size: Size;
}

type Encoding = "identity" | "br";

const PATH = "/api/milestones";
const ROUNDS = 2;
const PAGES_ALONE = 200;
/** Milliseconds between two samples of the service's memory. */
const SAMPLE_EVERY = 50;

/** Measures the list of all endorsements, which is sent as it is read (decision 22). */
export async function measureWholeList(
  postgres: BenchPostgres,
  database: Database,
  big: Sized,
  small: Sized,
): Promise<BudgetRow[]> {
  const times = Math.ceil(big.size.endorsements / small.size.endorsements);
  const baseline = await onService(postgres, small, ({ port, metricsPort }) =>
    peakMemoryOf(metricsPort, async () => {
      for (let left = times; left > 0; left -= 1) await receive(port, "identity");
    }),
  );
  return onService(postgres, big, async ({ port, metricsPort }) => {
    const peak = await peakMemoryOf(metricsPort, () => receive(port, "identity"));
    return [
      atMost(1.5, {
        what: "peak memory, one list of all / as much in lists of 10k endorsements",
        measured: megabytes(peak),
        baseline: megabytes(baseline),
        ratio: peak / baseline,
      }),
      ...(await measureSending(postgres, database, port)),
      await measurePagesBeside(port, big.size),
    ];
  });
}

async function measureSending(
  postgres: BenchPostgres,
  database: Database,
  port: number,
): Promise<BudgetRow[]> {
  const firsts: number[] = [];
  let bytes = 0;
  const { first, second, ratio } = await measureByTurns(
    ROUNDS,
    async () => {
      const received = await receive(port, "identity");
      firsts.push(received.first);
      bytes = received.bytes;
      return received.whole;
    },
    () => timeOf(() => copyOut(postgres, database)),
  );
  // Only once: compression takes far longer than the rest.
  const compressed = await receive(port, "br");
  return [
    forComparison({
      what: "list of all / COPY of the same rows to a file",
      measured: `${milliseconds(first)}, ${megabytes(bytes)}`,
      baseline: milliseconds(second),
      ratio,
    }),
    forComparison({
      what: "list of all, its first byte / its last",
      measured: milliseconds(median(firsts)),
      baseline: milliseconds(first),
      ratio: median(firsts) / first,
    }),
    forComparison({
      what: "list of all, brotli / COPY of the same rows to a file",
      measured: `${milliseconds(compressed.whole)}, ${megabytes(compressed.bytes)}`,
      baseline: milliseconds(second),
      ratio: compressed.whole / second,
    }),
  ];
}

/** Measures uncached pages while the list of all is sent. */
async function measurePagesBeside(port: number, { endorsements }: Size): Promise<BudgetRow> {
  let place = endorsements;
  const readPage = () => {
    place -= 1;
    return timeOf(() => receive(port, "identity", `${PATH}?limit=30&before=${place}`));
  };
  const alone: number[] = [];
  while (alone.length < PAGES_ALONE) alone.push(await readPage());
  const beside: number[] = [];
  await during(receive(port, "identity"), async () => {
    beside.push(await readPage());
  });
  return forComparison({
    what: "page of 30, uncached, while the list of all is sent / alone, p50",
    measured: milliseconds(median(beside)),
    baseline: milliseconds(median(alone)),
    ratio: median(beside) / median(alone),
  });
}

async function onService<Result>(
  postgres: BenchPostgres,
  { name }: Sized,
  task: (server: ServiceServer) => Promise<Result>,
): Promise<Result> {
  const service = await startService(postgres.address(name));
  try {
    return await task(service);
  } finally {
    await service.close();
  }
}

/** Reads an answer and discards it. @returns milliseconds to its first and last byte, and its size */
async function receive(port: number, encoding: Encoding, path = PATH) {
  const start = performance.now();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, path, headers: { "accept-encoding": encoding } }, resolve).once("error", reject);
  });
  if (response.statusCode !== 200) throw new Error(`${path} was answered ${response.statusCode}`);
  let first = Number.NaN;
  let bytes = 0;
  for await (const part of response) {
    if (bytes === 0) first = performance.now() - start;
    bytes += part.length;
  }
  return { first, whole: performance.now() - start, bytes };
}

async function copyOut(postgres: BenchPostgres, { work }: Database): Promise<void> {
  const file = `${postgres.folder}/whole-list.copy`;
  await sql`copy (${sql.raw(everyEndorsement.text)}) to ${sql.lit(file)}`.execute(work);
  await rm(file);
}

/** Samples the memory of the service's process while something runs. @returns the highest sample */
async function peakMemoryOf(metricsPort: number, task: () => Promise<unknown>): Promise<number> {
  let peak = 0;
  await during(task(), async () => {
    peak = Math.max(peak, await memoryOf(metricsPort));
    await delay(SAMPLE_EVERY);
  });
  return peak;
}

async function memoryOf(metricsPort: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(metrics) ?? [];
  if (bytes === undefined) throw new Error("/metrics does not hold the memory of the process");
  return Number(bytes);
}

/** Repeats a task until a longer one has ended. */
async function during(longer: Promise<unknown>, again: () => Promise<void>): Promise<void> {
  let isOver = false;
  const ended = longer.finally(() => {
    isOver = true;
  });
  const repeated = (async () => {
    do await again();
    while (!isOver);
  })();
  await Promise.all([ended, repeated]);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
