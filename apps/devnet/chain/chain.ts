import { checkAdmission } from "./admission.ts";
import { buildBlock, type NewBlock } from "./block.ts";
import { executeBlock, type Receipt } from "./execution.ts";
import { GENESIS_TRANSACTION, receiveGenesis, runGenesis } from "./genesis.ts";
import { Ledger } from "./ledger.ts";
import {
  type BlockRecord,
  ChainLog,
  DiskError,
  type DroppedStatus,
  type GenesisRecord,
  LogError,
  type LogRecord,
  type SystemCall,
} from "./log.ts";
import { runCanonical, runSystemCalls } from "./replay.ts";
import { readTransaction, type Transaction } from "./transaction.ts";
import { type Snapshot, VirtualMachine } from "./vm.ts";

interface ChainOptions {
  /** The log's path; its folder is made. */
  path: string;
  /** The start of a new chain. An existing log has its own. */
  genesis: Omit<GenesisRecord, "kind" | "version" | "time">;
  /** Unix milliseconds. */
  now: () => number;
}

export interface ForkOptions {
  /** How many blocks are rolled back. */
  back: number;
  /** Whether their transactions return to the mempool or are dropped. Default `return`. */
  transactions?: "return" | "drop";
  /** How many blocks are mined on the fork. Default 1. */
  blocks?: number;
}

interface MadeBlock extends Partial<Pick<BlockRecord, "skipped" | "system">> {
  receipts?: Receipt[];
}

/** The Clarity state after a canonical block. */
interface Checkpoint {
  height: number;
  state: Snapshot;
}

/** Blocks between two checkpoints. */
const CHECKPOINT_EVERY = 16;
/** Checkpoints to keep. Each takes some 90 MB. With two, a fork of 16 blocks or fewer seldom replays more than 15. */
const CHECKPOINTS = 2;

/** A transaction that waits for this many blocks is dropped, as on a stacks-node. */
const MEMPOOL_AGE = 256;

/**
 * The chain: its Clarity state and its ledger. Every change is written to the log and then applied.
 * A restart applies the same records. Every method is synchronous, so changes never interleave.
 */
export class Chain {
  readonly ledger = new Ledger();
  readonly vm: VirtualMachine;
  readonly #now: () => number;
  readonly #log: ChainLog;
  readonly #genesis: GenesisRecord;
  readonly #genesisHeight: number;
  /** The state before the block being mined. It is kept because the next snapshot reuses its memory. */
  #before: Snapshot | undefined;
  /** Lowest first. */
  #checkpoints: Checkpoint[] = [];
  readonly #listeners = new Set<() => void>();

  private constructor(
    log: ChainLog,
    vm: VirtualMachine,
    genesis: GenesisRecord,
    now: () => number,
  ) {
    this.#log = log;
    this.vm = vm;
    this.#genesis = genesis;
    runGenesis(vm, genesis);
    this.#genesisHeight = vm.height;
    this.#now = now;
  }

  /**
   * Opens the chain of a log, or starts a new one.
   * @throws LogError if the log is damaged or replays to other results
   */
  static async open({ path, genesis, now }: ChainOptions): Promise<Chain> {
    const records: LogRecord[] = [];
    const log = ChainLog.open(path, (record) => records.push(record));
    const vm = await VirtualMachine.acquire();
    try {
      let first = records.shift();
      if (first === undefined) {
        first = { kind: "genesis", version: 1, time: now(), ...genesis };
        log.append(first);
      }
      if (first.kind !== "genesis") throw new LogError(`${path} does not begin with a genesis`);
      const chain = new Chain(log, vm, first, now);
      for (const record of records) chain.ledger.apply(record);
      chain.#recordGenesisBlocks(first.time);
      runCanonical(vm, chain.ledger, chain.#genesisHeight);
      return chain;
    } catch (error) {
      log.close();
      vm.release();
      throw error;
    }
  }

  close(): void {
    this.#log.close();
    this.vm.release();
  }

  get tip(): NewBlock {
    const tip = this.ledger.canonical.at(-1);
    if (tip === undefined) throw new Error("the chain has no block");
    return tip.block;
  }

  /** Whether a block would take any transaction now. */
  get hasWork(): boolean {
    return this.#select().length > 0;
  }

  /** Calls the listener after every change. Returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Takes a serialized transaction into the mempool.
   * @returns its id, 0x-prefixed, also if it waits already
   * @throws Rejection as a stacks-node
   */
  broadcast(bytes: Uint8Array): string {
    const transaction = readTransaction(bytes);
    if (this.ledger.mempool.get(transaction.txid) !== undefined) return transaction.txid;
    checkAdmission(transaction, this);
    this.#record({
      kind: "transaction",
      raw: transaction.raw,
      receivedAt: Math.floor(this.#now() / 1000),
      receivedHeight: this.tip.block_height,
    });
    return transaction.txid;
  }

  /** Mines a block from the mempool. It may be empty. */
  mine(): NewBlock {
    const selected = this.#select();
    if (selected.length === 0) {
      this.vm.mine([]);
      return this.#seal({});
    }
    const before = this.#remember();
    const { receipts, skipped } = executeBlock(this.vm, selected, before);
    const outcomes = [...skipped].map(([txid, { events: _, ...outcome }]) => [txid, outcome]);
    return this.#seal({ receipts, skipped: Object.fromEntries(outcomes) }, before);
  }

