import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { sayPortTaken } from "../packages/domain/config.ts";

/** A child that ended in a way nobody asked for; it has said why itself. */
export class ProcessError extends Error {
  override readonly name = "ProcessError";
}

/** Runs a command to its end, its output shown. @throws ProcessError when it fails */
export async function run(command: string, args: string[], env: NodeJS.ProcessEnv = process.env) {
  const child = spawn(command, args, { stdio: "inherit", env });
  const code = await exitOf(child);
  if (code !== 0) throw new ProcessError(`${command} ${args.join(" ")} ended with ${code}`);
}

/** Resolves with a child's exit code, 1 when a signal ended it or it could not start. */
export function exitOf(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once("exit", (code) => resolve(code ?? 1));
    child.once("error", () => resolve(1));
  });
}

/**
 * Waits until an address answers 200, as long as the process behind it lives.
 * @throws ProcessError when the process ends first
 */
export async function untilReady(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const answered = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (answered) return;
    await delay(100);
  }
  throw new ProcessError(`The process behind ${url} ended before it answered`);
}

/**
 * Makes sure that a port is free before anything is started: on a taken one somebody else would answer, and be
 * mistaken for ours.
 * @param setting the environment variable that names the port
 * @throws ProcessError when it is taken
 */
export async function requireFreePort(port: number, setting: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  }).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    throw new ProcessError(sayPortTaken(port, setting));
  });
  await new Promise((resolve) => server.close(resolve));
}
