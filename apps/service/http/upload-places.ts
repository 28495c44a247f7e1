import type { Config } from "@colonnade/domain/config.ts";
import { type ClientContext, clientOf } from "./client-address.ts";
import { BusyError, TooManyError } from "./errors.ts";

/** Uploads at once. Each is held in memory whole. */
const PLACES = { client: 4, all: 24 };
/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 5;
/** Milliseconds in which an upload may be slow. */
const START = 2_000;
/** Bytes per second. A slower upload gives its place to the next one when all places are taken. */
const SLOW = 100_000;

/** The place of one upload. */
export interface UploadPlace {
  /** Aborted when another upload takes the place. The reason is the error to answer with. */
  signal: AbortSignal;
  /** Counts bytes that arrived. */
  count(bytes: number): void;
  /** The body is there. From now on nobody takes the place. */
  keep(): void;
  /** Gives the place back. A second call does nothing. */
  release(): void;
}

interface Holder {
  client: string;
  since: number;
  bytes: number;
  isReceiving: boolean;
  abort: AbortController;
}

/** Bounds how many uploads one client and all clients may have under way. Nobody holds a place without sending. */
export function createUploadPlaces(config: Config) {
  const holders = new Set<Holder>();

  /** Takes the place of the slowest upload. @throws BusyError if none is slow */
  function makeRoom(): void {
    const now = performance.now();
    const slow = [...holders]
      .filter(({ isReceiving, since }) => isReceiving && now - since >= START)
      .map((holder) => ({ holder, speed: (holder.bytes * 1000) / (now - holder.since) }))
      .filter(({ speed }) => speed < SLOW)
      .toSorted((one, other) => one.speed - other.speed);
    const [slowest] = slow;
    if (slowest === undefined) throw new BusyError(RETRY_AFTER);
    holders.delete(slowest.holder);
    slowest.holder.abort.abort(new BusyError(RETRY_AFTER));
  }

  return {
    /** @throws TooManyError when the client has all its places, BusyError when none is left */
    take(c: ClientContext): UploadPlace {
      const client = clientOf(c, config);
      const own = [...holders].filter((holder) => holder.client === client);
      if (own.length >= PLACES.client) throw new TooManyError(RETRY_AFTER);
      if (holders.size >= PLACES.all) makeRoom();
      const abort = new AbortController();
      const since = performance.now();
      const holder: Holder = { client, since, bytes: 0, isReceiving: true, abort };
      holders.add(holder);
      return {
        signal: abort.signal,
        count(bytes) {
          holder.bytes += bytes;
        },
        keep() {
          holder.isReceiving = false;
        },
        release() {
          holders.delete(holder);
        },
      };
    },
  };
}
