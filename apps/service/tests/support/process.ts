import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { checkAnswersOf } from "./answers.ts";

const main = fileURLToPath(new URL("../../main.ts", import.meta.url));

/** A service as a process of its own. */
export interface ServiceProcess {
  child: ChildProcess;
  origin: string;
  observerUrl: string;
  /** Ends it without a word to it. */
  kill(): Promise<void>;
  /** Asks it to stop, and waits until it has. */
  stop(): Promise<void>;
}

/** Starts a service at any free ports, and waits for the line that says where it is. */
export async function startProcess(environment: Record<string, string>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      COLONNADE_PORT: "0",
      COLONNADE_OBSERVER_PORT: "0",
      LOG_LEVEL: "info",
      ...environment,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  };
  let said = "";
  for await (const part of child.stdout) {
    said += String(part);
    const origin = /"origin":"([^"]+)"/.exec(said)?.[1];
    const observerUrl = /"observerUrl":"([^"]+)"/.exec(said)?.[1];
    if (origin === undefined || observerUrl === undefined) continue;
    child.stdout.resume();
    await checkAnswersOf(origin);
    return { child, origin, observerUrl, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
  }
  throw new Error(`The service did not start: ${said}`);
}
