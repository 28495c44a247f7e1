import { type ChildProcess, spawn } from "node:child_process";
import { ConfigError, localUrl, readConfig } from "../packages/domain/config.ts";
import { buildBundles } from "./build.ts";
import { exitOf, ProcessError, requireFreePort, untilReady } from "./process.ts";

const isDev = process.argv.includes("--dev");
const children: ChildProcess[] = [];
const stopping = new AbortController();

/**
 * Starts a process in a process group of its own: Ctrl-C then reaches only this process, which stops the parts in
 * order. The child also has a channel. It closes when this process is killed, and the child then ends by itself.
 * @throws ProcessError while everything stops
 */
function startChild(command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  if (stopping.signal.aborted) throw new ProcessError("Stopped before everything was started");
  const child = spawn(command, args, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env,
    detached: true,
  });
  children.push(child);
  return child;
}

/** Starts a part of the product. If it ends by itself, everything stops. */
function startPart(command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = startChild(command, args, env);
  child.once("exit", (code) => void stop(code ?? 1));
  return child;
}

function startNode(script: string, env: NodeJS.ProcessEnv): ChildProcess {
  const watch = isDev ? ["--watch", "--watch-preserve-output"] : [];
  return startPart("node", [...watch, script], env);
}

/** Stops the parts in reverse order, so that no part loses what it depends on. */
async function stop(code: number): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  for (const child of children.toReversed()) {
    child.kill("SIGTERM");
    await exitOf(child);
  }
  process.exitCode = code;
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const { host, port, observerHost, observerPort, metricsHost, metricsPort, devnetPort } = config;
  const webDevUrl = `http://127.0.0.1:${config.webDevPort}`;
  const origin = isDev ? webDevUrl : config.origin;
  const env = { ...process.env, COLONNADE_ORIGIN: origin };
  await requireFreePort(host, port, "COLONNADE_PORT");
  await requireFreePort(observerHost, observerPort, "COLONNADE_OBSERVER_PORT");
  await requireFreePort(metricsHost, metricsPort, "COLONNADE_METRICS_PORT");
  if (config.network === "devnet") {
    await requireFreePort("127.0.0.1", devnetPort, "COLONNADE_DEVNET_PORT");
  }
  await buildBundles(stopping.signal);

  if (config.network === "devnet") {
    const devnet = startNode("apps/devnet/main.ts", env);
    await untilReady(devnet, `${config.nodeUrl}/v2/info`);
  }
  const service = startNode("apps/service/main.ts", env);
  // Not `/readyz`: a stalled index is served, too.
  await untilReady(service, `${localUrl(host, port)}/healthz`);
  if (config.network === "devnet") {
    const code = await exitOf(startChild("node", ["apps/devnet/seed/main.ts"], env));
    if (code !== 0) throw new ProcessError(`The seed ended with ${code}`);
  }
  if (isDev) {
    const web = startPart("vite", ["apps/web", "--config", "apps/web/vite.config.ts"], env);
    await untilReady(web, webDevUrl);
  }
  if (!stopping.signal.aborted) {
    console.log(`\nColonnade is open at ${origin}\nCtrl-C stops it.\n`);
  }
}

process.on("SIGINT", () => void stop(0));
process.on("SIGTERM", () => void stop(0));
// Bootstrap was killed.
process.on("disconnect", () => void stop(1));
process.channel?.unref();

try {
  await start();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof ProcessError)) throw error;
  if (!stopping.signal.aborted) console.error(error.message);
  await stop(1);
}
