import type { Config } from "@colonnade/domain/config.ts";
import type { ClientContext } from "./client-address.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import { BusyError } from "./errors.ts";

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

/** An upload whose body arrives. */
interface Receiving {
  since: number;
  bytes: number;
  /** Takes its place. */
  end(): void;
}

/** Bounds how many uploads one client and all clients may have under way. Nobody holds a place without sending. */
export function createUploadPlaces(config: Config) {
  const places = createConcurrencyLimit(config, PLACES, RETRY_AFTER, endSlowest);
  const receiving = new Set<Receiving>();

  function endSlowest(): void {
    const now = performance.now();
    const [slowest] = [...receiving]
      .filter(({ since }) => now - since >= START)
      .map(({ bytes, since, end }) => ({ end, speed: (bytes * 1000) / (now - since) }))
      .filter(({ speed }) => speed < SLOW)
      .toSorted((one, other) => one.speed - other.speed);
    slowest?.end();
  }

  return {
    /** @throws TooManyError when the client has all its places, BusyError when none is left and no upload is slow */
    take(c: ClientContext): UploadPlace {
      const giveBack = places.acquire(c);
      const abort = new AbortController();
      const release = () => {
        receiving.delete(upload);
        giveBack();
      };
      const upload: Receiving = {
        since: performance.now(),
        bytes: 0,
        end() {
          release();
          abort.abort(new BusyError(RETRY_AFTER));
        },
      };
      receiving.add(upload);
      return {
        signal: abort.signal,
        count(bytes) {
          upload.bytes += bytes;
        },
        keep() {
          receiving.delete(upload);
        },
        release,
      };
    },
  };
}
