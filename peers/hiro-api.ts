import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findPort } from "../apps/service/tests/support/port.ts";

/** The real Hiro API, as a process beside ours. It is GPL-3.0 and not ours: nothing of it is copied here. */
export interface HiroApi extends AsyncDisposable {
  /** Answers `/extended/…`. */
  readonly url: string;
  /** Takes a node's posts, if this one writes. */
  readonly observerUrl: string;
  /** Waits for a promise that needs the API. @throws with the API's last output if it ends, or after `limit` ms */
  within<Value>(limit: number, what: Promise<Value>): Promise<Value>;
}

export interface HiroApiOptions {
  /** The folder of peers. */
  peers: string;
  /** An empty database, or one that another API writes. */
  database: string;
  /** The node behind it: a port on loopback. */
  nodePort: number;
  /** Whether it answers deprecated routes. If not, they answer 410. */
  hasDeprecated: boolean;
  /** Whether it takes posts and writes the database. Only one API of a database may. */
  writes: boolean;
}

const cache = fileURLToPath(new URL("../.cache/hiro-api", import.meta.url));

/**
 * Installs the API once for each version, which takes some 25 seconds.
 * @returns its folder
 * @throws Error with the last output of the installation
 */
async function install(peers: string): Promise<string> {
  const source = await readFile(join(peers, "hiro-api/source.tar.gz"));
  const version = createHash("sha256").update(source).digest("hex").slice(0, 16);
  const folder = join(cache, version);
  if (existsSync(folder)) return folder;
  await rm(cache, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  const unfinished = `${folder}.${process.pid}`;
  const child = spawn("bash", [join(peers, "hiro-api/install"), unfinished]);
  const lastWords = keepEnd(child);
  const [code] = await once(child, "close");
  if (code !== 0) {
    const log = await readFile(join(unfinished, "install.log"), "utf8").catch(() => "");
    throw new Error(`The Hiro API was not installed: ${lastWords()}${log.slice(-2_000)}`);
  }
  await rename(unfinished, folder);
  return folder;
}

/** Starts the API. Resolves when it answers. */
export async function startHiroApi(options: HiroApiOptions): Promise<HiroApi> {
  const { peers, nodePort, hasDeprecated, writes } = options;
  const folder = await install(peers);
  const database = new URL(options.database);
  const [eventPort, port] = [await findPort(), await findPort()];
  const child = spawn("bash", [join(peers, "hiro-api/start"), folder], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_BIN: process.execPath,
      PG_HOST: database.hostname,
      PG_PORT: database.port,
      PG_USER: database.username,
      PG_PASSWORD: "unused",
      PG_DATABASE: database.pathname.slice(1),
      EVENT_PORT: String(eventPort),
      API_PORT: String(port),
      NODE_HOST: "127.0.0.1",
      NODE_PORT: String(nodePort),
      ENABLE_DEPRECATED_ENDPOINTS: String(hasDeprecated),
      STACKS_API_MODE: writes ? "default" : "readonly",
    },
  });
  const lastWords = keepEnd(child);
  const url = `http://127.0.0.1:${port}`;
  const observerUrl = `http://127.0.0.1:${eventPort}`;
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The Hiro API ended with ${code}: ${lastWords()}`);
  });
  // It may end while nobody waits, which must not be an unhandled rejection.
  ended.catch(() => undefined);
  async function within<Value>(limit: number, what: Promise<Value>): Promise<Value> {
    const stop = new AbortController();
    const late = delay(limit, undefined, { signal: stop.signal }).then(() => {
      throw new Error(`The Hiro API is not ready after ${limit} ms: ${lastWords()}`);
    });
    try {
      return await Promise.race([what, ended, late]);
    } finally {
      stop.abort();
      late.catch(() => undefined);
    }
  }
  try {
    await within(120_000, untilAnswers(`${url}/extended`, child));
    if (writes) await within(120_000, untilAnswers(observerUrl, child));
  } catch (error) {
    kill();
    throw error;
  }
  return {
    url,
    observerUrl,
    within,
    async [Symbol.asyncDispose]() {
      process.off("exit", kill);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** @returns a function that gives the last 2,000 characters of a process's output */
function keepEnd(child: ChildProcess): () => string {
  let end = "";
  for (const output of [child.stdout, child.stderr]) {
    output?.on("data", (part) => {
      end = `${end}${part}`.slice(-2_000);
    });
  }
  return () => end;
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    try {
      await (await fetch(url)).arrayBuffer();
      return;
    } catch {
      await delay(100);
    }
  }
}
