import type { IncomingMessage } from "node:http";
import type { Config } from "@colonnade/domain/config.ts";
import type { ClientContext } from "../requests/client-address.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";

/** Milliseconds in which a body may be slow. */
const START = 2_000;
/** Bytes per second. A slower body gives its slot to the next one when all slots are taken. */
const SLOW = 100_000;

/** A request whose body arrives. */
interface Receiving {
  incoming: IncomingMessage;
  since: number;
  /** What the connection had brought before. */
  bytesBefore: number;
  /** Takes its slot. */
  end(): void;
}

/**
 * Bounds how many requests with a body one client and all clients may have under way. Nobody holds a slot without
 * sending.
 * @param retryAfter seconds that a refused client is told to wait
 */
export function createBodySlots(
  config: Config,
  bounds: { client: number; all: number },
  retryAfter: number,
) {
  const slots = createConcurrencyLimit(config, bounds, retryAfter, endSlowest);
  const receiving = new Set<Receiving>();

  function endSlowest(): void {
    const now = performance.now();
    const [slowest] = [...receiving]
      .filter(({ incoming, since }) => !incoming.complete && now - since >= START)
      .map(({ incoming, since, bytesBefore, end }) => {
        const bytes = incoming.socket.bytesRead - bytesBefore;
        return { end, speed: (bytes * 1000) / (now - since) };
      })
      .filter(({ speed }) => speed < SLOW)
      .toSorted((one, other) => one.speed - other.speed);
    slowest?.end();
  }

  return {
    /**
     * @param onTaken called when another request takes the slot, which happens only before the body is complete
     * @returns a function that releases the slot; a second call of it does nothing
     * @throws TooManyError when the client has all its slots, BusyError when none is left and no body is slow
     */
    acquire(c: ClientContext, onTaken: () => void): () => void {
      const { incoming } = c.env;
      const releaseSlot = slots.acquire(c);
      const release = () => {
        receiving.delete(one);
        releaseSlot();
      };
      const one: Receiving = {
        incoming,
        since: performance.now(),
        bytesBefore: incoming.socket.bytesRead,
        end() {
          release();
          onTaken();
        },
      };
      receiving.add(one);
      return release;
    },
  };
}
