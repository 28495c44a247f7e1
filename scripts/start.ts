import { type ChildProcess, spawn } from "node:child_process";
import { ConfigError, readConfig } from "../packages/domain/config.ts";
import { buildBundles } from "./build.ts";
import { exitOf, ProcessError, requireFreePort, run, untilReady } from "./process.ts";

const isDev = process.argv.includes("--dev");
const children: ChildProcess[] = [];
let stopping = false;

function startNode(script: string, env: NodeJS.ProcessEnv): ChildProcess {
  const watch = isDev ? ["--watch", "--watch-preserve-output"] : [];
  return startChild("node", [...watch, script], env);
}

/** Starts a part of the product; when it ends by itself, everything ends. */
function startChild(command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(command, args, { stdio: "inherit", env });
  children.push(child);
  child.once("exit", (code) => {
    if (!stopping) void stop(code ?? 1);
  });
  return child;
}

/** Stops the parts in the reverse order of their start, so that nobody loses what it depends on. */
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const child of children.toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await exitOf(child);
  }
  process.exitCode = code;
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const webDevUrl = `http://127.0.0.1:${config.webDevPort}`;
  const origin = isDev ? webDevUrl : config.origin;
  const env = { ...process.env, COLONNADE_ORIGIN: origin };
  await requireFreePort(config.port, "COLONNADE_PORT");
  await requireFreePort(config.observerPort, "COLONNADE_OBSERVER_PORT");
  if (config.network === "devnet") {
    await requireFreePort(config.devnetPort, "COLONNADE_DEVNET_PORT");
  }
  await buildBundles();

  if (config.network === "devnet") {
    const devnet = startNode("apps/devnet/main.ts", env);
    await untilReady(devnet, `${config.nodeUrl}/v2/info`);
  }
  const service = startNode("apps/service/main.ts", env);
  await untilReady(service, `http://127.0.0.1:${config.port}/readyz`);
  if (config.network === "devnet") await run("node", ["apps/devnet/seed/main.ts"], env);
  if (isDev) {
    const web = startChild("vite", ["apps/web", "--config", "apps/web/vite.config.ts"], env);
    await untilReady(web, webDevUrl);
  }
  if (!stopping) console.log(`\nColonnade is open at ${origin}\nCtrl-C stops it.\n`);
}

process.on("SIGINT", () => void stop(0));
process.on("SIGTERM", () => void stop(0));

try {
  await start();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof ProcessError)) throw error;
  if (!stopping) console.error(error.message);
  await stop(1);
}
