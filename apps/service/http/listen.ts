import { once } from "node:events";
import type { Server } from "node:http";
import { sayPortTaken } from "@colonnade/domain/config.ts";

/** A port that is taken already. */
export class PortError extends Error {
  override readonly name = "PortError";
}

/**
 * Listens on loopback.
 * @param port 0 for any that is free
 * @returns the port
 * @throws PortError
 */
export async function listen(server: Server, port: number, setting: string): Promise<number> {
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new PortError(sayPortTaken(port, setting));
    }
    throw error;
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening on a port");
  return address.port;
}

/** Stops taking requests, lets the ones under way end, and cuts off those that never do, such as streams. */
export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), 1000);
  await closed;
  clearTimeout(cut);
}
