import type { Chain } from "./chain/chain.ts";
import { DiskError } from "./chain/log.ts";

interface MinerOptions {
  /** Milliseconds between a transaction and its block; `manual` mines only when asked. */
  blockMs: number | "manual";
  /** Milliseconds between Bitcoin blocks; ten minutes if absent. */
  burnBlockMs?: number;
  /** Called when a block could not be written. It is mined again later. */
  onDiskError: (error: DiskError) => void;
}

/** Milliseconds. A full disk may have room again. */
const DISK_PAUSE = 1_000;

const TEN_MINUTES = 600_000;

/** Mines a block when transactions wait, and a Bitcoin block with it when one is due. */
export class Miner {
  readonly #chain: Chain;
  readonly #options: MinerOptions;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | undefined;

  constructor(chain: Chain, options: MinerOptions, now: () => number) {
    this.#chain = chain;
    this.#options = options;
    this.#now = now;
  }

  schedule(): void {
    const { blockMs } = this.#options;
    if (blockMs === "manual" || this.#timer !== undefined || !this.#chain.hasWork) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#chain.hasWork) this.#mine();
    }, blockMs);
  }

  #mine(): void {
    try {
      if (this.#burnBlockIsDue()) this.#chain.mineBurnBlock();
      const { transactions } = this.#chain.mine();
      // An empty block means that the waiting senders cannot pay. The next arrival tries again.
      if (transactions.length > 0) this.schedule();
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      this.#options.onDiskError(error);
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.schedule();
      }, DISK_PAUSE);
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #burnBlockIsDue(): boolean {
    const age = this.#now() - this.#chain.tip.burn_block_time * 1000;
    return age >= (this.#options.burnBlockMs ?? TEN_MINUTES);
  }
}
