import type { Action } from "./blocks.ts";
import { decide, display, edit, submit } from "./endorsement-moves.ts";
import type { Move } from "./move.ts";
import { admissionOf, applicants, organize, represent, watchOften } from "./organization-moves.ts";
import { people, watcher } from "./people.ts";
import { register, remove, restate } from "./profile-moves.ts";
import { pick, type Random, type World } from "./world.ts";

/** Makes up something that somebody may do, does it in the world, and answers the transaction. */
export function act(world: World, random: Random): Action {
  for (;;) {
    const action = pick(moves, random)?.(world, random) ?? null;
    if (action !== null) return action;
  }
}

const fail: Move = (_world, random) => {
  const sender = pick(people, random);
  const admin = pick(applicants, random);
  if (sender === undefined || admin === undefined) return null;
  const how =
    random(2) === 0
      ? ({ status: "abort_by_response", errorCode: 1300 + random(10) } as const)
      : ({ status: "abort_by_post_condition" } as const);
  if (random(2) === 0) return { sender, functionName: "approve-endorsement", ...how };
  const functionArguments = admissionOf(admin);
  return { sender: watcher, functionName: "watcher-new-organization", functionArguments, ...how };
};

const moves: Move[] = [
  register,
  register,
  register,
  remove,
  restate,
  watchOften,
  watchOften,
  organize,
  organize,
  organize,
  represent,
  submit,
  submit,
  submit,
  submit,
  edit,
  edit,
  decide,
  decide,
  display,
  fail,
  fail,
];
