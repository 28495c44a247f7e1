import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { mine } from "./chain.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The whole product as `npm start` brings it up, on ports and a data folder of its own. */
export interface Product extends AsyncDisposable {
  /** What a person opens. */
  origin: string;
  nodeUrl: string;
  /** The settings it was started with, to start it again on the same data. */
  settings: ProductSettings;
  /** Everything it has written to its terminal. */
  output: () => string;
  /** Ctrl-C: resolves with the exit code. */
  stop: () => Promise<number>;
  /** Kills the service's process without warning and resolves when the product has ended. */
  kill: () => Promise<number>;
}

export interface ProductSettings {
  dataFolder: string;
  /** Milliseconds between a transaction and its block; a quarter of a second unless it matters. */
  blockMs?: number;
  ports: Record<"COLONNADE_PORT" | "COLONNADE_OBSERVER_PORT" | "COLONNADE_DEVNET_PORT", string>;
}

/** Ports that were free a moment ago and a new data folder. */
export async function newSettings(): Promise<ProductSettings> {
  const [port = "", observer = "", devnet = ""] = await freePorts(3);
  return {
    dataFolder: await mkdtemp(join(tmpdir(), "colonnade-e2e-")),
    ports: {
      COLONNADE_PORT: port,
      COLONNADE_OBSERVER_PORT: observer,
      COLONNADE_DEVNET_PORT: devnet,
    },
  };
}

/**
 * Starts the product and waits for the address it prints.
 * @throws Error with its output when it ends instead
 */
export async function startProduct(settings: ProductSettings): Promise<Product> {
  const child = spawnProduct(settings);
  let output = "";
  const opened = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const origin = /Colonnade is open at (\S+)/.exec(output)?.[1];
      if (origin !== undefined) resolve(origin);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", (code) => reject(new Error(`It ended with ${code}:\n${output}`)));
  });
  const origin = await opened;
  const end = async (signal: NodeJS.Signals) => {
    const ended = exitOf(child);
    child.kill(signal);
    return ended;
  };
  return {
    origin,
    nodeUrl: `http://127.0.0.1:${settings.ports.COLONNADE_DEVNET_PORT}`,
    settings,
    output: () => output,
    stop: () => end("SIGTERM"),
    kill: async () => {
      const ended = exitOf(child);
      process.kill(servicePid(output), "SIGKILL");
      return ended;
    },
    [Symbol.asyncDispose]: async () => {
      await end("SIGTERM");
      await rm(settings.dataFolder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts the product with blocks that come only when asked for, so that what waits for a block waits for as
 * long as somebody looks; while it fills itself with its cast, they are asked for.
 */
export async function startStillProduct(settings: ProductSettings): Promise<Product> {
  const nodeUrl = `http://127.0.0.1:${settings.ports.COLONNADE_DEVNET_PORT}`;
  let opened = false;
  const mining = async () => {
    while (!opened) {
      // Until the node is there, nobody answers.
      await mine(nodeUrl).catch(() => undefined);
      await setTimeout(200);
    }
  };
  const [product] = await Promise.all([
    startProduct({ ...settings, blockMs: 600_000 }).finally(() => {
      opened = true;
    }),
    mining(),
  ]);
  return product;
}

/** Starts the product where it is expected to refuse; resolves with its exit code and what it said. */
export async function startRefused(settings: ProductSettings) {
  const child = spawnProduct(settings);
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await exitOf(child);
  return { code, output };
}

function spawnProduct({ dataFolder, ports, blockMs = 250 }: ProductSettings): ChildProcess {
  return spawn(process.execPath, ["scripts/start.ts"], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...ports,
      COLONNADE_DATA: dataFolder,
      COLONNADE_DEVNET_BLOCK_MS: String(blockMs),
      NODE_ENV: "production",
    },
  });
}

function exitOf(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
}

/** The service says its process id when it has started, as pino does. */
function servicePid(output: string): number {
  const line = output.split("\n").find((text) => text.includes("Colonnade service started"));
  const pid = line === undefined ? null : /"pid":(\d+)/.exec(line)?.[1];
  if (pid === null || pid === undefined) throw new Error(`No service in the output:\n${output}`);
  return Number(pid);
}

async function freePorts(count: number): Promise<string[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<string>((resolve) => {
          server.listen(0, "127.0.0.1", () => {
            const address = server.address();
            resolve(String(typeof address === "object" && address !== null ? address.port : 0));
          });
        }),
    ),
  );
  for (const server of servers) server.close();
  return ports;
}
