import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How slow a connection may be. Times are in milliseconds. */
export interface Patience {
  /** For the head of a request. */
  head: number;
  /** A body slower than this is refused. */
  body: { bytes: number; period: number };
  /** For a connection on which nothing moves while a request is under way. */
  idle: number;
  /** Bytes that wait in memory for all clients together to take them. */
  unsent: number;
  /** Between two looks at what is slow. */
  check: number;
}

const SECOND = 1_000;

export const usualPatience: Patience = {
  head: 10 * SECOND,
  // 10 KB/s. Node gives up a whole request after five minutes.
  body: { bytes: 100_000, period: 10 * SECOND },
  idle: 60 * SECOND,
  unsent: 128 * 1024 * 1024,
  check: SECOND,
};

/** Milliseconds. Longer than the proxies in front keep connections, or they send into a closing one. */
const KEEP_ALIVE = 75_000;

const READS = ["GET", "HEAD"];

/**
 * A server that gives up connections whose other side sends or takes too slowly.
 * @param onUnsent called at each look with the bytes that wait for all clients
 */
export function createGuardedServer(
  { head, idle, unsent, check }: Patience,
  onUnsent: (bytes: number) => void = () => {},
): Server {
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE,
    headersTimeout: head,
    connectionsCheckingInterval: check,
  });
  server.timeout = idle;
  server.on("request", (request, response) => {
    // Nobody reads such a body, so it would hold the connection for as long as its client likes.
    if (READS.includes(request.method ?? "") && hasBody(request)) response.shouldKeepAlive = false;
  });
  boundUnsent(server, { most: unsent, period: check, onUnsent });
  return server;
}

interface UnsentBound {
  /** Bytes. */
  most: number;
  /** Milliseconds between two looks. */
  period: number;
  onUnsent(bytes: number): void;
}

/** What a connection's other side has taken, and what still waits for it. */
interface Connection {
  bytes: number;
  /** When it last took something. */
  at: number;
  /** To requests that were sent without waiting for the answers before. */
  responses: Set<ServerResponse>;
}

/** While too many bytes wait for all clients, closes the connections that have taken nothing for longest. */
function boundUnsent(server: Server, { most, period, onUnsent }: UnsentBound): void {
  const connections = new Map<Socket, Connection>();
  server.on("connection", (socket) => {
    connections.set(socket, { bytes: 0, at: performance.now(), responses: new Set() });
    socket.once("close", () => connections.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    // One that has its socket waits for none.
    if (response.socket !== null) return;
    const responses = connections.get(socket)?.responses;
    responses?.add(response);
    response.once("close", () => responses?.delete(response));
  });

  function look(): void {
    const now = performance.now();
    for (const [socket, connection] of connections) {
      const bytes = socket.bytesWritten - socket.writableLength;
      if (bytes !== connection.bytes) Object.assign(connection, { bytes, at: now });
    }
    const waiting = Array.from(connections, ([socket, { at, responses }]) => {
      return { socket, at, bytes: unsentOf(socket, responses) };
    }).filter(({ bytes }) => bytes > 0);
    let all = waiting.reduce((sum, { bytes }) => sum + bytes, 0);
    onUnsent(all);
    for (const { socket, bytes } of waiting.toSorted((one, other) => one.at - other.at)) {
      if (all <= most) return;
      all -= bytes;
      socket.destroy();
    }
  }

  const timer = setInterval(look, period);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

/** The bytes that wait in a socket, and in the responses that have not come to it yet. */
function unsentOf(socket: Socket, responses: Set<ServerResponse>): number {
  let bytes = socket.writableLength;
  // A response that has come to its socket counts the socket's bytes, too.
  for (const response of responses) if (response.socket === null) bytes += response.writableLength;
  return bytes;
}

/**
 * Watches a body while it arrives.
 * @param onSlow called when fewer bytes have arrived in a period than must
 * @returns a function that ends the watch
 */
export function watchBody(
  request: IncomingMessage,
  { bytes, period }: Patience["body"],
  onSlow: () => void,
): () => void {
  let before = request.socket.bytesRead;
  const timer = setInterval(() => {
    const arrived = request.socket.bytesRead - before;
    before += arrived;
    if (request.complete) return stop();
    // Bytes that we have not read yet are our delay, not the client's.
    if (arrived < bytes && request.readableLength === 0) onSlow();
  }, period);
  timer.unref();
  const stop = () => clearInterval(timer);
  request.once("close", stop);
  return stop;
}

/** Whether a request says that a body follows. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