  /** Mines a Bitcoin block: an empty Stacks block with the next burn height. */
  mineBurnBlock(): NewBlock {
    this.vm.mineBurnBlock();
    return this.#seal({});
  }

  /**
   * Runs unsigned calls in a block of their own, which lists no transaction.
   * @throws Rejection if one of them errs; the state is then unchanged
   */
  mineSystemCalls(system: SystemCall[]): NewBlock {
    const before = this.#remember();
    try {
      runSystemCalls(this.vm, system);
    } catch (error) {
      this.vm.restore(before);
      throw error;
    }
    return this.#seal({ system }, before);
  }

  /**
   * Makes an earlier block the tip again and mines new blocks on it. Without a new block no observer
   * hears of the fork.
   * @returns the new blocks
   * @throws RangeError if that reaches below the genesis
   */
  fork({ back, transactions = "return", blocks = 1 }: ForkOptions): NewBlock[] {
    const height = this.tip.block_height - back;
    if (!Number.isInteger(back) || back < 1 || height < this.#genesisHeight) {
      throw new RangeError(`cannot roll back ${back} of ${this.tip.block_height} blocks`);
    }
    this.#record({ kind: "fork", height, transactions });
    this.rebuild();
    return Array.from({ length: blocks }, () => this.mine());
  }

  /** Rebuilds the Clarity state from the canonical blocks, after a fork or a VM trap. */
  rebuild(): void {
    const tip = this.ledger.canonical.length;
    this.#checkpoints = this.#checkpoints.filter(({ height }) => height <= tip);
    const checkpoint = this.#checkpoints.at(-1);
    if (checkpoint === undefined) {
      this.vm.reset();
      runGenesis(this.vm, this.#genesis);
    } else this.vm.restore(checkpoint.state);
    runCanonical(this.vm, this.ledger, checkpoint?.height ?? this.#genesisHeight);
  }

  /** Drops a waiting transaction. @returns whether it was waiting */
  drop(txid: string, status: DroppedStatus): boolean {
    if (this.ledger.mempool.get(txid) === undefined) return false;
    this.#record({ kind: "dropped", txid, status });
    return true;
  }

  /** Keeps the state after the block that was just recorded. */
  #keepCheckpoint(height: number): void {
    const oldest = this.#checkpoints.length < CHECKPOINTS ? undefined : this.#checkpoints.shift();
    this.#checkpoints.push({ height, state: this.vm.snapshot(oldest?.state) });
  }

  #remember(): Snapshot {
    this.#before = this.vm.snapshot(this.#before);
    return this.#before;
  }

  #select(): Transaction[] {
    return this.ledger.mempool.select((sender) => this.ledger.nextNonce(sender));
  }

  /**
   * Adds the block that the VM has just run to the chain.
   * @param before the state before it, if there is a snapshot
   * @throws DiskError when it cannot be recorded; the state is then as it was before
   */
  #seal({ receipts = [], skipped = {}, system = [] }: MadeBlock, before?: Snapshot): NewBlock {
    const block = buildBlock({
      parent: this.tip,
      height: this.vm.height,
      burnHeight: this.vm.burnHeight,
      now: Math.floor(this.#now() / 1000),
      receipts,
      interfaceOf: (contract) => this.vm.contractInterface(contract),
    });
    try {
      this.#record({ kind: "block", block, skipped, system });
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      if (before === undefined) this.rebuild();
      else this.vm.restore(before);
      throw error;
    }
    if (block.block_height % CHECKPOINT_EVERY === 0) this.#keepCheckpoint(block.block_height);
    for (const { transaction, receivedHeight } of this.ledger.mempool.list()) {
      if (receivedHeight + MEMPOOL_AGE < block.block_height) {
        this.drop(transaction.txid, "dropped_stale_garbage_collect");
      }
    }
    return block;
  }

  #record(record: LogRecord): void {
    this.#log.append(record);
    this.ledger.apply(record);
    for (const listener of this.#listeners) listener();
  }

  /** Records the blocks of the genesis, also those that an interrupted first start left out. */
  #recordGenesisBlocks(time: number): void {
    const { canonical } = this.ledger;
    while (canonical.length < this.#genesisHeight) {
      const receipts = canonical.length === 0 ? [receiveGenesis(this.#genesis)] : [];
      for (const { transaction } of receipts) {
        if (this.ledger.entries.has(transaction.txid)) continue;
        const receivedAt = Math.floor(time / 1000);
        this.#record({
          kind: "transaction",
          raw: GENESIS_TRANSACTION,
          receivedAt,
          receivedHeight: 0,
        });
      }
      const block = buildBlock({
        parent: canonical.at(-1)?.block,
        height: canonical.length + 1,
        burnHeight: this.vm.burnHeight,
        now: Math.floor(time / 1000),
        receipts,
        interfaceOf: () => undefined,
      });
      this.#record({ kind: "block", block, skipped: {}, system: [] });
    }
  }
}
