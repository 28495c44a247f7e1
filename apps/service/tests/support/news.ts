import { createClient } from "@colonnade/domain/http/client.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { expect } from "vitest";
import { type Action, chainOf, type TestBlock } from "./blocks.ts";
import { happenings } from "./happenings.ts";
import { owner, people, watcher } from "./people.ts";
import type { World } from "./world.ts";

const everybody = [owner, watcher, ...people].map(({ address }) => address);
const types = new Map(happenings.map(({ functionName, type }) => [functionName, type]));

/** Expects that all have heard of what a chain's blocks did to them, newest first, as the world at its end has it. */
export async function expectNews(origin: string, tip: TestBlock, world: World): Promise<void> {
  const api = createClient({ origin });
  const chain = chainOf(tip);
  const mined = new Set(chain.flatMap(({ txIds }) => txIds));
  const news = chain.flatMap((block) => newsOf(block, world)).toReversed();
  for (const address of everybody) {
    const events = await api("getEvents", { query: { principal: address } });
    const heard = events
      .filter(({ txId }) => txId !== null && mined.has(txId))
      .map(({ txId, event, status, metaData }) => ({ txId, event, status, metaData }));
    const own = news.filter(({ parties }) => parties.has(address)).map(({ told }) => told);
    const isWhole = events.length < limits.pageItems;
    expect(heard).toEqual(isWhole ? own : own.slice(0, heard.length));
  }
}

function newsOf({ actions, txIds }: TestBlock, world: World) {
  return actions.map((action, index) => ({
    parties: partiesOf(action, world),
    told: {
      txId: txIds[index],
      event: types.get(action.functionName),
      status: action.events === undefined ? "FAILED" : "SUCCESS",
      metaData: metaDataOf(action),
    },
  }));
}

/** Who did it, whomever it names, and whose endorsement or organization it is about. */
function partiesOf({ sender, events = [] }: Action, world: World): Set<unknown> {
  const parties = new Set<unknown>([sender.address]);
  for (const event of events) {
    for (const value of Object.values(event).flat()) parties.add(value);
    if (!("id" in event)) continue;
    const endorsement = world.endorsements.get(event.id);
    const owners = isOfOrganization(event.topic)
      ? [world.organizations.get(event.id)?.admin]
      : [endorsement?.sender, endorsement?.receiver];
    for (const address of owners) parties.add(address);
  }
  return parties;
}

function metaDataOf({ events = [] }: Action) {
  const [event] = events;
  if (event === undefined || !("id" in event)) return {};
  return isOfOrganization(event.topic) ? { organizationId: event.id } : { endorsementId: event.id };
}

const isOfOrganization = (topic: string) => /organization|representative/.test(topic);
