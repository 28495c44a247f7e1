import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { sayListenError } from "../packages/domain/config.ts";

/** A child process that failed. Its own output says why. */
export class ProcessError extends Error {
  override readonly name = "ProcessError";
}

/**
 * Runs a command to its end, its output shown.
 * @param env variables beside those of this process
 * @throws ProcessError when it fails or is stopped
 */
export async function run(
  command: string,
  args: string[],
  { signal, env = {} }: { signal?: AbortSignal | undefined; env?: Record<string, string> } = {},
) {
  const child = spawn(command, args, {
    stdio: "inherit",
    signal,
    env: { ...process.env, ...env },
  });
  const code = await exitOf(child);
  if (code !== 0) throw new ProcessError(`${command} ${args.join(" ")} ended with ${code}`);
}

/** Resolves with a child's exit code, or 1 if a signal ended it or it did not start. */
export function exitOf(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return Promise.resolve(child.exitCode ?? 1);
  }
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
 * Checks that a port is free before anything starts. Otherwise another server's answers would pass for ours.
 * @param setting the environment variable that names the port
 * @throws ProcessError when it is taken, or the host is no address of this machine
 */
export async function requireFreePort(host: string, port: number, setting: string): Promise<void> {
  // A client that connects meanwhile must not keep the server open.
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  }).catch((error: unknown) => {
    const sentence = sayListenError(error, { host, port, setting });
    throw sentence === undefined ? error : new ProcessError(sentence);
  });
  await new Promise((resolve) => server.close(resolve));
}
