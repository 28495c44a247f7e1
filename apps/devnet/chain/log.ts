import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { newBlockSchema, transactionStatusSchema } from "./block.ts";

const hex = z.string().regex(/^0x[0-9a-f]*$/);

const systemCallSchema = z.object({
  sender: z.string(),
  contract: z.string(),
  functionName: z.string(),
  /** Serialized Clarity values. */
  args: z.array(hex),
});

/** A call that no key signs: how names are given on the BNS stand-in, whose deployer has no key. */
export type SystemCall = z.infer<typeof systemCallSchema>;

const genesisSchema = z.object({
  kind: z.literal("genesis"),
  version: z.literal(1),
  /** Unix milliseconds. */
  time: z.int(),
  /** µSTX by address. */
  allocations: z.record(z.string(), z.string()),
  contracts: z.array(
    z.object({
      deployer: z.string(),
      name: z.string(),
      source: z.string(),
      clarityVersion: z.int(),
    }),
  ),
});
export type GenesisRecord = z.infer<typeof genesisSchema>;

export const droppedStatusSchema = z.enum([
  "dropped_replace_by_fee",
  "dropped_replace_across_fork",
  "dropped_too_expensive",
  "dropped_stale_garbage_collect",
  "dropped_problematic",
]);
export type DroppedStatus = z.infer<typeof droppedStatusSchema>;

const blockRecordSchema = z.object({
  kind: z.literal("block"),
  block: newBlockSchema,
  /** Transactions that only paid their fee, by txid. */
  skipped: z.record(
    z.string(),
    z.object({
      status: transactionStatusSchema,
      result: hex,
      error: z.string().optional(),
    }),
  ),
  system: z.array(systemCallSchema),
});
export type BlockRecord = z.infer<typeof blockRecordSchema>;

const recordSchema = z.discriminatedUnion("kind", [
  genesisSchema,
  blockRecordSchema,
  z.object({
    kind: z.literal("transaction"),
    raw: hex,
    /** Unix seconds. */
    receivedAt: z.int(),
    receivedHeight: z.int(),
  }),
  z.object({ kind: z.literal("dropped"), txid: hex, status: droppedStatusSchema }),
  z.object({
    kind: z.literal("fork"),
    /** The height that is the tip again. */
    height: z.int(),
    transactions: z.enum(["return", "drop"]),
  }),
]);

/** One line of the log: everything that ever happened to the chain is one of these. */
export type LogRecord = z.infer<typeof recordSchema>;

/** The log on disk does not read as one, or does not replay to what it says. */
export class LogError extends Error {
  override readonly name = "LogError";
}

const CHUNK = 1 << 20;

/**
 * The append-only log of a chain: one JSON record a line, on disk before anybody hears of it.
 * A last line torn by a crash is dropped when the log is opened.
 */
export class ChainLog {
  readonly #file: number;
  #end: number;

  private constructor(file: number, end: number) {
    this.#file = file;
    this.#end = end;
  }

  /**
   * Opens the log, creating it where there is none, and hands over its records in order.
   * @throws LogError for a line in the middle that is no record
   */
  static open(path: string, replay: (record: LogRecord) => void): ChainLog {
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(path, "a+");
    try {
      const end = readLines(file, (line, number) => replay(parseRecord(line, path, number)));
      ftruncateSync(file, end);
      return new ChainLog(file, end);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  get isEmpty(): boolean {
    return this.#end === 0;
  }

  /** Writes the record and waits until the disk has it. */
  append(record: LogRecord): void {
    const line = Buffer.from(`${JSON.stringify(record)}\n`);
    for (let written = 0; written < line.length; ) {
      written += writeSync(this.#file, line, written);
    }
    fsyncSync(this.#file);
    this.#end += line.length;
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Calls back for every line that is ended by a newline; answers the offset behind the last. */
function readLines(file: number, onLine: (line: string, number: number) => void): number {
  const chunk = Buffer.alloc(CHUNK);
  let rest = Buffer.alloc(0);
  let end = 0;
  let number = 0;
  for (let position = 0; ; ) {
    const count = readSync(file, chunk, 0, CHUNK, position);
    if (count === 0) return end;
    position += count;
    rest = Buffer.concat([rest, chunk.subarray(0, count)]);
    for (let newline = rest.indexOf(10); newline !== -1; newline = rest.indexOf(10)) {
      number += 1;
      onLine(rest.toString("utf8", 0, newline), number);
      end += newline + 1;
      rest = rest.subarray(newline + 1);
    }
  }
}

function parseRecord(line: string, path: string, number: number): LogRecord {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    throw new LogError(`${path}: line ${number} is damaged`);
  }
  const parsed = recordSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new LogError(`${path}: line ${number} is not a record of this devnet's log`);
}
