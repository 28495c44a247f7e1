import { createServer, type IncomingMessage, type Server } from "node:http";
import { BlockList, isIP } from "node:net";
import type { PayloadReader } from "../chain/payload-reader.ts";
import type { Metrics } from "../metrics.ts";
import type { WarnOfTrouble } from "../trouble-log.ts";
import type { Indexer } from "./indexer.ts";

/** Bytes. A block of a public network is far smaller. */
const LARGEST_PAYLOAD = 64 * 1024 * 1024;

type Receiver = Pick<Indexer, "receive">;

interface ObserverOptions {
  reader: Pick<PayloadReader, "read">;
  indexer: Receiver;
  /** Addresses and networks that may post; others get 403. */
  allowed: readonly string[];
  metrics: Pick<Metrics, "refusedPosts">;
  warnOfTrouble: WarnOfTrouble;
}

/**
 * The server that a node's `[[events_observer]]` posts to. Who may post can invent blocks. It answers 200 when a block
 * is stored, or when the leader will ask for it; the node posts again until then. What it does not read, such as the
 * mempool, it acknowledges.
 */
export function createObserver({
  reader,
  indexer,
  allowed,
  metrics,
  warnOfTrouble,
}: ObserverOptions): Server {
  const nodes = listAddresses(allowed);
  return createServer((request, response) => {
    const { remoteAddress = "" } = request.socket;
    const isNode = nodes.check(remoteAddress, isIP(remoteAddress) === 6 ? "ipv6" : "ipv4");
    // A node sends no Origin. A browser does, and any page it shows could post to a port of its machine.
    const isBrowser = request.headers.origin !== undefined;
    if (!isNode || isBrowser) {
      metrics.refusedPosts.labels("Forbidden").inc();
      const why = isBrowser
        ? "a browser's post was refused"
        : "a post was refused; COLONNADE_OBSERVER_ALLOWED says who may";
      warnOfTrouble({ remoteAddress }, why);
      response.writeHead(403, { connection: "close" }).end();
      return;
    }
    void handle(request, reader, indexer).then(
      () => response.writeHead(200).end(),
      (error: unknown) => {
        metrics.refusedPosts.labels(error instanceof Error ? error.name : "unknown").inc();
        warnOfTrouble({ err: error }, "a block was not taken; the node will post it again");
        response.writeHead(503).end();
      },
    );
  });
}

function listAddresses(allowed: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of allowed) {
    const [address = "", bits] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

async function handle(
  request: IncomingMessage,
  reader: ObserverOptions["reader"],
  indexer: Receiver,
): Promise<void> {
  if (request.method !== "POST" || request.url !== "/new_block") {
    request.resume();
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_PAYLOAD) throw new Error("The payload is larger than any block");
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  await indexer.receive(await reader.read(body));
}
