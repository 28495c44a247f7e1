import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { findPort } from "@colonnade/service/tests/support/port.ts";

/** A server in a process of its own. */
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

/**
 * Starts the service as it is in production, on a database and without a node.
 * @param main another way to start it
 */
export async function startService(databaseUrl: string, main = MAIN): Promise<Server> {
  const port = await findPort();
  const child = fork(main, {
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      COLONNADE_PORT: String(port),
      COLONNADE_OBSERVER_PORT: String(await findPort()),
      COLONNADE_NODE_URL: "http://127.0.0.1:9",
      LOG_LEVEL: "silent",
    },
  });
  process.once("exit", () => child.kill("SIGTERM"));
  const exited = once(child, "exit");
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) break;
    const isOver = await Promise.race([exited.then(() => true), delay(100).then(() => false)]);
    if (isOver) throw new Error("The service did not start");
  }
  return { port, close: () => stop(child) };
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
