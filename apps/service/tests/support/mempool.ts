import { type Action, chainOf, newHash, type TestBlock } from "./blocks.ts";
import { nodeCall, type TestNode } from "./node.ts";
import { pick, type Random } from "./world.ts";

/** What a transaction calls. */
export interface Call extends Pick<Action, "sender" | "functionName"> {
  functionArguments?: string[] | undefined;
}

/** A transaction that was sent. Blocks of several branches may have it, or none at all. */
export interface Sent extends Call {
  txId: string;
  /** What the node says of it while no block of its chain has it; null where it knows nothing of it then. */
  elsewhere: string | null;
  /** Whether it was sent again after it had been dropped. */
  wasDropped?: true;
}

const drops = ["dropped_replace_by_fee", "dropped_stale_garbage_collect"];
const fates = ["pending", "pending", ...drops];

/** All that was ever sent, and what a node says of it. */
export class Mempool {
  readonly sent: Sent[] = [];
  readonly #node: TestNode;
  readonly #random: Random;
  #standing = new Map<string, string>();

  constructor(node: TestNode, random: Random) {
    this.#node = node;
    this.#random = random;
  }

  /** A new transaction, which the node knows whatever becomes of it, or perhaps only while a block has it. */
  send(call: Call, isKept = this.#random(5) > 0): Sent {
    const elsewhere = isKept ? (pick(fates, this.#random) ?? null) : null;
    const sent = { ...call, txId: newHash("transaction"), elsewhere };
    this.sent.push(sent);
    this.#say(sent);
    return sent;
  }

  /** Drops a transaction from the mempool. */
  drop(sent: Sent): void {
    sent.elsewhere = pick(drops, this.#random) ?? null;
    this.#say(sent);
  }

  /** Sends a dropped transaction again, as it was. */
  sendAgain(sent: Sent): void {
    sent.elsewhere = "pending";
    sent.wasDropped = true;
    this.#say(sent);
  }

  /**
   * The action as a transaction that goes into a block: one that was sent before, as another branch may have it, or a
   * new one.
   * @param onBranch what the block's branch has already; this is added to it
   */
  include(action: Action, onBranch: Set<string>): Action {
    const same = this.sent.filter((sent) => isSameCall(sent, action) && !onBranch.has(sent.txId));
    const known = this.#random(3) > 0 ? pick(same, this.#random) : undefined;
    const { sender, functionName, functionArguments } = action;
    const { txId } = known ?? this.send({ sender, functionName, functionArguments });
    onBranch.add(txId);
    return { ...action, txId };
  }

  /** Lets the node speak for the chain that ends in a block. */
  standAt(tip: TestBlock | null): void {
    const chain = tip === null ? [] : chainOf(tip);
    const mined = chain.flatMap(({ payload }) => payload.transactions);
    this.#standing = new Map(mined.map(({ txid, status }) => [txid, status]));
    for (const sent of this.sent) this.#say(sent);
  }

  /** What became of a transaction on the node's chain; undefined where it is not on it. */
  statusOf(txId: string): string | undefined {
    return this.#standing.get(txId);
  }

  /** What the node says of a transaction; null where it knows none. */
  saidOf({ txId, elsewhere }: Sent): string | null {
    return this.statusOf(txId) ?? elsewhere;
  }

  #say(sent: Sent): void {
    const { txId, sender, functionName, functionArguments } = sent;
    const status = this.saidOf(sent);
    if (status === null) this.#node.transactions.delete(txId);
    else {
      const call = nodeCall(sender.address, functionName, status, functionArguments);
      this.#node.transactions.set(txId, call);
    }
  }
}

/** Nothing else is in a transaction of a test. */
function isSameCall(one: Call, other: Call): boolean {
  return (
    one.sender === other.sender &&
    one.functionName === other.functionName &&
    String(one.functionArguments) === String(other.functionArguments)
  );
}
