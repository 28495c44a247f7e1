import { type Client, createClient } from "@colonnade/domain/http/client.ts";
import { times } from "@colonnade/domain/limits.ts";
import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import { expect, vi } from "vitest";
import type { Database } from "../../db/database.ts";
import type { Service } from "../../service.ts";
import { browser } from "./fixture.ts";
import type { Mempool, Sent } from "./mempool.ts";
import type { TestNode } from "./node.ts";
import { applicants } from "./organization-moves.ts";
import { type Person, people, watcher } from "./people.ts";
import { admitAs, applyStraight, declineAs } from "./review.ts";
import {
  type Applied,
  type Decided,
  expectShown,
  type Outcome,
  outcomeOfAdmission,
  outcomeOfRefusal,
  standingOf,
} from "./review-model.ts";
import { Tellable } from "./tellable.ts";
import { type Announced, expectStandings } from "./told-standings.ts";
import { pick, type Random } from "./world.ts";

/** What somebody may tell. */
export type Telling = "announce" | "drop" | "sendAgain" | "apply" | "decide";

/** Whom it is told. */
export interface Listener {
  service: Service;
  database: Database;
  as(person: Person): Promise<Client>;
}

const MINUTE = 60_000;

/** What people tell of transactions, before their blocks, after them or in vain, and of applications. */
export class Told {
  readonly #node: TestNode;
  readonly #mempool: Mempool;
  readonly #random: Random;
  readonly #tellable: Tellable;
  readonly #announced: Announced[] = [];
  readonly #applications: Applied[] = [];
  readonly #decisions: Decided[] = [];

  constructor(node: TestNode, mempool: Mempool, random: Random) {
    this.#node = node;
    this.#mempool = mempool;
    this.#random = random;
    this.#tellable = new Tellable(node, mempool, random);
  }

  /** @param isWatched whether the index has a watcher now */
  async tell(listener: Listener, telling: Telling, isWatched: boolean): Promise<void> {
    // So that nobody has told too much in a minute.
    vi.setSystemTime(Date.now() + MINUTE);
    switch (telling) {
      case "announce":
        return this.#announceSome(listener);
      case "drop":
        return this.#drop();
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
    const sent = this.#tellable.transaction();
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
    await this.#tellable.whileTheNodeMayBeDown(sent, async () => {
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

  /** A transaction that waited in the mempool is dropped. */
  #drop(): void {
    const sent = this.#someAnnounced("pending");
    if (sent !== undefined) this.#mempool.drop(sent);
  }

  /** A dropped transaction is sent and announced once more. */
  async #sendAgain(listener: Listener): Promise<void> {
    const sent = this.#someAnnounced("dropped");
    if (sent === undefined) return;
    this.#mempool.sendAgain(sent);
    await this.#announce(listener, sent, sent.sender);
  }

  /** One that was announced and that the mempool says so of, whatever a block does. */
  #someAnnounced(elsewhere: string): Sent | undefined {
    const announced = this.#announced.map(({ sent }) => sent);
    return pick(
      announced.filter((sent) => sent.elsewhere?.startsWith(elsewhere)),
      this.#random,
    );
  }

  async #apply({ database }: Listener): Promise<void> {
    const applicant = pick(applicants, this.#random);
    if (applicant === undefined) return;
    this.#applications.push({ id: await applyStraight({ database }, applicant), applicant });
  }

  /** A watcher decides, now and then when the service has just learnt what became of everything. */
  async #decide(listener: Listener, isWatched: boolean): Promise<void> {
    const application = pick(this.#applications, this.#random);
    if (application === undefined) return this.#apply(listener);
    const api = await listener.as(watcher);
    if (!isWatched) {
      await expect(declineAs(api, application.id, "No")).rejects.toMatchObject({ status: 403 });
      return;
    }
    if (this.#random(4) === 0) await this.expectSettled(listener);
    const { items } = await api("pageApplications", { query: { limit: 100 } });
    const standing = standingOf(this.#mempool, this.#decisions, application);
    const status = expectShown(
      items.find(({ id }) => id === application.id),
      standing,
    );
    const sent =
      this.#random(4) === 0 ? null : this.#tellable.admission(application.applicant, standing.sent);
    if (sent === null) {
      const declining = declineAs(api, application.id, "No");
      await this.#expectOutcome(declining, outcomeOfRefusal(status), application, sent);
      return;
    }
    await this.#tellable.whileTheNodeMayBeDown(sent, async () => {
      const said = this.#node.isDown ? null : this.#mempool.saidOf(sent);
      const decisions = this.#decisions;
      const outcome = outcomeOfAdmission(status, standing, application, sent, said, decisions);
      await this.#expectOutcome(
        admitAs(api, application.id, sent.txId),
        outcome,
        application,
        sent,
      );
    });
  }

  /** Expects of a decision what must become of it, and that it is shown for what it is. */
  async #expectOutcome(
    deciding: Promise<ApplicationRecord>,
    outcome: Outcome,
    application: Applied,
    sent: Sent | null,
  ): Promise<void> {
    if (outcome !== "taken" && outcome !== "known") {
      await expect(deciding).rejects.toMatchObject({ code: outcome });
      return;
    }
    const shown = await deciding;
    if (outcome === "taken") {
      this.#decisions.push({ application: application.id, sent });
      if (sent !== null) this.#announced.push({ sent, principal: watcher });
    }
    expectShown(shown, standingOf(this.#mempool, this.#decisions, application));
  }
}
