import { tellRow } from "@colonnade/torture/torture.ts";
import { Cl } from "@stacks/transactions";
import { expect, test } from "vitest";
import { type Rule, rules } from "./authority.ts";
import { ENDORSEMENT, type Outcome, PROTOCOL, startChain } from "./chain.ts";
import { newWorld, ROLES, type Role, type World } from "./world.ts";

const chain = await startChain();
let tries = 0;

const nameOf = ({ contract, method, about = "" }: Rule) =>
  `${contract === PROTOCOL ? "" : "token: "}${method} ${about}`.trim();
const named = rules.map((one) => [nameOf(one), one] as const);

test.each(named)("%s is open to its roles, and to nobody else", (_, rule) => {
  const outcomes = outcomesOf(rule);
  expect(outcomes).toEqual(expectedOf(rule));
  tries += Object.keys(outcomes).length;
});

test("every public function is tried in every role", () => {
  const interfaces = chain.simnet.getContractsInterfaces();
  for (const contract of [PROTOCOL, ENDORSEMENT]) {
    const methods = interfaces
      .get(contract)
      ?.functions.filter(({ access }) => access === "public")
      .map(({ name }) => name);
    const tried = rules.filter((rule) => rule.contract === contract);
    expect(new Set(tried.map(({ method }) => method))).toEqual(new Set(methods));
  }
  expect(tries).toBe(rules.flatMap((rule) => Object.keys(expectedOf(rule))).length);
  tellRow({
    fault: "every public function of the contracts in every role",
    tries,
    result: "as the table says: done, or refused with its error",
    longestMs: null,
  });
});

type Result = number | "ok";

/**
 * What each role gets from the function, directly and through a contract. Also what each permitted role gets once it is
 * suspended, and what the first of them gets once it is blocked.
 */
function outcomesOf(rule: Rule): Record<string, Result> {
  const outcomes: Record<string, Result> = {};
  const unchanged = prepareWorld(rule);
  // Where contracts may call, each can do so once.
  const shared = rule.through === "ok" ? null : deployMiddle(rule, unchanged, ROLES);
  for (const role of ROLES) {
    const middle = shared ?? deployMiddle(rule, unchanged, [role]);
    outcomes[`${role}'s contract`] = resultOf(chain.callContract(unchanged[role], middle, role));
    if (!rule.may.includes(role)) outcomes[role] = call(rule, unchanged, role);
  }
  const [entitled] = rule.may;
  if (entitled === undefined) return outcomes;
  const next = worldsOf(rule, unchanged);
  for (const role of rule.may) outcomes[role] = call(rule, next(), role);
  const nextSuspended = worldsOf(rule, prepareWorld(rule));
  for (const role of rule.may) {
    outcomes[`${role}, suspended`] = callSuspended(rule, nextSuspended(), role);
  }
  const world = prepareWorld(rule);
  const other = entitled === "receiver" ? "sender" : "receiver";
  chain.call(world[other], "block-sender", Cl.principal(world[entitled]));
  outcomes[`${entitled}, blocked`] = call(rule, world, entitled);
  return outcomes;
}

/** Gives the world for each permitted role's call. @param first the world for the first of them */
function worldsOf(rule: Rule, first: World): () => World {
  let next: World | undefined = first;
  return () => {
    const world = next ?? prepareWorld(rule);
    if (rule.isOwn !== true) next = undefined;
    return world;
  };
}

function expectedOf(rule: Rule): Record<string, Result> {
  const { may, refused, except, suspended = {}, blocked = "ok", through = refused } = rule;
  const expected: Record<string, Result> = {};
  for (const role of ROLES) {
    expected[`${role}'s contract`] = through;
    expected[role] = may.includes(role) ? "ok" : (except?.[role] ?? refused);
  }
  for (const role of may) {
    expected[`${role}, suspended`] =
      typeof suspended === "number" ? suspended : (suspended[role] ?? "ok");
  }
  const [entitled] = may;
  return entitled === undefined ? expected : { ...expected, [`${entitled}, blocked`]: blocked };
}

function call(rule: Rule, world: World, role: Role): Result {
  const { contract, method, args, after } = rule;
  const caller = world[role];
  const result = resultOf(chain.callContract(caller, contract, method, ...args(world, caller)));
  if (result === "ok") after?.(world);
  return result;
}

/** Calls the function once a watcher has suspended the caller, and lifts that. */
function callSuspended(rule: Rule, world: World, role: Role): Result {
  const [moderator, person] = [chain.newWatcher(), Cl.principal(world[role])];
  chain.call(moderator, "watcher-remove-profile", person);
  const result = call(rule, world, role);
  chain.call(moderator, "watcher-restore-profile", person);
  return result;
}

/** Deploys a contract with a function for each of the roles, which calls the rule's with that role's arguments. */
function deployMiddle(
  { contract, method, args }: Rule,
  world: World,
  roles: readonly Role[],
): string {
  const functions = roles.map((role) => {
    const written = args(world, world[role]).map((argument) => Cl.prettyPrint(argument));
    return `(define-public (${role}) (contract-call? '${contract} ${method} ${written.join(" ")}))`;
  });
  return chain.deploy(`${roles.join("-").slice(0, 20)}-${world.label}`, functions.join("\n"));
}

function resultOf({ result }: Outcome): Result {
  if (result.type === "ok") return "ok";
  const code = result.type === "err" && result.value.type === "uint" ? result.value.value : -1;
  return Number(code);
}

let worlds = 0;

function prepareWorld({ before }: Rule): World {
  worlds += 1;
  const world = newWorld(chain, worlds);
  before?.(world);
  return world;
}
