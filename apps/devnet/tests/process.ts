import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { shortLived } from "./short-lived.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

/** The devnet as a process of its own, as `npm start` runs it. */
export async function spawnDevnet(
  dataFolder: string,
  port: number,
  environment: Record<string, string> = {},
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      ...shortLived,
      COLONNADE_DATA: dataFolder,
      COLONNADE_DEVNET_PORT: String(port),
      COLONNADE_DEVNET_BLOCK_MS: "10",
      COLONNADE_OBSERVER_PORT: String(await freePort()),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return child;
}

/** Finds a port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

/** Resolves when the devnet answers. */
export const up = (url: string): Promise<void> =>
  expect
    .poll(() =>
      fetch(`${url}/v2/info`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
    .then(() => undefined);
