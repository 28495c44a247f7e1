import type { ContractEvent } from "@colonnade/domain/contract-event.ts";
import type { Action } from "./blocks.ts";
import { type Person, people } from "./people.ts";
import type { Random, World } from "./world.ts";

/** Does something that somebody may do in a world, and answers its transaction; null where nobody may do it there. */
export type Move = (world: World, random: Random) => Action | null;

/** A call that prints one event. */
export function printing(sender: Person, event: ContractEvent): Action {
  return { sender, functionName: event.topic, events: [event] };
}

/** Those who have a profile. */
export function withProfile(world: World): Person[] {
  return people.filter(({ address }) => world.profiles.has(address));
}
