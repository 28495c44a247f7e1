import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const colonnade = fileURLToPath(new URL("../../colonnade.ts", import.meta.url));

/** What an operator's command came to. */
export interface Outcome {
  status: number | null;
  out: string;
  err: string;
}

/** Starts an operator's command as a process of its own. */
export function startCommand(environment: Record<string, string>, ...argv: string[]) {
  const child = spawn(process.execPath, [colonnade, ...argv], {
    env: { ...process.env, LOG_LEVEL: "silent", ...environment },
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

/** Runs an operator's command as a process of its own. */
export function runOperator(
  environment: Record<string, string>,
  ...argv: string[]
): Promise<Outcome> {
  return startCommand(environment, ...argv).outcome;
}
