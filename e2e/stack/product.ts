import { spawn } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { shortLived } from "../../apps/devnet/tests/short-lived.ts";
import { findPort } from "../../apps/service/tests/support/port.ts";
import { exitOf } from "../../scripts/process.ts";
import { mine } from "./chain.ts";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The whole product as `npm start` starts it, with its own ports and data folder. */
export interface Product extends AsyncDisposable {
  /** The address that people open. */
  origin: string;
  nodeUrl: string;
  /** Start the product with them again to use the same data. */
  settings: ProductSettings;
  /** Reads all output so far. */
  output: () => string;
  /** Stops it as Ctrl-C does. Resolves with the exit code. */
  stop: () => Promise<number>;
  /** Kills the service's process. Resolves with the exit code when the product has ended. */
  kill: () => Promise<number>;
}

export interface ProductSettings {
  dataFolder: string;
  /** Milliseconds between a transaction and its block. The default is 250. */
  blockMs?: number;
  ports: Record<
    | "COLONNADE_PORT"
    | "COLONNADE_OBSERVER_PORT"
    | "COLONNADE_METRICS_PORT"
    | "COLONNADE_DEVNET_PORT",
    string
  >;
}

/** Finds free ports and makes a data folder. */
export async function newSettings(): Promise<ProductSettings> {
  const [port, observerPort, metricsPort, nodePort] = await Promise.all([
    findPort(),
    findPort(),
    findPort(),
    findPort(),
  ]);
  return {
    dataFolder: await mkdtemp(join(tmpdir(), "colonnade-e2e-")),
    ports: {
      COLONNADE_PORT: String(port),
      COLONNADE_OBSERVER_PORT: String(observerPort),
      COLONNADE_METRICS_PORT: String(metricsPort),
      COLONNADE_DEVNET_PORT: String(nodePort),
    },
  };
}

/**
 * Starts the product and waits for the address it prints.
 * @throws Error with its output when it ends instead
 */
export async function startProduct(settings: ProductSettings): Promise<Product> {
  const { child, output } = spawnProduct(settings);
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", () => {
      const opened = /Colonnade is open at (\S+)/.exec(output())?.[1];
      if (opened !== undefined) resolve(opened);
    });
    child.once("exit", (code) => reject(new Error(`It ended with ${code}:\n${output()}`)));
  });
  const stop = () => {
    child.kill("SIGTERM");
    return exitOf(child);
  };
  return {
    origin,
    nodeUrl: nodeUrlOf(settings),
    settings,
    output,
    stop,
    kill: () => {
      process.kill(servicePid(output()), "SIGKILL");
      return exitOf(child);
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      await rm(settings.dataFolder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a copy of a product that was stopped, with the same ports and blocks on request only.
 * @param folder for the copy of its data
 */
export async function copyProduct(settings: ProductSettings, folder: string): Promise<Product> {
  const dataFolder = await mkdtemp(join(folder, "copy-"));
  await cp(settings.dataFolder, dataFolder, { recursive: true });
  try {
    return await startProduct({ ...settings, dataFolder, blockMs: A_DAY });
  } catch (error) {
    await rm(dataFolder, { recursive: true });
    throw error;
  }
}

/** Milliseconds. Longer than any run of tests, so that the devnet mines no block by itself. */
export const A_DAY = 86_400_000;

/**
 * Starts the product with blocks on request only, so that a pending transaction stays pending. Blocks are mined
 * until the seed is complete.
 */
export async function startStillProduct(settings: ProductSettings): Promise<Product> {
  let opened = false;
  const mining = async () => {
    while (!opened) {
      // The node may not listen yet.
      await mine(nodeUrlOf(settings)).catch(() => undefined);
      await setTimeout(200);
    }
  };
  const [product] = await Promise.all([
    startProduct({ ...settings, blockMs: A_DAY }).finally(() => {
      opened = true;
    }),
    mining(),
  ]);
  return product;
}

/** Starts a product that is expected to refuse to start. Resolves with its exit code and output. */
export async function startRefused(settings: ProductSettings) {
  const { child, output } = spawnProduct(settings);
  return { code: await exitOf(child), output: output() };
}

function nodeUrlOf({ ports }: ProductSettings): string {
  return `http://127.0.0.1:${ports.COLONNADE_DEVNET_PORT}`;
}

export function environmentOf({ dataFolder, ports, blockMs = 250 }: ProductSettings) {
  return {
    ...process.env,
    ...shortLived,
    ...ports,
    COLONNADE_DATA: dataFolder,
    COLONNADE_DEVNET_BLOCK_MS: String(blockMs),
    NODE_ENV: "production",
  };
}

function spawnProduct(settings: ProductSettings) {
  const child = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: root,
    // The channel closes when the tests are killed. Then the product ends.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: environmentOf(settings),
  });
  let output = "";
  child.channel?.unref();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, output: () => output };
}

/** Reads the process id from the service's first log line. */
function servicePid(output: string): number {
  const line = output.split("\n").find((text) => text.includes("Colonnade service started"));
  const pid = line === undefined ? null : /"pid":(\d+)/.exec(line)?.[1];
  if (pid === null || pid === undefined) throw new Error(`No service in the output:\n${output}`);
  return Number(pid);
}
