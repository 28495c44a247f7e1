import { checkAdmission } from "./admission.ts";
import { buildBlock, type NewBlock } from "./block.ts";
import { executeBlock, type Receipt, type Skipped } from "./execution.ts";
import { runGenesis, runSystemCalls } from "./genesis.ts";
import { Ledger } from "./ledger.ts";
import {
  type BlockRecord,
  ChainLog,
  type DroppedStatus,
  type GenesisRecord,
  LogError,
  type LogRecord,
  type SystemCall,
} from "./log.ts";
import { runCanonical } from "./replay.ts";
import { readTransaction, type Transaction } from "./transaction.ts";
import { type Snapshot, VirtualMachine } from "./vm.ts";

export interface ChainOptions {
  /** The log's path; its folder is made. */
  path: string;
  /** What a new chain starts from; a log that is there already knows better. */
  genesis: Omit<GenesisRecord, "kind" | "version" | "time">;
  /** Unix milliseconds. */
  now: () => number;
}

export interface ForkOptions {
  /** How many blocks are rolled back. */
  back: number;
  /** What becomes of their transactions: back into the mempool, or dropped. Default `return`. */
  transactions?: "return" | "drop";
}

interface MadeBlock extends Partial<Pick<BlockRecord, "skipped" | "system">> {
  receipts?: Receipt[];
}

/** A transaction unmined for this many blocks is dropped, as on a stacks-node. */
const MEMPOOL_AGE = 256;

/**
 * The chain: its Clarity state and its ledger. What happens is written to the log first and then
 * applied, and a restart applies the same records again. Every method is synchronous, so nothing
 * ever happens in between.
 */
export class Chain {
  readonly ledger = new Ledger();
  readonly vm: VirtualMachine;
  readonly #now: () => number;
  readonly #log: ChainLog;
  readonly #genesis: GenesisRecord;
  readonly #genesisHeight: number;
  /** The state before the block being mined; kept only for its memory. */
  #before: Snapshot | undefined;
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
   * Opens the chain in the log, or begins one.
   * @throws LogError where the log is damaged or does not replay to what it says
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

  /** Calls back after every block. Answers how to stop it. */
  onBlock(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Takes a serialized transaction into the mempool.
   * @returns its id, 0x-prefixed; also for one that waits already
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

  /** Mines a block of what the mempool holds; it may be empty. */
  mine(): NewBlock {
    const selected = this.#select();
    if (selected.length === 0) {
      this.vm.mine([]);
      return this.#seal({});
    }
    const { receipts, skipped } = executeBlock(this.vm, selected, this.#remember());
    return this.#seal({
      receipts,
      skipped: Object.fromEntries([...skipped].map(([txid, as]) => [txid, describeSkipped(as)])),
    });
  }

  /** Brings a Bitcoin block: an empty Stacks block with the next burn height. */
  mineBurnBlock(): NewBlock {
    this.vm.mineBurnBlock();
    return this.#seal({});
  }

  /**
   * Runs calls that nobody signed in a block of their own, which lists no transaction.
   * @throws Rejection where one of them errs; nothing has happened then
   */
  mineSystemCalls(system: SystemCall[]): NewBlock {
    const before = this.#remember();
    try {
      runSystemCalls(this.vm, system);
    } catch (error) {
      this.vm.restore(before);
      throw error;
    }
    return this.#seal({ system });
  }

  /**
   * Makes an earlier block the tip again. No observer hears of it until another block is mined.
   * @throws RangeError when that reaches behind the genesis
   */
  fork({ back, transactions = "return" }: ForkOptions): void {
    const height = this.tip.block_height - back;
    if (!Number.isInteger(back) || back < 1 || height < this.#genesisHeight) {
      throw new RangeError(`cannot roll back ${back} of ${this.tip.block_height} blocks`);
    }
    this.#record({ kind: "fork", height, transactions });
    this.rebuild();
  }

  /** Makes the Clarity state anew from the canonical blocks: after a fork, or when the VM broke. */
  rebuild(): void {
    this.vm.reset();
    runGenesis(this.vm, this.#genesis);
    runCanonical(this.vm, this.ledger, this.#genesisHeight);
  }

  /** Drops a waiting transaction. Answers whether there was one. */
  drop(txid: string, status: DroppedStatus): boolean {
    if (this.ledger.mempool.get(txid) === undefined) return false;
    this.#record({ kind: "dropped", txid, status });
    return true;
  }

  #remember(): Snapshot {
    this.#before = this.vm.snapshot(this.#before);
    return this.#before;
  }

  #select(): Transaction[] {
    return this.ledger.mempool.select((sender) => this.ledger.nextNonce(sender));
  }

  #seal(made: MadeBlock): NewBlock {
    const block = buildBlock({
      parent: this.tip,
      height: this.vm.height,
      burnHeight: this.vm.burnHeight,
      now: Math.floor(this.#now() / 1000),
      receipts: made.receipts ?? [],
    });
    this.#record({
      kind: "block",
      block,
      skipped: made.skipped ?? {},
      system: made.system ?? [],
    });
    for (const { transaction, receivedHeight } of this.ledger.mempool.list()) {
      if (receivedHeight + MEMPOOL_AGE < block.block_height) {
        this.drop(transaction.txid, "dropped_stale_garbage_collect");
      }
    }
    for (const listener of this.#listeners) listener();
    return block;
  }

  #record(record: LogRecord): void {
    this.#log.append(record);
    this.ledger.apply(record);
  }

  /** The genesis makes a few blocks of its own; a start that was cut short is made up for. */
  #recordGenesisBlocks(time: number): void {
    for (
      let height = this.ledger.canonical.length + 1;
      height <= this.#genesisHeight;
      height += 1
    ) {
      const block = buildBlock({
        parent: this.ledger.canonical.at(-1)?.block,
        height,
        burnHeight: this.vm.burnHeight,
        now: Math.floor(time / 1000),
        receipts: [],
      });
      this.#record({ kind: "block", block, skipped: {}, system: [] });
    }
  }
}

function describeSkipped({ status, result, error }: Skipped): BlockRecord["skipped"][string] {
  return { status, result, ...(error === undefined ? {} : { error }) };
}
