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
  /** Its status at the node while it is not mined there; null if the node then does not know it. */
  unminedStatus: string | null;
  /** Whether it was sent again after it had been dropped. */
  wasDropped?: true;
}

const drops = ["dropped_replace_by_fee", "dropped_stale_garbage_collect"];
const statuses = ["pending", "pending", ...drops];

/** All transactions ever sent, and their statuses at the node. */
export class Mempool {
  readonly sent: Sent[] = [];
  readonly #node: TestNode;
  readonly #random: Random;
  #mined = new Map<string, string>();

  constructor(node: TestNode, random: Random) {
    this.#node = node;
    this.#random = random;
  }

  /** Sends a new transaction. Unless `isKept`, the node knows it only while it is mined. */
  send(call: Call, isKept = this.#random(5) > 0): Sent {
    const unminedStatus = isKept ? (pick(statuses, this.#random) ?? null) : null;
    const sent = { ...call, txId: newHash("transaction"), unminedStatus };
    this.sent.push(sent);
    this.#report(sent);
    return sent;
  }

  /** Drops a transaction from the mempool. */
  drop(sent: Sent): void {
    sent.unminedStatus = pick(drops, this.#random) ?? null;
    this.#report(sent);
  }

  /** Sends a dropped transaction again, unchanged. */
  sendAgain(sent: Sent): void {
    sent.unminedStatus = "pending";
    sent.wasDropped = true;
    this.#report(sent);
  }

  /**
   * Gives an action for a block its transaction: one sent before, perhaps mined on another branch, or a new one.
   * @param onBranch ids of the transactions on the block's branch; the chosen one is added
   */
  include(action: Action, onBranch: Set<string>): Action {
    const same = this.sent.filter((sent) => isSameCall(sent, action) && !onBranch.has(sent.txId));
    const known = this.#random(3) > 0 ? pick(same, this.#random) : undefined;
    const { sender, functionName, functionArguments } = action;
    const { txId } = known ?? this.send({ sender, functionName, functionArguments });
    onBranch.add(txId);
    return { ...action, txId };
  }

  /** Makes the chain that ends in a block the node's canonical chain. */
  setTip(tip: TestBlock | null): void {
    const chain = tip === null ? [] : chainOf(tip);
    const mined = chain.flatMap(({ payload }) => payload.transactions);
    this.#mined = new Map(mined.map(({ txid, status }) => [txid, status]));
    for (const sent of this.sent) this.#report(sent);
  }

  /** The status of a transaction on the node's chain; undefined if it is not mined there. */
  statusOf(txId: string): string | undefined {
    return this.#mined.get(txId);
  }

  /** The status that the node reports of a transaction; null if it does not know it. */
  reportedStatusOf({ txId, unminedStatus }: Sent): string | null {
    return this.statusOf(txId) ?? unminedStatus;
  }

  #report(sent: Sent): void {
    const { txId, sender, functionName, functionArguments } = sent;
    const status = this.reportedStatusOf(sent);
    if (status === null) this.#node.transactions.delete(txId);
    else {
      const call = nodeCall(sender.address, functionName, status, functionArguments);
      this.#node.transactions.set(txId, call);
    }
  }
}

/** The transactions of tests differ in nothing else. */
function isSameCall(one: Call, other: Call): boolean {
  return (
    one.sender === other.sender &&
    one.functionName === other.functionName &&
    String(one.functionArguments) === String(other.functionArguments)
  );
}
