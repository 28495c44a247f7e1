import { newHash } from "./blocks.ts";
import type { Call, Mempool, Sent } from "./mempool.ts";
import type { TestNode } from "./node.ts";
import { admissionOf, isFor } from "./organization-moves.ts";
import { type Person, people, watcher } from "./people.ts";
import { pick, type Random } from "./world.ts";

/** So many of the newest transactions are told of, those that a fork is likely to reach. */
const NEWEST = 12;

/** The transactions that somebody may tell of. */
export class Tellable {
  readonly #node: TestNode;
  readonly #mempool: Mempool;
  readonly #random: Random;

  constructor(node: TestNode, mempool: Mempool, random: Random) {
    this.#node = node;
    this.#mempool = mempool;
    this.#random = random;
  }

  /** What everybody who tells of a transaction may find: where the node knows it for good, that does not matter. */
  async whileTheNodeMayBeDown<Result>(sent: Sent, tell: () => Promise<Result>): Promise<Result> {
    this.#node.isDown = sent.elsewhere !== null && this.#random(4) === 0;
    try {
      return await tell();
    } finally {
      this.#node.isDown = false;
    }
  }

  /** Anybody's. */
  transaction(): Sent {
    const sender = pick(people, this.#random) ?? watcher;
    const functionName = pick(["register-profile", "submit-endorsement"] as const, this.#random);
    return this.#some({ sender, functionName: functionName ?? "remove-profile" }, () => true);
  }

  /**
   * A transaction that may admit an applicant; seldom it admits another.
   * @param before the one that was to, which is seldom sent again
   */
  admission(applicant: Person, before: Sent | null): Sent {
    const isOwn = before !== null && isFor(before, applicant);
    // Only what admits this applicant: of another's, refused for it, nobody would hear that it was sent again.
    if (isOwn && before.elsewhere !== null && this.#random(3) === 0) {
      if (before.elsewhere !== "pending") this.#mempool.sendAgain(before);
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
   * One that a block has or had, or has not yet, or one that never comes. What the node will have forgotten is told of
   * only while a block has it: whether it is shown afterwards depends on whether the node was ever asked in time.
   */
  #some(call: Call, isMeant: (sent: Sent) => boolean): Sent {
    const kind = this.#random(6);
    if (kind === 0) return { ...call, txId: newHash("transaction"), elsewhere: null };
    const wantsMined = kind > 3;
    const tellable = this.#mempool.sent.filter((sent) => {
      const isMined = this.#mempool.statusOf(sent.txId) !== undefined;
      return isMeant(sent) && isMined === wantsMined && (isMined || sent.elsewhere !== null);
    });
    const known = kind === 1 ? undefined : pick(tellable.slice(-NEWEST), this.#random);
    return known ?? this.#mempool.send(call, true);
  }
}
