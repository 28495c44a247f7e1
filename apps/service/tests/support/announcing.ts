import { type Client, createClient } from "@colonnade/domain/http/client.ts";
import { browser, clientsOf, type Fixture } from "./fixture.ts";
import { nodeCall } from "./node.ts";
import type { Person } from "./people.ts";
import { newTxId } from "./review.ts";

/** People who announce transactions to a service, and a node that says what became of them. */
export class Announcing {
  readonly #fixture: Fixture;
  readonly #as: (person: Person) => Promise<Client>;

  constructor(fixture: Fixture) {
    this.#fixture = fixture;
    this.#as = clientsOf(fixture.service);
  }

  /** The node knows a transaction of somebody's. */
  say(txId: string, person: Person, status?: string): void {
    const call = nodeCall(person.address, "edit-endorsement", status);
    this.#fixture.node.transactions.set(txId, call);
  }

  /** Its sender announces it, signed in. */
  async announce(txId: string, person: Person): Promise<void> {
    await (await this.#as(person))("announceTransaction", bodyOf(txId, person));
  }

  /** A visitor announces it. @param from their address, where the service trusts a proxy to say it */
  async announceAsVisitor(txId: string, person: Person, from?: string): Promise<void> {
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
    await api("announceTransaction", bodyOf(txId, person));
  }

  /** Announced while the mempool has it. */
  async announcePending(person: Person): Promise<string> {
    const txId = newTxId();
    this.say(txId, person);
    await this.announce(txId, person);
    return txId;
  }

  /** The transactions that the node is asked after in a round, in order. */
  async askedInRound(): Promise<string[]> {
    const { node, service } = this.#fixture;
    node.asked.length = 0;
    await service.askNode();
    return node.asked.filter((path) => path.includes("/tx/")).map((path) => path.slice(-66));
  }

  async asksAfter(txId: string): Promise<boolean> {
    return (await this.askedInRound()).includes(txId);
  }

  /** What somebody is told of a transaction, with the reason where it failed. */
  async told(
    txId: string,
    { address }: Person,
  ): Promise<[status: string, reason: string | null][]> {
    const events = await this.#fixture.api("getEvents", { query: { principal: address } });
    return events
      .filter((event) => event.txId === txId)
      .map(({ status, reason }) => [status, reason]);
  }
}

const bodyOf = (txId: string, { address }: Person) => ({
  body: { txId, senderPrincipal: address, event: "EDIT_ENDORSEMENT" as const, metaData: {} },
});
