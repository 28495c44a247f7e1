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

/** Whether nobody listens at a port of loopback. */
export async function isFree(port: number): Promise<boolean> {
  // Somebody who connects in between must not keep it open.
  const server = createServer((socket) => socket.destroy()).listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
