import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { newBlockSchema } from "./block.ts";
import { transactionStatusSchema } from "./transaction.ts";

const hex = z.string().regex(/^0x[0-9a-f]*$/);

const systemCallSchema = z.object({
  sender: z.string(),
  contract: z.string(),
  functionName: z.string(),
  /** Serialized Clarity values. */
  args: z.array(hex),
});

/** An unsigned call. It changes names on the BNS stand-in, whose deployer has no key. */
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

const transactionRecordSchema = z.object({
  kind: z.literal("transaction"),
  raw: hex,
  /** Unix seconds. */
  receivedAt: z.int(),
  receivedHeight: z.int(),
});
export type TransactionRecord = z.infer<typeof transactionRecordSchema>;

const recordSchema = z.discriminatedUnion("kind", [
  genesisSchema,
  blockRecordSchema,
  transactionRecordSchema,
  z.object({ kind: z.literal("dropped"), txid: hex, status: droppedStatusSchema }),
  z.object({
    kind: z.literal("fork"),
    /** The height that is the tip again. */
    height: z.int(),
    transactions: z.enum(["return", "drop"]),
  }),
]);

/** One line of the log. Everything that happens to the chain is one of these. */
export type LogRecord = z.infer<typeof recordSchema>;

/** The log on disk is damaged, or replays to other results. */
export class LogError extends Error {
  override readonly name = "LogError";
}

/** The disk did not take a record, such as when it is full. */
export class DiskError extends Error {
  override readonly name = "DiskError";

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The devnet cannot write to its data folder: ${reason}`, { cause });
  }
}

/**
 * The append-only log of a chain: one JSON record a line, on disk before the change is visible.
 * Opening the log drops an incomplete last line.
 */
export class ChainLog {
  readonly #file: number;
  /** Bytes of whole records. */
  #size: number;

  private constructor(file: number, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /**
   * Opens or creates the log, and passes its records to `replay` in order.
   * @throws LogError for a complete line that is no record
   */
  static open(path: string, replay: (record: LogRecord) => void): ChainLog {
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(path, "a+");
    try {
      const bytes = readFileSync(file);
      let start = 0;
      for (let number = 1, end = bytes.indexOf(10); end !== -1; number += 1) {
        replay(parseRecord(bytes.toString("utf8", start, end), path, number));
        start = end + 1;
        end = bytes.indexOf(10, start);
      }
      ftruncateSync(file, start);
      return new ChainLog(file, start);
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /**
   * Writes the record and waits until the disk has it.
   * @throws DiskError when it does not; the log is then as it was before
   */
  append(record: LogRecord): void {
    const line = Buffer.from(`${JSON.stringify(record)}\n`);
    try {
      // An earlier failure may have left a part of a record.
      ftruncateSync(this.#file, this.#size);
      writeFileSync(this.#file, line);
      fsyncSync(this.#file);
    } catch (error) {
      throw new DiskError(error);
    }
    this.#size += line.length;
  }

  close(): void {
    closeSync(this.#file);
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
