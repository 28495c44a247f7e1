import { EventEmitter } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import type { PGliteDialectConfig } from "kysely";
import { CHANNEL, type ProcessHandlers } from "./database.ts";

/** Where an embedded database is: in memory unless it names a folder. */
export interface PgliteOptions {
  dataDir?: string;
  /** The file of a dump to start from. */
  dump?: string;
}

/** What the thread begins with. */
export interface ThreadData extends PgliteOptions {
  /** The thread passes on the notices of this channel. */
  channel: string;
  /** PGlite's program, compiled. */
  program: WebAssembly.Module;
}

/** What the thread is asked for. */
export type Asked = { id: number } & (
  | { kind: "query"; text: string; values: unknown[] }
  | { kind: "dump"; file: string }
  | { kind: "close" }
);
type Question = Asked extends infer Each ? (Each extends Asked ? Omit<Each, "id"> : never) : never;

/** PostgreSQL's code for a connection that failed. Source: its manual, appendix "Error Codes". */
const CONNECTION_FAILURE = "08006";

interface Result<Row> {
  rows: Row[];
  affectedRows?: number;
}

/** The answer to a question. The first, of id 0, says that the thread has started. */
type Answer<Row> =
  | { id: number; result: Result<Row> }
  | { id: number; error: Record<string, string> };

/** What the thread tells: an answer, or a notice on the channel. */
export type Told = Answer<unknown> | { notice: string };

/** PostgreSQL's own error, with what it says beside the message, such as its `code`. */
class PgliteError extends Error {
  override readonly name = "PgliteError";
}

type Pglite = Exclude<PGliteDialectConfig["pglite"], (...args: never[]) => unknown>;

/** PGlite in a thread of its own, in the shape that Kysely asks for. Statements and transactions run one by one. */
export interface PgliteClient extends Pglite {
  /** Writes all data to a file, from which another can start. */
  dump(file: string): Promise<void>;
  /**
   * Ends the thread when a statement takes too long: PGlite itself cannot stop one.
   * @param longest milliseconds
   */
  limitStatements(longest: number): void;
  /** Told of each notice on the channel, and when the thread has ended before it was closed. */
  listeners: Set<Pick<ProcessHandlers, "onNotice" | "onLost">>;
}

/** Milliseconds between two looks at a statement that is limited. */
const LOOK = 1_000;
/** Characters of a statement that are named when it took too long. */
const EXCERPT = 200;

const worker = new URL("./pglite-thread.ts", import.meta.url);

/** PGlite's program, compiled once for all databases of this process. */
let program: Promise<WebAssembly.Module> | undefined;

async function compileProgram(): Promise<WebAssembly.Module> {
  const library = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  return WebAssembly.compile(await readFile(join(dirname(library), "pglite.wasm")));
}

/** @throws PgliteError when it cannot be opened */
export async function startPglite(options: PgliteOptions): Promise<PgliteClient> {
  program ??= compileProgram();
  const workerData: ThreadData = { ...options, channel: CHANNEL, program: await program };
  const thread = new Worker(worker, { workerData });
  const answers = new EventEmitter();
  /** What the thread has not answered yet, as an error would name it. */
  const open = new Map<number, string>();
  let asked = 0;
  let ended: Error | null = null;
  let last: Promise<unknown> = Promise.resolve();
  /** Looks since the last answer. */
  let looks = 0;
  let watch: NodeJS.Timeout | undefined;

  function wait<Row>(id: number, what: string): Promise<Result<Row>> {
    open.set(id, what);
    // While nothing is asked, the thread does not keep the process alive.
    thread.ref();
    return new Promise((resolve, reject) => {
      answers.once(String(id), (answer: Answer<Row>) => {
        open.delete(id);
        if (open.size === 0) thread.unref();
        if ("result" in answer) resolve(answer.result);
        else reject(Object.assign(new PgliteError(), answer.error));
      });
    });
  }

  function end(message: string): void {
    if (ended !== null) return;
    clearInterval(watch);
    const error = { message, code: CONNECTION_FAILURE };
    ended = Object.assign(new PgliteError(), error);
    for (const id of open.keys()) answers.emit(String(id), { id, error });
    if (!client.closed) for (const { onLost } of client.listeners) onLost(ended);
  }

  /** Counts looks, because a machine that is paused lets the time pass and the thread do nothing. */
  function limitStatements(longest: number): void {
    watch = setInterval(() => {
      const [what] = open.values();
      looks = what === undefined ? 0 : looks + 1;
      if (looks * LOOK <= longest) return;
      end(`A statement took over ${longest / 1_000} s: ${what}`);
      void thread.terminate();
    }, LOOK);
    watch.unref();
  }

  thread.on("message", (told: Told) => {
    if ("notice" in told) for (const { onNotice } of client.listeners) onNotice(told.notice);
    else {
      looks = 0;
      answers.emit(String(told.id), told);
    }
  });
  thread.on("error", (error) => end(String(error)));
  thread.on("exit", () => end("The embedded database has ended"));

  function ask<Row>(question: Question): Promise<Result<Row>> {
    if (ended !== null) return Promise.reject(ended);
    asked += 1;
    const what = "text" in question ? question.text.slice(0, EXCERPT) : question.kind;
    const answer = wait<Row>(asked, what);
    thread.postMessage({ id: asked, ...question } satisfies Asked);
    return answer;
  }

  /** Runs tasks one by one, because no other statement may get into a transaction. */
  function inTurn<Output>(task: () => Promise<Output>): Promise<Output> {
    const run = last.then(task);
    last = run.catch(() => {});
    return run;
  }

  const query = async <Row>(text: string, values: readonly unknown[] = []) => ({
    // Kysely does not read the names and types of columns.
    fields: [],
    ...(await ask<Row>({ kind: "query", text, values: [...values] })),
  });

  async function transact<Output>(callback: Callback<Output>): Promise<Output> {
    await query("begin");
    try {
      const rollback = async () => void (await query("rollback"));
      const output = await callback({ query, rollback });
      await query("commit");
      return output;
    } catch (error) {
      await query("rollback");
      throw error;
    }
  }

  const client: PgliteClient = {
    ready: true,
    waitReady: Promise.resolve(),
    closed: false,
    listeners: new Set(),
    limitStatements,
    query: (text, values) => inTurn(() => query(text, values)),
    transaction: (callback) => inTurn(() => transact(callback)),
    dump: async (file) => void (await inTurn(() => ask({ kind: "dump", file }))),
    async close() {
      if (client.closed) return;
      client.closed = true;
      clearInterval(watch);
      await inTurn(async () => ended === null && ask({ kind: "close" }));
      await thread.terminate();
    },
  };
  try {
    await wait(0, "start");
  } catch (error) {
    await thread.terminate();
    throw error;
  }
  return client;
}

type Callback<Output> = Parameters<Pglite["transaction"]>[0] extends (
  transaction: infer Transaction,
) => unknown
  ? (transaction: Transaction) => Promise<Output>
  : never;
