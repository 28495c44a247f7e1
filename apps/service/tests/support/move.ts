import type { ContractEvent } from "@colonnade/contract-events/contract-event.ts";
import type { Action } from "./blocks.ts";
import { type Person, people } from "./people.ts";
import type { Random, World } from "./world.ts";

/** Makes a move in a world. Returns its transaction, or null if nobody may make that move. */
export type Move = (world: World, random: Random) => Action | null;

/** A call that prints one event. */
export function printing(sender: Person, event: ContractEvent): Action {
  return { sender, functionName: event.topic, events: [event] };
}

/** The principals with a profile. */
export function withProfile(world: World): Person[] {
  return people.filter(({ address }) => world.profiles.has(address));
}

/** The person with an address, if it is one of theirs. */
export function personAt(address: string | null | undefined): Person | undefined {
  return people.find((person) => person.address === address);
}
