import { Cl, type ClarityValue } from "@stacks/transactions";
import fc from "fast-check";
import { edit, OK, registration, submission } from "../arguments.ts";
import { type Chain, deployer, ENDORSEMENT, type Outcome } from "../chain.ts";
import { aim, step, wordsOf } from "./model.ts";
import { type Action, type Model, NAMES, newModel, PEOPLE, type Side, WATCHER } from "./state.ts";

/** One call of a game, with its real and its expected result. */
export type Move = {
  action: Action;
  /** The address that called. */
  caller: string;
  /** The result by the model. */
  expected: ClarityValue;
  outcome: Outcome;
};

/** A sequence of calls by its own people, names and organization. Games share a chain. */
export type Game = {
  model: Model;
  people: string[];
  labels: string[];
  organization: { id: number; name: string };
  /** The id of the game's first endorsement; the others follow. */
  firstId: number;
  moves: Move[];
};

/** The burn blocks in which an admin may refuse a replacement. */
const DELAY = 2016;

const person = fc.nat(PEOPLE - 1);
const name = fc.nat(NAMES - 1);
const words = fc.nat(3);
const endorsement = fc.nat(5);
const caller = person;
const who = person;
const bool = fc.boolean();
/** Often the watcher. */
const watcher = fc.nat(7).map((roll) => (roll < PEOPLE ? roll : WATCHER));
const org = fc.nat(2).map((roll) => roll === 0);
const aimed = fc.nat(3).map((roll) => roll > 0);
const own = aimed;
const side = fc.constantFrom<Side[]>("sender", "sender", "receiver", "receiver", "anybody");
const decider = fc.constantFrom<Side[]>("receiver", "receiver", "sender", "anybody");
const author = fc.constantFrom<Side[]>("sender", "sender", "sender", "receiver", "anybody");
const act = <const Act extends Action["act"]>(...values: Act[]) => fc.constantFrom(...values);

/** The sender is mostly the caller. */
const submissions = fc
  .record({ act: act("submit"), caller, receiver: person, words, org })
  .chain((rest) =>
    fc.oneof(
      { weight: 5, arbitrary: fc.constant({ ...rest, sender: rest.caller }) },
      { weight: 1, arbitrary: person.map((sender) => ({ ...rest, sender })) },
    ),
  );

/** Actions with their weights. Those that reveal most are more frequent. */
const weighted: [number, fc.Arbitrary<Action>][] = [
  [4, fc.record({ act: act("register"), own, caller, name })],
  [1, fc.record({ act: act("leave"), caller })],
  [1, fc.record({ act: act("suspend"), caller: watcher, who })],
  [2, fc.record({ act: act("restore"), caller: watcher, who })],
  [1, fc.record({ act: act("moveName"), name, to: person })],
  [1, fc.record({ act: act("expireName"), name, expired: bool })],
  [3, fc.record({ act: act("invite", "remove"), aimed, caller, who })],
  [4, fc.record({ act: act("accept", "decline", "resign"), aimed, caller })],
  [1, fc.record({ act: act("proposeAdmin"), aimed, caller, who })],
  [1, fc.record({ act: act("replaceAdmin"), aimed, caller, who })],
  [1, fc.record({ act: act("refuse"), aimed, caller })],
  [2, fc.record({ act: act("acceptAdmin"), aimed, caller })],
  [1, fc.record({ act: act("declineAdmin"), aimed, caller })],
  [1, fc.record({ act: act("wait") })],
  [10, submissions],
  [8, fc.record({ act: act("edit"), side, caller, endorsement, words })],
  [6, fc.record({ act: act("approve"), side: decider, caller, endorsement })],
  [2, fc.record({ act: act("burn"), side: decider, caller, endorsement })],
  [1, fc.record({ act: act("burnMany"), caller, ids: fc.array(endorsement, { maxLength: 3 }) })],
  [3, fc.record({ act: act("withdraw"), side: author, caller, endorsement })],
  [2, fc.record({ act: act("discard"), side: decider, caller, endorsement })],
  [3, fc.record({ act: act("show"), side: decider, caller, endorsement, shown: bool })],
  [2, fc.record({ act: act("blockSender"), caller, who, blocks: bool })],
  [1, fc.record({ act: act("blockOrganization"), caller, blocks: bool })],
  [1, fc.record({ act: act("transfer", "mint"), caller, endorsement, to: person })],
];

/** Closing ends what the organization can do, so few games have it. */
const rare: [number, fc.Arbitrary<Action>][] = [
  [100, fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })))],
  [1, fc.record({ act: act("close"), aimed, caller })],
];

/** Any sequence of calls. */
export const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(...rare.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
  { minLength: 20, maxLength: 60, size: "max" },
);

let games = 0;

