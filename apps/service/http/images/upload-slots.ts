import type { Config } from "@colonnade/domain/config.ts";
import { BusyError } from "../errors.ts";
import { createConcurrencyLimit } from "../limits/concurrency-limit.ts";
import type { ClientContext } from "../requests/client-address.ts";

/** Uploads at once. Each is held in memory whole. */
const SLOTS = { client: 4, all: 24 };
/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 5;
/** Milliseconds in which an upload may be slow. */
const START = 2_000;
/** Bytes per second. A slower upload gives its slot to the next one when all slots are taken. */
const SLOW = 100_000;

/** The slot of one upload. */
export interface UploadSlot {
  /** Aborted when another upload takes the slot. The reason is the error to answer with. */
  signal: AbortSignal;
  /** Counts bytes that arrived. */
  count(bytes: number): void;
  /** Keeps the slot from now on, because the body has arrived. */
  keep(): void;
  /** Releases the slot. A second call does nothing. */
  release(): void;
}

/** An upload whose body arrives. */
interface Receiving {
  since: number;
  bytes: number;
  /** Takes its slot. */
  end(): void;
}

/** Bounds how many uploads one client and all clients may have under way. Nobody holds a slot without sending. */
export function createUploadSlots(config: Config) {
  const slots = createConcurrencyLimit(config, SLOTS, RETRY_AFTER, endSlowest);
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
    /** @throws TooManyError when the client has all its slots, BusyError when none is left and no upload is slow */
    acquire(c: ClientContext): UploadSlot {
      const releaseSlot = slots.acquire(c);
      const abort = new AbortController();
      const release = () => {
        receiving.delete(upload);
        releaseSlot();
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
