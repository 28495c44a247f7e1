import { Cl, type ClarityValue } from "@stacks/transactions";
import fc from "fast-check";
import { edit, registration, submission } from "./arguments.ts";
import { type Chain, deployer, ENDORSEMENT, type Outcome } from "./chain.ts";
import {
  type Action,
  aim,
  type Model,
  NAMES,
  newModel,
  PEOPLE,
  type Side,
  step,
  WATCHER,
  wordsOf,
} from "./model.ts";

/** One call of a game, with what the model says of it. */
export type Move = {
  action: Action;
  /** The address that called. */
  caller: string;
  /** What the model expects as the answer. */
  expected: ClarityValue;
  outcome: Outcome;
};

/** People, names and an organization of their own on a chain that other games share. */
export type Game = {
  model: Model;
  people: string[];
  labels: string[];
  organization: string;
  /** The id of the game's first endorsement; the others follow. */
  firstId: number;
  moves: Move[];
};

const person = fc.nat(PEOPLE - 1);
const name = fc.nat(NAMES - 1);
const words = fc.nat(3);
const endorsement = fc.nat(5);
const caller = person;
const bool = fc.boolean();
const admin = fc.nat(5).map((roll) => (roll < PEOPLE ? roll : 0));
const org = fc.nat(3).map((roll) => roll === 0);
const own = fc.nat(3).map((roll) => roll > 0);
const side = fc.constantFrom<Side[]>("sender", "sender", "receiver", "receiver", "anybody");
const decider = fc.constantFrom<Side[]>("receiver", "receiver", "sender", "anybody");
const act = <const Act extends Action["act"]>(value: Act) => fc.constant(value);

/** Any sequence of calls, the telling ones more often. */
export const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ act: act("register"), own, caller, name }) },
    { weight: 1, arbitrary: fc.record({ act: act("leave"), caller }) },
    { weight: 1, arbitrary: fc.record({ act: act("expel"), caller, who: person }) },
    { weight: 1, arbitrary: fc.record({ act: act("moveName"), name, to: person }) },
    { weight: 1, arbitrary: fc.record({ act: act("expireName"), name, expired: bool }) },
    {
      weight: 3,
      arbitrary: fc.record({ act: act("represent"), caller: admin, who: person, begins: bool }),
    },
    {
      weight: 6,
      arbitrary: fc
        .record({ act: act("submit"), caller, receiver: person, words, org })
        .chain((rest) =>
          fc.oneof(
            { weight: 5, arbitrary: fc.constant({ ...rest, sender: rest.caller }) },
            { weight: 1, arbitrary: person.map((sender) => ({ ...rest, sender })) },
          ),
        ),
    },
    { weight: 8, arbitrary: fc.record({ act: act("edit"), side, caller, endorsement, words }) },
    {
      weight: 6,
      arbitrary: fc.record({ act: act("approve"), side: decider, caller, endorsement }),
    },
    { weight: 2, arbitrary: fc.record({ act: act("burn"), side: decider, caller, endorsement }) },
    {
      weight: 3,
      arbitrary: fc.record({ act: act("show"), side: decider, caller, endorsement, shown: bool }),
    },
    { weight: 2, arbitrary: fc.record({ act: act("transfer"), caller, endorsement, to: person }) },
    { weight: 1, arbitrary: fc.record({ act: act("mint"), caller, endorsement, to: person }) },
  ),
  { minLength: 10, maxLength: 40, size: "max" },
);

let games = 0;

/** Plays a sequence of calls, on the chain and in the model, without judging it. */
export function play(chain: Chain, sequence: Action[]): Game {
  const game = newGame(chain);
  for (const planned of sequence) {
    const action = aim(game.model, planned);
    // A name cannot be moved to whom it belongs.
    if (action.act === "moveName" && game.model.nameOwners[action.name] === action.to) continue;
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
  chain.newOrganization(at(people, 0), organization, [at(people, 1)]);
  const last = chain.read("get-last-endorsement-id");
  const firstId = last.type === "uint" ? Number(last.value) + 1 : 1;
  return { model: newModel(), people, labels, organization, firstId, moves: [] };
}

function perform(chain: Chain, game: Game, action: Action): Outcome {
  const { people, labels, organization, firstId } = game;
  const who = (index: number) => Cl.principal(at(people, index));
  if (action.act === "moveName") {
    chain.transferName(at(labels, action.name), at(people, action.to));
    return { result: Cl.ok(Cl.bool(true)), prints: [], movements: [], costs: null };
  }
  if (action.act === "expireName") {
    chain.expireName(at(labels, action.name), action.expired ? 1 : 0);
    return { result: Cl.ok(Cl.bool(true)), prints: [], movements: [], costs: null };
  }
  const sender = at(people, action.caller);
  const call = (method: string, ...args: ClarityValue[]) => chain.call(sender, method, ...args);
  switch (action.act) {
    case "register":
      return call("register-profile", ...registration(at(labels, action.name)));
    case "leave":
      return call("remove-profile");
    case "expel":
      return call("watcher-remove-profile", who(action.who));
    case "represent": {
      const method = action.begins ? "add-representative" : "remove-representative";
      return call(method, organizationId(chain, organization), who(action.who));
    }
    case "submit": {
      const [from, to] = [at(people, action.sender), at(people, action.receiver)];
      const options = { words: wordsOf(action.words), ...(action.org && { org: organization }) };
      return call("submit-endorsement", ...submission(from, to, options));
    }
    case "edit":
      return call("edit-endorsement", ...edit(firstId + action.endorsement, wordsOf(action.words)));
    case "approve":
    case "burn":
      return call(`${action.act}-endorsement`, Cl.uint(firstId + action.endorsement));
    case "show":
      return call("display-status", Cl.uint(firstId + action.endorsement), Cl.bool(action.shown));
    case "transfer": {
      const id = Cl.uint(firstId + action.endorsement);
      const args = [id, Cl.principal(sender), who(action.to)];
      return chain.callContract(sender, ENDORSEMENT, "transfer", ...args);
    }
    case "mint": {
      const id = Cl.uint(firstId + action.endorsement);
      return chain.callContract(sender, ENDORSEMENT, "mint", id, who(action.to));
    }
  }
}

function organizationId(chain: Chain, organization: string): ClarityValue {
  const found = chain.read("get-organization-by-name", Cl.stringUtf8(organization));
  const id = found.type === "some" && found.value.type === "tuple" && found.value.value.id;
  if (!id) throw new Error(`The organization ${organization} is gone.`);
  return id;
}

/** The item at an index that must be there. */
export function at<Item>(items: Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is nothing at ${index}.`);
  return item;
}
