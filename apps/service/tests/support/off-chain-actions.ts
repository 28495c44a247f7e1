import { type Client, createClient } from "@colonnade/domain/http/client.ts";
import { times } from "@colonnade/domain/limits.ts";
import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import { expect, vi } from "vitest";
import type { Database } from "../../db/database.ts";
import type { Service } from "../../service.ts";
import { type Announced, expectStatuses } from "./expected-statuses.ts";
import { browser } from "./fixture.ts";
import type { Mempool, Sent } from "./mempool.ts";
import type { TestNode } from "./node.ts";
import { applicants } from "./organization-moves.ts";
import { type Person, people, watcher } from "./people.ts";
import { admitAs, declineAs, insertApplication } from "./review.ts";
import {
  type Applied,
  type Decided,
  expectedStatusOf,
  expectShown,
  type Outcome,
  outcomeOfAdmission,
  outcomeOfRefusal,
} from "./review-model.ts";
import { TransactionChoice } from "./transaction-choice.ts";
import { pick, type Random } from "./world.ts";

/** What people may do off chain. */
export type OffChainAction = "announce" | "drop" | "sendAgain" | "apply" | "decide";

/** A running service, and a signed-in client for each person. */
export interface RunningService {
  service: Service;
  database: Database;
  as(person: Person): Promise<Client>;
}

const MINUTE = 60_000;

/** While the node is down, an announcement ends as 403 if the sender is known to be another, else as 503. */
function expectRefused(error: unknown): void {
  expect([403, 503]).toContain(Reflect.get(Object(error), "status"));
}

/**
 * Random announcements, applications and decisions. A transaction may be announced before its block, after it, or
 * never be mined.
 */
export class OffChainActions {
  readonly #node: TestNode;
  readonly #mempool: Mempool;
  readonly #random: Random;
  readonly #choice: TransactionChoice;
  readonly #announced: Announced[] = [];
  readonly #applications: Applied[] = [];
  readonly #decisions: Decided[] = [];

  constructor(node: TestNode, mempool: Mempool, random: Random) {
    this.#node = node;
    this.#mempool = mempool;
    this.#random = random;
    this.#choice = new TransactionChoice(node, mempool, random);
  }

  /** @param isWatched whether the index has a watcher now */
  async run(running: RunningService, action: OffChainAction, isWatched: boolean): Promise<void> {
    // A minute later, so that no rate limit refuses it.
    vi.setSystemTime(Date.now() + MINUTE);
    switch (action) {
      case "announce":
        return this.#announceSome(running);
      case "drop":
        return this.#drop();
      case "sendAgain":
        return this.#sendAgain(running);
      case "apply":
        return this.#apply(running);
      case "decide":
        return this.#decide(running, isWatched);
    }
  }

  /** Expects, an hour later, that all announcements and applications agree with the node's chain. */
  async expectSettled({ service, as }: RunningService): Promise<void> {
    vi.setSystemTime(Date.now() + times.pendingEvent);
    await expectStatuses(service, as, this.#mempool, {
      announced: this.#announced,
      applications: this.#applications,
      decisions: this.#decisions,
    });
  }

  /** Announces a transaction, sometimes in the name of a person who did not send it. */
  async #announceSome(running: RunningService): Promise<void> {
    const sent = this.#choice.transaction();
    const claimant = this.#random(6) === 0 ? pick(people, this.#random) : undefined;
    await this.#announce(running, sent, claimant ?? sent.sender);
  }

  async #announce({ service, as }: RunningService, sent: Sent, principal: Person): Promise<void> {
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
    const announce = () => api("announceTransaction", { body });
    // If the node is down, the announcement is repeated later, as a page does.
    await this.#choice.whileTheNodeMayBeDown(sent, async () => {
      if (this.#node.isDown) await announce().catch(expectRefused);
    });
    const seen = this.#node.transactions.has(sent.txId);
    if (seen && principal !== sent.sender) {
      await expect(announce()).rejects.toMatchObject({ status: 403 });
    } else {
      const isKept = this.#announced.some((each) => each.sent === sent);
      expect([{ seen }, ...(isKept ? [{ seen: true }] : [])]).toContainEqual(await announce());
    }
    this.#announced.push({ sent, principal });
  }

  /** Drops a transaction from the mempool. */
  #drop(): void {
    const sent = this.#someAnnounced("pending");
    if (sent !== undefined) this.#mempool.drop(sent);
  }

  /** Sends and announces a dropped transaction again. */
  async #sendAgain(running: RunningService): Promise<void> {
    const sent = this.#someAnnounced("dropped");
    if (sent === undefined) return;
    this.#mempool.sendAgain(sent);
    await this.#announce(running, sent, sent.sender);
  }

  /** An announced transaction whose status in the mempool starts with this one. It may be mined. */
  #someAnnounced(status: string): Sent | undefined {
    const announced = this.#announced.map(({ sent }) => sent);
    return pick(
      announced.filter((sent) => sent.unminedStatus?.startsWith(status)),
      this.#random,
    );
  }

  async #apply({ database }: RunningService): Promise<void> {
    const applicant = pick(applicants, this.#random);
    if (applicant === undefined) return;
    this.#applications.push({ id: await insertApplication({ database }, applicant), applicant });
  }

  /** A watcher decides on an application, sometimes right after all pending events are settled. */
  async #decide(running: RunningService, isWatched: boolean): Promise<void> {
    const application = pick(this.#applications, this.#random);
    if (application === undefined) return this.#apply(running);
    const api = await running.as(watcher);
    if (!isWatched) {
      await expect(declineAs(api, application.id, "No")).rejects.toMatchObject({ status: 403 });
      return;
    }
    if (this.#random(4) === 0) await this.expectSettled(running);
    const { items } = await api("pageApplications", { query: { limit: 100 } });
    const expected = expectedStatusOf(this.#mempool, this.#decisions, application);
    const status = expectShown(
      items.find(({ id }) => id === application.id),
      expected,
    );
    const sent =
      this.#random(4) === 0 ? null : this.#choice.admission(application.applicant, expected.sent);
    if (sent === null) {
      const declining = declineAs(api, application.id, "No");
      await this.#expectOutcome(declining, outcomeOfRefusal(status), application, sent);
      return;
    }
    await this.#choice.whileTheNodeMayBeDown(sent, async () => {
      const reported = this.#node.isDown ? null : this.#mempool.reportedStatusOf(sent);
      const decisions = this.#decisions;
      const outcome = outcomeOfAdmission(status, expected, application, sent, reported, decisions);
      await this.#expectOutcome(
        admitAs(api, application.id, sent.txId),
        outcome,
        application,
        sent,
      );
    });
  }

  /** Expects the outcome of a decision, and that the application then shows it. */
  async #expectOutcome(
    deciding: Promise<ApplicationRecord>,
    outcome: Outcome,
    application: Applied,
    sent: Sent | null,
  ): Promise<void> {
    if (outcome !== "stored" && outcome !== "repeated") {
      await expect(deciding).rejects.toMatchObject({ code: outcome });
      return;
    }
    const shown = await deciding;
    if (outcome === "stored") {
      this.#decisions.push({ application: application.id, sent });
      if (sent !== null) this.#announced.push({ sent, principal: watcher });
    }
    expectShown(shown, expectedStatusOf(this.#mempool, this.#decisions, application));
  }
}
