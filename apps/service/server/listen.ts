import { once } from "node:events";
import type { Server } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sayListenError } from "@colonnade/domain/config.ts";

/** The port is taken, or the address is not this machine's. */
export class PortError extends Error {
  override readonly name = "PortError";
}

/**
 * Listens for requests.
 * @param port 0 for any that is free
 * @param setting the environment variable of the port
 * @param host an address of this machine; loopback if absent
 * @returns the port
 * @throws PortError
 */
export async function listen(
  server: Server,
  port: number,
  setting: string,
  host = "127.0.0.1",
): Promise<number> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const sentence = sayListenError(error, { host, port, setting });
    throw sentence === undefined ? error : new PortError(sentence);
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Not listening on a port");
  return address.port;
}

/** Milliseconds. Requests that wait are answered sooner. */
const CUT = 1_500;

/** Turns of the event loop that it takes to accept a connection, read its request and begin the answer. */
const TURNS = 3;

/** Milliseconds that a stop waits for connections to be accepted. A flood of them must not delay it. */
const LONGEST_ACCEPT = 500;

/**
 * Stops taking requests, lets the ones that have arrived end, and cuts off those that never do, such as streams. A
 * request may not be read from its socket yet: until then its connection counts as idle.
 */
export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, "close");
  await acceptWaiting(server);
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), CUT);
  await closed;
  clearTimeout(cut);
}

/** Accepts the connections that wait, one in each turn of the event loop, and has their requests read. */
async function acceptWaiting(server: Server): Promise<void> {
  const end = performance.now() + LONGEST_ACCEPT;
  let left = TURNS;
  const onConnection = () => {
    left = TURNS;
  };
  server.on("connection", onConnection);
  for (; left > 0 && performance.now() < end; left -= 1) await nextTurn();
  server.off("connection", onConnection);
}
