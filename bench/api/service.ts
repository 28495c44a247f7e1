import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { findPort } from "@colonnade/service/tests/support/port.ts";
import { untilReady } from "../../scripts/process.ts";

/** A server in a separate process. */
export interface Server {
  port: number;
  close(): Promise<void>;
}

/** Starts the bare server to measure against. */
export async function startHello(): Promise<Server> {
  const child = fork(fileURLToPath(new URL("hello.ts", import.meta.url)));
  const [port] = await once(child, "message");
  return { port: Number(port), close: () => stop(child) };
}

const MAIN = fileURLToPath(new URL("../../apps/service/main.ts", import.meta.url));

/** The service, with the ports of its metrics and of a node's posts. */
export interface ServiceServer extends Server {
  metricsPort: number;
  observerPort: number;
}

/** Starts the service as in production, on a database and without a node. @param main the file that starts it */
export async function startService(databaseUrl: string, main = MAIN): Promise<ServiceServer> {
  const [port, metricsPort, observerPort] = [await findPort(), await findPort(), await findPort()];
  const child = fork(main, {
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      COLONNADE_PORT: String(port),
      COLONNADE_OBSERVER_PORT: String(observerPort),
      COLONNADE_METRICS_PORT: String(metricsPort),
      COLONNADE_NODE_URL: "http://127.0.0.1:9",
      LOG_LEVEL: "silent",
    },
  });
  process.once("exit", () => child.kill("SIGTERM"));
  await untilReady(child, `http://127.0.0.1:${port}/healthz`);
  return { port, metricsPort, observerPort, close: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
