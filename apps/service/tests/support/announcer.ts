import { type Client, createClient } from "@colonnade/domain/http/client.ts";
import { browser, type Fixture } from "./fixture.ts";
import { nodeCall } from "./node.ts";
import type { Person } from "./people.ts";
import { newTxId } from "./review.ts";

/** Announces transactions to a service, and sets their statuses at its node. */
export class Announcer {
  readonly #fixture: Fixture;

  constructor(fixture: Fixture) {
    this.#fixture = fixture;
  }

  /** Sets a person's transaction and its status at the node. */
  setStatus(txId: string, person: Person, status?: string): void {
    const call = nodeCall(person.address, "edit-endorsement", status);
    this.#fixture.node.transactions.set(txId, call);
  }

  /**
   * Announces a transaction in a person's name.
   * @param from the client's address, if the service trusts a proxy
   */
  announce(txId: string, person: Person, from?: string): ReturnType<Client> {
    const { service } = this.#fixture;
    const asPage = browser(service);
    const api = createClient({
      origin: service.origin,
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        if (from !== undefined) headers.set("x-forwarded-for", from);
        return asPage(input, { ...init, headers });
      },
    });
    const event = "EDIT_ENDORSEMENT";
    return api("announceTransaction", { body: { txId, senderPrincipal: person.address, event } });
  }

  /** Announces a transaction that the mempool has. */
  async announcePending(person: Person): Promise<string> {
    const txId = newTxId();
    this.setStatus(txId, person);
    await this.announce(txId, person);
    return txId;
  }

  /** The transactions that the node is asked about during an action, in order. */
  async askedDuring(action: () => Promise<unknown>): Promise<string[]> {
    const { node } = this.#fixture;
    node.asked.length = 0;
    await action();
    return node.asked.filter((path) => path.includes("/tx/")).map((path) => path.slice(-66));
  }

  /** The transactions that the node is asked about in one round of settling, in order. */
  askedInRound(): Promise<string[]> {
    return this.askedDuring(() => this.#fixture.service.askNode());
  }

  /** A person's events of a transaction. */
  async eventsOf(txId: string, { address }: Person) {
    const events = await this.#fixture.api("getEvents", { query: { principal: address } });
    return events.filter((event) => event.txId === txId);
  }

  /** The statuses in a person's events of a transaction, each with its reason. */
  async statusesOf(
    txId: string,
    person: Person,
  ): Promise<[status: string, reason: string | null][]> {
    const events = await this.eventsOf(txId, person);
    return events.map(({ status, reason }) => [status, reason]);
  }
}