/** Plays a sequence of calls on the chain and in the model, without comparing the two. */
export function play(chain: Chain, sequence: Action[]): Game {
  const game = newGame(chain);
  for (const planned of sequence) {
    const action = aim(game.model, planned);
    // A name cannot be moved to its own owner.
    if (action.act === "moveName" && game.model.nameOwners[action.name] === action.to) continue;
    // Thousands of burn blocks take long, so nobody waits for nothing.
    if (action.act === "wait" && game.model.organization.replacement === null) continue;
    const expected = step(game.model, action, game.firstId);
    const outcome = perform(chain, game, action);
    const mover = "caller" in action ? at(game.people, action.caller) : deployer;
    game.moves.push({ action, caller: mover, expected, outcome });
  }
  return game;
}

function newGame(chain: Chain): Game {
  games += 1;
  const people = Array.from({ length: PEOPLE }, () => chain.newStranger());
  const labels = Array.from({ length: NAMES }, (_, index) => `game-${games}-${index}`);
  for (const [index, label] of labels.entries()) chain.register(label, at(people, index));
  chain.call(deployer, "add-watcher", Cl.principal(at(people, WATCHER)));
  const organization = `game-${games}`;
  const id = chain.newOrganization(at(people, 0), organization, [at(people, 1)]);
  const last = chain.read("get-last-endorsement-id");
  const firstId = last.type === "uint" ? Number(last.value) + 1 : 1;
  return {
    model: newModel(),
    people,
    labels,
    organization: { id, name: organization },
    firstId,
    moves: [],
  };
}

const DONE: Outcome = { result: OK, prints: [], movements: [], costs: null };

function perform(chain: Chain, game: Game, action: Action): Outcome {
  switch (action.act) {
    case "moveName":
      chain.transferName(at(game.labels, action.name), at(game.people, action.to));
      return DONE;
    case "expireName":
      chain.expireName(at(game.labels, action.name), action.expired ? 1 : 0);
      return DONE;
    case "wait":
      chain.simnet.mineEmptyBurnBlocks(DELAY);
      return DONE;
    case "transfer":
    case "mint": {
      const sender = at(game.people, action.caller);
      const id = Cl.uint(game.firstId + action.endorsement);
      const recipient = Cl.principal(at(game.people, action.to));
      const args = action.act === "mint" ? [id, recipient] : [id, Cl.principal(sender), recipient];
      return chain.callContract(sender, ENDORSEMENT, action.act, ...args);
    }
    default: {
      const [method, ...args] = callOf(game, action);
      return chain.call(at(game.people, action.caller), method, ...args);
    }
  }
}

type ProtocolAction = Exclude<
  Action,
  { act: "moveName" | "expireName" | "wait" | "transfer" | "mint" }
>;

const methods = {
  leave: "remove-profile",
  suspend: "watcher-remove-profile",
  restore: "watcher-restore-profile",
  invite: "add-representative",
  remove: "remove-representative",
  accept: "accept-representation",
  decline: "decline-representation",
  resign: "resign-representation",
  proposeAdmin: "propose-admin",
  replaceAdmin: "watcher-replace-admin",
  refuse: "refuse-replacement",
  acceptAdmin: "accept-admin",
  declineAdmin: "decline-admin",
  close: "close-organization",
  approve: "approve-endorsement",
  burn: "burn-endorsement",
  discard: "discard-endorsement",
} as const;

/** The protocol's function for an action, and its arguments. */
function callOf(
  { people, labels, organization, firstId }: Game,
  action: ProtocolAction,
): [string, ...ClarityValue[]] {
  const principal = (index: number) => Cl.principal(at(people, index));
  const id = (index: number) => Cl.uint(firstId + index);
  switch (action.act) {
    case "register":
      return ["register-profile", ...registration(at(labels, action.name))];
    case "leave":
      return [methods[action.act]];
    case "suspend":
    case "restore":
      return [methods[action.act], principal(action.who)];
    case "invite":
    case "remove":
    case "proposeAdmin":
    case "replaceAdmin":
      return [methods[action.act], Cl.uint(organization.id), principal(action.who)];
    case "accept":
    case "decline":
    case "resign":
    case "refuse":
    case "acceptAdmin":
    case "declineAdmin":
    case "close":
      return [methods[action.act], Cl.uint(organization.id)];
    case "submit": {
      const [from, to] = [at(people, action.sender), at(people, action.receiver)];
      const org = action.org ? { org: organization.name } : {};
      return [
        "submit-endorsement",
        ...submission(from, to, { words: wordsOf(action.words), ...org }),
      ];
    }
    case "edit":
      return ["edit-endorsement", ...edit(firstId + action.endorsement, wordsOf(action.words))];
    case "approve":
    case "burn":
    case "discard":
      return [methods[action.act], id(action.endorsement)];
    case "burnMany":
      return ["burn-endorsements", Cl.list(action.ids.map(id))];
    case "withdraw":
      return ["withdraw-endorsement", id(action.endorsement), Cl.none()];
    case "show":
      return ["display-status", id(action.endorsement), Cl.bool(action.shown)];
    case "blockSender":
      return [action.blocks ? "block-sender" : "unblock-sender", principal(action.who)];
    case "blockOrganization": {
      const method = action.blocks ? "block-organization" : "unblock-organization";
      return [method, Cl.uint(organization.id)];
    }
  }
}

/** The item at an index that must be there. */
export function at<Item>(items: Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is nothing at ${index}.`);
  return item;
}
