import { newHash } from "./blocks.ts";
import type { Call, Mempool, Sent } from "./mempool.ts";
import type { TestNode } from "./node.ts";
import { admissionOf, isFor } from "./organization-moves.ts";
import { type Person, people, watcher } from "./people.ts";
import { pick, type Random } from "./world.ts";

/** Only the newest transactions are chosen, because a fork likely reaches them. */
const NEWEST = 12;

/** Chooses transactions to announce. */
export class TransactionChoice {
  readonly #node: TestNode;
  readonly #mempool: Mempool;
  readonly #random: Random;

  constructor(node: TestNode, mempool: Mempool, random: Random) {
    this.#node = node;
    this.#mempool = mempool;
    this.#random = random;
  }

  /** Runs an action, sometimes with the node down. Only for a transaction that the node never forgets. */
  async whileTheNodeMayBeDown<Result>(sent: Sent, run: () => Promise<Result>): Promise<Result> {
    this.#node.isDown = sent.unminedStatus !== null && this.#random(4) === 0;
    try {
      return await run();
    } finally {
      this.#node.isDown = false;
    }
  }

  /** A transaction of any person. */
  transaction(): Sent {
    const sender = pick(people, this.#random) ?? watcher;
    const functionName = pick(["register-profile", "submit-endorsement"] as const, this.#random);
    return this.#some({ sender, functionName: functionName ?? "remove-profile" }, () => true);
  }

  /**
   * A transaction that may admit an applicant. Now and then it admits another person.
   * @param before the previous transaction for this admission, sometimes chosen again
   */
  admission(applicant: Person, before: Sent | null): Sent {
    const isOwn = before !== null && isFor(before, applicant);
    // One that admits another person is refused, so the service would not learn that it was sent again.
    if (isOwn && before.unminedStatus !== null && this.#random(3) === 0) {
      if (before.unminedStatus !== "pending") this.#mempool.sendAgain(before);
      return before;
    }
    const functionName = "watcher-new-organization";
    const functionArguments = admissionOf(applicant);
    const isStrict = this.#random(4) > 0;
    return this.#some(
      { sender: watcher, functionName, functionArguments },
      (sent) =>
        sent.functionName === functionName &&
        (!isStrict || String(sent.functionArguments) === String(functionArguments)),
    );
  }

  /**
   * A transaction that is mined, was mined, is pending, or never existed. One that the node forgets is chosen only
   * while it is mined: later, its status would depend on when the node was asked.
   */
  #some(call: Call, isMeant: (sent: Sent) => boolean): Sent {
    const kind = this.#random(6);
    if (kind === 0) return { ...call, txId: newHash("transaction"), unminedStatus: null };
    const wantsMined = kind > 3;
    const fitting = this.#mempool.sent.filter((sent) => {
      const isMined = this.#mempool.statusOf(sent.txId) !== undefined;
      return isMeant(sent) && isMined === wantsMined && (isMined || sent.unminedStatus !== null);
    });
    const known = kind === 1 ? undefined : pick(fitting.slice(-NEWEST), this.#random);
    return known ?? this.#mempool.send(call, true);
  }
}
