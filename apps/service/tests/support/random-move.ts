import type { Action } from "./blocks.ts";
import {
  approve,
  block,
  discard,
  display,
  edit,
  reject,
  rejectSeveral,
  submit,
  suggest,
  withdraw,
} from "./endorsement-moves.ts";
import type { Move } from "./move.ts";
import {
  admissionOf,
  answer,
  applicants,
  close,
  organize,
  propose,
  represent,
  succeed,
  watchOften,
} from "./organization-moves.ts";
import { people, watcher } from "./people.ts";
import { register, remove, restate, silence, suspend } from "./profile-moves.ts";
import { pick, type Random, type World } from "./world.ts";

/** Makes a random allowed move in the world, and returns its transaction. */
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

/** How often each move is tried. */
const weights: [Move, number][] = [
  [register, 8],
  [remove, 1],
  [suspend, 1],
  [silence, 12],
  [restate, 2],
  [watchOften, 3],
  [organize, 4],
  [represent, 2],
  [answer, 3],
  [propose, 2],
  [succeed, 2],
  [close, 1],
  [submit, 10],
  [edit, 3],
  [suggest, 3],
  [approve, 5],
  [reject, 1],
  [rejectSeveral, 1],
  [withdraw, 6],
  [discard, 1],
  [display, 2],
  [block, 2],
  [fail, 3],
];
const moves = weights.flatMap(([move, weight]) => Array<Move>(weight).fill(move));
