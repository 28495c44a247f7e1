import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Logger } from "pino";
import type { Indexer } from "../indexer/indexer.ts";

/** A block of a public network is far smaller. */
const LARGEST_PAYLOAD = 256 * 1024 * 1024;

/**
 * The server that a node's `[[events_observer]]` posts to. Whoever reaches it can say what the chain is, so it
 * belongs on a private address. It answers 200 only when a block is kept, and the node waits for that.
 */
export function createObserver(indexer: Indexer, log: Logger): Server {
  return createServer((request, response) => {
    // A node names no origin. A browser does, and any page that it shows could post to a port of its machine.
    if (request.headers.origin !== undefined) {
      response.writeHead(403).end();
      return;
    }
    void handle(request, indexer).then(
      () => response.writeHead(200).end(),
      (error: unknown) => {
        log.error({ err: error }, "a block was not taken; the node will post it again");
        response.writeHead(503).end();
      },
    );
  });
}

async function handle(request: IncomingMessage, indexer: Indexer): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_PAYLOAD) throw new Error("The payload is larger than any block");
    chunks.push(chunk);
  }
  if (request.method !== "POST" || request.url !== "/new_block") return;
  const text = Buffer.concat(chunks).toString("utf8");
  await indexer.receive(parse(text));
}

/** What is not JSON is set aside as the text it is. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
