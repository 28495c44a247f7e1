import type { IncomingMessage, Server } from "node:http";
import { BlockList, isIP } from "node:net";
import { finished } from "node:stream/promises";
import type { WarnOfTrouble } from "../monitoring/log.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { createGuardedServer, type Patience, watchBody } from "../server/guarded-server.ts";
import type { InTime } from "../server/request-timeout.ts";
import { createPostedBody, LARGEST_PAYLOAD, type PostedBody } from "./posted-body.ts";

/** Seconds. */
const RETRY_AFTER = 1;

/** Posts whose bodies are in memory at once. A node sends one after the other, and a body has 64 MB at most. */
const AT_ONCE = 8;

/** The bodies of too many posts are in memory. */
class TooManyPostsError extends Error {
  override readonly name = "TooManyPostsError";
}

/** The body arrives too slowly. */
class SlowPostError extends Error {
  override readonly name = "SlowPostError";
}

interface ObserverOptions {
  /**
   * Takes a posted block. If it throws, the node posts the block again.
   * @param onRead called when the body is not needed any more
   */
  receive(body: PostedBody, onRead: () => void): Promise<void>;
  /** Addresses and networks that may post; others get 403. */
  allowed: readonly string[];
  inTime: InTime;
  metrics: Pick<Metrics, "refusedPosts">;
  warnOfTrouble: WarnOfTrouble;
  patience: Patience;
}

/**
 * The server that a node's `[[events_observer]]` posts to. A program that may post can invent blocks. The server answers
 * 200 when a block is indexed or quarantined, or when the leader will ask for it; the node posts again until then. It
 * acknowledges what it does not need, such as the mempool.
 */
export function createObserver({
  receive,
  allowed,
  inTime,
  metrics,
  warnOfTrouble,
  patience,
}: ObserverOptions): Server {
  const nodes = listAddresses(allowed);
  const handle = createHandler(receive);
  // A post may wait long for the blocks before its own.
  const server = createGuardedServer({ ...patience, idle: 0 });
  // A long block may take minutes to arrive. If Node gave it up, the node would post it again for ever.
  server.requestTimeout = 0;
  return server.on("request", (request, response) => {
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
    const isSlow = Promise.withResolvers<never>();
    const stop = watchBody(request, patience.body, () => isSlow.reject(new SlowPostError()));
    void Promise.race([inTime(request, handle(request)), isSlow.promise])
      .finally(stop)
      .then(
        () => response.writeHead(200).end(),
        (error: unknown) => {
          metrics.refusedPosts.labels(error instanceof Error ? error.name : "unknown").inc();
          warnOfTrouble({ err: error }, "a post was not taken; the node will post it again");
          if (error instanceof SlowPostError)
            response.writeHead(408, { connection: "close" }).end();
          else response.writeHead(503, { "retry-after": String(RETRY_AFTER) }).end();
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

/** Reads all of a post. A function of its own, so that the wait for the block keeps no body in memory. */
async function readBody(request: IncomingMessage): Promise<PostedBody> {
  const body = createPostedBody();
  // The rest of too long a body is read as well, since a node that cannot send it all posts it again.
  for await (const chunk of request) if (body.size() <= LARGEST_PAYLOAD) body.add(chunk);
  return body.parts();
}

function createHandler(receive: ObserverOptions["receive"]) {
  const held = new Set<IncomingMessage>();
  return async (request: IncomingMessage): Promise<void> => {
    if (request.method !== "POST" || request.url !== "/new_block") {
      // To its end: a node that cannot send all of it posts it again for ever.
      await finished(request.resume());
      return;
    }
    if (held.size >= AT_ONCE) {
      request.resume();
      throw new TooManyPostsError(`${AT_ONCE} others are being read`);
    }
    held.add(request);
    const release = () => void held.delete(request);
    try {
      await receive(await readBody(request), release);
    } finally {
      release();
    }
  };
}
