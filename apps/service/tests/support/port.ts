import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections. A port up there may be taken by a connection any time. */
const FIRST = 10_000;
const LAST = 32_000;

/** A port that is free now. */
export async function findPort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
  return (await isFree(port)) ? port : findPort();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
