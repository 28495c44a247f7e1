import { createServer, type IncomingMessage, type Server } from "node:http";
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

/** A server that gives up connections whose other side sends or takes too slowly. */
export function createGuardedServer({ head, idle, unsent, check }: Patience): Server {
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
  boundUnsent(server, unsent, check);
  return server;
}

/** While too many bytes wait for all clients, closes the connections that have taken nothing for longest. */
function boundUnsent(server: Server, most: number, period: number): void {
  const taken = new Map<Socket, { bytes: number; at: number }>();
  server.on("connection", (socket) => {
    taken.set(socket, { bytes: 0, at: performance.now() });
    socket.once("close", () => taken.delete(socket));
  });

  function look(): void {
    const now = performance.now();
    for (const [socket, known] of taken) {
      const bytes = socket.bytesWritten - socket.writableLength;
      if (bytes !== known.bytes) taken.set(socket, { bytes, at: now });
    }
    const waiting = [...taken].filter(([socket]) => socket.writableLength > 0);
    let all = waiting.reduce((sum, [socket]) => sum + socket.writableLength, 0);
    for (const [socket] of waiting.toSorted(([, one], [, other]) => one.at - other.at)) {
      if (all <= most) return;
      all -= socket.writableLength;
      socket.destroy();
    }
  }

  const timer = setInterval(look, period);
  timer.unref();
  server.once("close", () => clearInterval(timer));
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
