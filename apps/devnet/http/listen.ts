import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { sayPortTaken } from "@colonnade/domain/config.ts";
import { getRequestListener } from "@hono/node-server";

/** The port is taken. The message is for people. */
export class PortInUseError extends Error {
  override readonly name = "PortInUseError";
}

/**
 * Answers requests on loopback.
 * @param port 0 takes any free one
 * @throws PortInUseError
 */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<{ server: Server; port: number }> {
  const server = createServer(getRequestListener(fetch));
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new PortInUseError(sayPortTaken(port, "COLONNADE_DEVNET_PORT"));
    }
    throw error;
  }
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  return { server, port: address.port };
}

/** Cuts what is open, too. */
export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
