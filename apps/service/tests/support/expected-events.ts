import type { ContractEvent } from "@colonnade/contract-events/contract-event.ts";
import { eventTypeOfFunction } from "@colonnade/domain/event-type.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { expect } from "vitest";
import { chainOf, type TestBlock } from "./blocks.ts";
import { owner, type Person, people, watcher } from "./people.ts";

const everybody = [owner, watcher, ...people].map(({ address }) => address);
const types = new Map<string, string>(Object.entries(eventTypeOfFunction));

/** Expects that each person's events follow from the chain's blocks, newest first. */
export async function expectEvents(origin: string, tip: TestBlock): Promise<void> {
  const api = createClient({ origin });
  const chain = chainOf(tip);
  const mined = new Set(chain.flatMap(({ txIds }) => txIds));
  const known = new KnownPeople();
  const expected = chain.flatMap((block) => expectedEventsOf(block, known)).toReversed();
  for (const address of everybody) {
    const events = await api("getEvents", { query: { principal: address } });
    const listed = events
      .filter(({ txId }) => txId !== null && mined.has(txId))
      .map(({ txId, event, status, metaData }) => {
        const { endorsementId, organizationId, byReceiver } = metaData;
        return { txId, event, status, endorsementId, organizationId, byReceiver };
      });
    const own = expected
      .filter(({ recipients }) => recipients.has(address))
      .map(({ event }) => event);
    const isWhole = events.length < limits.pageItems;
    expect(listed).toEqual(isWhole ? own : own.slice(0, listed.length));
  }
}

function expectedEventsOf({ actions, txIds }: TestBlock, known: KnownPeople) {
  return actions.flatMap(({ sender, functionName, events }, index) => {
    const about = { txId: txIds[index], event: types.get(functionName) };
    if (events === undefined) {
      return [{ recipients: new Set([sender.address]), event: { ...about, status: "FAILED" } }];
    }
    return events.map((event) => ({
      recipients: recipientsOf(sender, event, known),
      event: { ...about, status: "SUCCESS", ...subjectOf(event, sender, known) },
    }));
  });
}

/** The admins of organizations, and the senders and receivers of endorsements, after the events so far. */
class KnownPeople {
  readonly #admins = new Map<number, string>();
  readonly #parties = new Map<number, string[]>();

  receiverOf(endorsementId: number): string | undefined {
    return this.#parties.get(endorsementId)?.[1];
  }

  /** Takes the next event. Returns the people of its endorsement or organization. */
  after(event: ContractEvent): string[] {
    if (event.topic === "submit-endorsement") {
      this.#parties.set(event.id, [event.sender, event.receiver]);
    }
    if (event.topic === "watcher-new-organization" || event.topic === "accept-admin") {
      this.#admins.set(event.id, event.admin);
    }
    if (!("id" in event) || isBlock(event)) return [];
    const admin = this.#admins.get(event.id);
    if (isOfOrganization(event)) return admin === undefined ? [] : [admin];
    return this.#parties.get(event.id) ?? [];
  }
}

/** The event recipients: the sender, each principal in the event, and the people of its endorsement or organization. */
function recipientsOf(sender: Person, event: ContractEvent, known: KnownPeople): Set<unknown> {
  const named = known.after(event);
  if (isBlock(event)) return new Set([sender.address]);
  return new Set([sender.address, ...Object.values(event).flat(), ...named]);
}

function subjectOf(event: ContractEvent, { address }: Person, known: KnownPeople) {
  if (!("id" in event)) return {};
  if (isOfOrganization(event)) return { organizationId: event.id };
  const isByReceiver = known.receiverOf(event.id) === address;
  return { endorsementId: event.id, ...(isByReceiver ? { byReceiver: true } : {}) };
}

/** Whether somebody blocks or unblocks another. It is an event of the blocker alone. */
const isBlock = ({ topic }: ContractEvent) => /block-/.test(topic);

const isOfOrganization = ({ topic }: ContractEvent) =>
  /organization|represent|admin|replacement/.test(topic);
