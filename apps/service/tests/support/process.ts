import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { shortLived } from "@colonnade/devnet/tests/short-lived.ts";
import { checkResponsesOf } from "./response-check.ts";

const main = fileURLToPath(new URL("../../main.ts", import.meta.url));

/** A service as a process of its own. */
export interface ServiceProcess {
  child: ChildProcess;
  origin: string;
  observerUrl: string;
  metricsUrl: string;
  /** Kills it by SIGKILL. */
  kill(): Promise<void>;
  /** Stops it by SIGTERM. */
  stop(): Promise<void>;
}

/**
 * Starts a service at free ports, and waits for the log line that has its addresses.
 * @param program the file that runs it, with its arguments
 */
export async function startProcess(
  environment: Record<string, string>,
  program: readonly string[] = [main],
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, program, {
    env: {
      ...process.env,
      ...shortLived,
      COLONNADE_PORT: "0",
      COLONNADE_OBSERVER_PORT: "0",
      COLONNADE_METRICS_PORT: "0",
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
  let output = "";
  for await (const part of child.stdout) {
    output += String(part);
    const origin = /"origin":"([^"]+)"/.exec(output)?.[1];
    const observerUrl = /"observerUrl":"([^"]+)"/.exec(output)?.[1];
    const metricsUrl = /"metricsUrl":"([^"]+)"/.exec(output)?.[1];
    if (origin === undefined || observerUrl === undefined || metricsUrl === undefined) continue;
    child.stdout.resume();
    await checkResponsesOf(origin);
    return {
      child,
      origin,
      observerUrl,
      metricsUrl,
      kill: () => end("SIGKILL"),
      stop: () => end("SIGTERM"),
    };
  }
  throw new Error(`The service did not start: ${output}`);
}
