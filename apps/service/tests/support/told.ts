import { ApiError, type Client, createClient } from "@colonnade/domain/http/client.ts";
import { times } from "@colonnade/domain/limits.ts";
import { expect, vi } from "vitest";
import type { Database } from "../../db/database.ts";
import type { Service } from "../../service.ts";
import { newHash } from "./blocks.ts";
import { browser } from "./fixture.ts";
import type { Call, Mempool, Sent } from "./mempool.ts";
import { admissionOf, applicants } from "./moves.ts";
import type { TestNode } from "./node.ts";
import { type Person, people, watcher } from "./people.ts";
import { admitAs, applyStraight, declineAs } from "./review.ts";
import { type Announced, type Applied, type Decided, expectStandings } from "./told-standings.ts";
import { pick, type Random } from "./world.ts";

/** What somebody may tell. */
export type Telling = "announce" | "sendAgain" | "apply" | "decide";

/** Whom it is told. */
export interface Listener {
  service: Service;
  database: Database;
  as(person: Person): Promise<Client>;
}

/** So many of the newest transactions are told of, those that a fork is likely to reach. */
const NEWEST = 12;
const MINUTE = 60_000;

/** What people tell of transactions, before their blocks, after them or in vain, and of applications. */
export class Told {
  readonly #node: TestNode;
  readonly #mempool: Mempool;
  readonly #random: Random;
  readonly #announced: Announced[] = [];
  readonly #applications: Applied[] = [];
  readonly #decisions: Decided[] = [];

  constructor(node: TestNode, mempool: Mempool, random: Random) {
    this.#node = node;
    this.#mempool = mempool;
    this.#random = random;
  }

  /** @param isWatched whether the index has a watcher now */
  async tell(listener: Listener, telling: Telling, isWatched: boolean): Promise<void> {
    // So that nobody has told too much in a minute.
    vi.setSystemTime(Date.now() + MINUTE);
    switch (telling) {
      case "announce":
        return this.#announceSome(listener);
      case "sendAgain":
        return this.#sendAgain(listener);
      case "apply":
        return this.#apply(listener);
      case "decide":
        return this.#decide(listener, isWatched);
    }
  }

  /** Expects that all that was told has come to what the node's chain says, an hour after the last of it. */
  async expectSettled({ service, as }: Listener): Promise<void> {
    vi.setSystemTime(Date.now() + times.pendingEvent);
    await expectStandings(service, as, this.#mempool, {
      announced: this.#announced,
      applications: this.#applications,
      decisions: this.#decisions,
    });
  }

  /** Somebody announces a transaction; seldom another's as theirs. */
  async #announceSome(listener: Listener): Promise<void> {
    const sent = this.#someTransaction();
    const claimant = this.#random(6) === 0 ? pick(people, this.#random) : undefined;
    await this.#announce(listener, sent, claimant ?? sent.sender);
  }

  async #announce({ service, as }: Listener, sent: Sent, principal: Person): Promise<void> {
    const api =
      this.#random(2) === 0
        ? await as(principal)
        : createClient({ origin: service.origin, fetch: browser(service) });
    const body = {
      txId: sent.txId,
      senderPrincipal: principal.address,
      event: "UNKNOWN" as const,
      metaData: {},
    };
    await this.#whileTheNodeMayBeDown(sent, async () => {
      const announcing = api("announceTransaction", { body });
      const isKnown = !this.#node.isDown && this.#node.transactions.has(sent.txId);
      if (isKnown && principal !== sent.sender) {
        await expect(announcing).rejects.toMatchObject({ status: 403 });
      } else {
        await announcing;
      }
    });
    this.#announced.push({ sent, principal });
  }

  /** A dropped transaction is sent and announced once more. */
  async #sendAgain(listener: Listener): Promise<void> {
    const announced = this.#announced.map(({ sent }) => sent);
    const sent = pick(
      announced.filter(({ elsewhere }) => elsewhere?.startsWith("dropped")),
      this.#random,
    );
    if (sent === undefined) return;
    this.#mempool.sendAgain(sent);
    await this.#announce(listener, sent, sent.sender);
  }

  async #apply({ database }: Listener): Promise<void> {
    const applicant = pick(applicants, this.#random);
    if (applicant === undefined) return;
    this.#applications.push({ id: await applyStraight({ database }, applicant), applicant });
  }

  async #decide(listener: Listener, isWatched: boolean): Promise<void> {
    const application = pick(this.#applications, this.#random);
    if (application === undefined) return this.#apply(listener);
    const { id, applicant } = application;
    const api = await listener.as(watcher);
    if (!isWatched) {
      await expect(declineAs(api, id, "No")).rejects.toMatchObject({ status: 403 });
      return;
    }
    if (this.#random(4) === 0) {
      const isTaken = await isTakenBy(() => declineAs(api, id, "No"));
      if (isTaken) this.#decisions.push({ application: id, sent: null });
      return;
    }
    const sent = this.#someAdmission(applicant);
    const before = await api("pageApplications", { query: { limit: 100 } });
    const known = before.items.find((item) => item.id === id);
    const isTaken = await this.#whileTheNodeMayBeDown(sent, () =>
      isTakenBy(() => admitAs(api, id, sent.txId)),
    );
    const isNews = known?.txId !== sent.txId || known.status === "waiting";
    if (!isTaken || !isNews) return;
    this.#decisions.push({ application: id, sent });
    this.#announced.push({ sent, principal: watcher });
  }

  /** What everybody who tells of a transaction may find: where the node knows it for good, that does not matter. */
  async #whileTheNodeMayBeDown<Result>(sent: Sent, tell: () => Promise<Result>): Promise<Result> {
    this.#node.isDown = sent.elsewhere !== null && this.#random(4) === 0;
    try {
      return await tell();
    } finally {
      this.#node.isDown = false;
    }
  }

  #someTransaction(): Sent {
    const sender = pick(people, this.#random) ?? watcher;
    const functionName = pick(["register-profile", "submit-endorsement"] as const, this.#random);
    return this.#some({ sender, functionName: functionName ?? "remove-profile" }, () => true);
  }

  /** A transaction that may admit an applicant; seldom it admits another. */
  #someAdmission(applicant: Person): Sent {
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

/** Whether a decision is taken, or refused for what has been decided or has become of its transaction. */
async function isTakenBy(decide: () => Promise<unknown>): Promise<boolean> {
  try {
    await decide();
    return true;
  } catch (error) {
    const refusals = ["conflict_error", "precondition_failed_error"];
    if (error instanceof ApiError && refusals.includes(error.code)) return false;
    throw error;
  }
}
