import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { shortLived } from "@colonnade/devnet/tests/short-lived.ts";
import { readConfig } from "@colonnade/domain/config.ts";
import pino from "pino";
import { createDevnetNode } from "../../chain/devnet-node.ts";
import { createPayloadReader } from "../../chain/payload-reader.ts";
import type { Database } from "../../db/database.ts";
import type { Progress } from "../../operator/command.ts";
import { parseCommandLine } from "../../operator/command-line.ts";
import { isPlain } from "../../operator/plain-errors.ts";
import { runCommand } from "../../operator/run-command.ts";
import { createTerminal } from "../../operator/terminal.ts";

const colonnade = fileURLToPath(new URL("../../colonnade.ts", import.meta.url));

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** What an operator's command came to. */
export interface Outcome {
  status: number | null;
  out: string;
  err: string;
}

/** Starts an operator's command as a process of its own. */
function startCommand(environment: Record<string, string>, ...argv: string[]) {
  const child = spawn(process.execPath, [colonnade, ...argv], {
    env: { ...process.env, ...shortLived, LOG_LEVEL: "silent", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  child.on("close", resolve);
  const outcome: Promise<Outcome> = Promise.all([
    ended,
    text(child.stdout),
    text(child.stderr),
  ]).then(([status, out, err]) => ({ status, out, err }));
  return { child, outcome };
}

/** Runs an operator's command whose lines nobody reads. */
export async function runUnread(...argv: string[]): Promise<Omit<Outcome, "out">> {
  const child = spawn(process.execPath, [colonnade, ...argv], {
    env: { ...process.env, ...shortLived },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  const ended = once(child, "close");
  const err = await text(child.stderr);
  await ended;
  return { status: child.exitCode, err };
}

/** Runs an operator's command as a process of its own. */
export function runOperator(
  environment: Record<string, string>,
  ...argv: string[]
): Promise<Outcome> {
  return startCommand(environment, ...argv).outcome;
}

/** Runs an operator's command in this process, which costs less than one of its own. */
export async function runHere(
  environment: Record<string, string>,
  ...argv: string[]
): Promise<Outcome> {
  const invocation = parseCommandLine(argv);
  if (typeof invocation === "string") throw new Error(invocation);
  let [out, err] = ["", ""];
  const terminal = createTerminal({
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
  });
  const config = readConfig({ LOG_LEVEL: "silent", ...environment });
  const { signal } = new AbortController();
  try {
    const status = await runCommand(config, invocation, argv, terminal, signal);
    return { status, out, err };
  } catch (error) {
    if (!isPlain(error)) throw error;
    return { status: 1, out, err: `${err}${error.message}\n` };
  }
}

/** Starts an operator's command as the documents have it, in a process group of its own. */
export function startByNpm(environment: Record<string, string>, ...argv: string[]) {
  const child = spawn("npm", ["run", "--silent", "colonnade", "--", ...argv], {
    cwd: root,
    env: { ...process.env, ...shortLived, LOG_LEVEL: "silent", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  const more = new EventEmitter();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (part) => {
      said += String(part);
      more.emit("more");
    });
  }
  const ended = once(child, "close");
  return {
    /** Resolves as soon as it has said that, on either output. */
    async says(pattern: RegExp): Promise<void> {
      const gone = ended.then(() => "gone" as const);
      while (!pattern.test(said)) {
        if ((await Promise.race([once(more, "more"), gone])) !== "gone") continue;
        throw new Error(`It never said ${pattern}: ${said}`);
      }
    },
    /** Resolves with what it has said in all. */
    async end(): Promise<string> {
      await ended;
      return said;
    },
    /** Kills all of its processes by SIGKILL. @throws an error if it has ended by itself */
    async kill(): Promise<void> {
      if (child.exitCode !== null) throw new Error(`It has ended: ${said}`);
      process.kill(-(child.pid ?? missing()), "SIGKILL");
      await ended;
    },
  };
}

function missing(): never {
  throw new Error("npm did not start");
}

interface OnOptions {
  /** The node's address; none answers if absent. */
  nodeUrl?: string;
  /** Called before each record of a file. */
  onRecord?: () => Promise<void>;
  onProgress?: (progress: Progress) => void;
}

/** Runs a command in this process, on an open database. @returns what it said to the operator */
export async function runOn(
  database: Database,
  argv: string[],
  { nodeUrl = "http://127.0.0.1:9", onRecord, onProgress = () => {} }: OnOptions = {},
): Promise<string[]> {
  const invocation = parseCommandLine(argv);
  if (typeof invocation === "string") throw new Error(invocation);
  const file = await invocation.openFile?.();
  const { signal } = new AbortController();
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const config = readConfig({ COLONNADE_DATA: "/nonexistent" });
  const reader = createPayloadReader(config.protocolContract);
  let hasSucceeded = false;
  try {
    await invocation.run(
      {
        config,
        database,
        node: createDevnetNode(nodeUrl, reader, { stopping: signal }),
        log: pino({ level: "silent" }),
        progress: { catchingUp: null },
        retryQuarantine: () => Promise.reject(new Error("There is no indexer")),
        signal,
      },
      {
        line: say,
        warn: say,
        progress: onProgress,
        async record(line) {
          await onRecord?.();
          await file?.record(line);
        },
      },
    );
    hasSucceeded = true;
  } finally {
    await reader.close();
    await file?.close(hasSucceeded);
  }
  return said;
}
