import { Cl, type ClarityValue } from "@stacks/transactions";
import { expect, test } from "vitest";
import { edit, OTHER_WORDS, organization, registration, submission } from "./arguments.ts";
import { deployer, ENDORSEMENT, type Outcome, PROTOCOL, startChain } from "./chain.ts";
import { newWorld, ROLES, type Role, type World } from "./world.ts";

const chain = await startChain();

/** Who may call a function, and how it refuses everybody else. */
type Rule = {
  contract?: string;
  method: string;
  /** What tells it from another rule of the same function. */
  about?: string;
  args: (world: World, caller: string) => ClarityValue[];
  before?: (world: World) => unknown;
  may: readonly Role[];
  /** The error for all others, except for those with one of their own. */
  refused: number;
  except?: Partial<Record<Role, number>>;
  /** The error for the first who may, once suspended. Without it they still may. */
  suspended?: number;
  /** The error for the first who may, once the other side blocks them. Without it they still may. */
  blocked?: number;
  /** What a contract gets that the first who may calls, if it is not `refused`. */
  through?: number | "ok";
};

const who = (address: string) => Cl.principal(address);
const nobody = { may: [] };
const receiver = { may: ["receiver"], refused: 1306 } as const;
const watcher = { may: ["watcher"], refused: 1001 } as const;
const owner = { may: ["owner"], refused: 1000 } as const;
const admin = { may: ["admin"], refused: 1202 } as const;
const ownProfile = {
  may: ["sender", "admin", "representative", "receiver"],
  refused: 1101,
  suspended: 1101,
} as const;
const anybody = { may: ROLES, refused: 1316 } as const;
const token = { contract: ENDORSEMENT };
const theSender = ({ sender }: World) => who(sender);
const theGuild = ({ org }: World) => org;
const guildArgs = (world: World) => [theGuild(world)];
const pendingArgs = ({ pending }: World) => [pending];
const approvedArgs = ({ approved }: World) => [approved];

const proposeAdmin = ({ admin: by, org, proposed }: World) =>
  chain.call(by, "propose-admin", org, who(proposed));
const replaceAdmin = ({ watcher: by, org, proposed }: World) =>
  chain.call(by, "watcher-replace-admin", org, who(proposed));
const proposeOwner = (contract: string) => () =>
  chain.callContract(deployer, contract, "propose-owner", who(chain.newStranger()));
/** Makes the pending endorsement one that the representative signed for the organization. */
const signForGuild = (world: World) => {
  const { representative, receiver: to, guild } = world;
  world.pending = Cl.uint(chain.newEndorsement(representative, to, OTHER_WORDS, guild));
};
const approveForGuild = (world: World) => {
  signForGuild(world);
  chain.call(world.receiver, "approve-endorsement", world.pending);
};
/** Every role calls the function. */
const callForAll = (method: string, argument: (world: World) => ClarityValue) => (world: World) => {
  for (const role of ROLES) chain.call(world[role], method, argument(world));
};

const rule = (method: string, rest: Omit<Rule, "method">): Rule => ({ method, ...rest });

const rules: Rule[] = [
  rule("propose-owner", { ...owner, args: ({ stranger }) => [who(stranger)] }),
  rule("accept-owner", {
    ...nobody,
    refused: 1003,
    before: proposeOwner(PROTOCOL),
    args: () => [],
  }),
  rule("add-watcher", { ...owner, args: ({ stranger }) => [who(stranger)] }),
  rule("remove-watcher", { ...owner, args: () => [who(chain.newWatcher())] }),
  rule("watcher-remove-profile", { ...watcher, args: ({ former }) => [who(former)] }),
  rule("watcher-restore-profile", {
    ...watcher,
    before: ({ former }) => chain.suspend(former),
    args: ({ former }) => [who(former)],
  }),

  rule("register-profile", {
    may: ["stranger"],
    refused: 1103,
    suspended: 1004,
    before: ({ label, stranger }) => chain.giveName(label, stranger),
    args: ({ label }) => registration(label),
  }),
  rule("remove-profile", { ...ownProfile, args: () => [] }),
  rule("update-statement", { ...ownProfile, args: () => [Cl.stringUtf8("New")] }),
  rule("update-profile-image-url", { ...ownProfile, args: () => [Cl.stringAscii("ipfs://new")] }),

  rule("watcher-new-organization", {
    ...watcher,
    args: ({ label, stranger, invited }) => organization(stranger, label, [invited]),
  }),
  rule("add-representative", {
    ...admin,
    suspended: 1004,
    blocked: 1310,
    args: ({ org, receiver: guest }) => [org, who(guest)],
  }),
  rule("remove-representative", {
    ...admin,
    suspended: 1004,
    args: ({ org, representative }) => [org, who(representative)],
  }),
  rule("accept-representation", {
    may: ["invited"],
    refused: 1207,
    suspended: 1004,
    args: guildArgs,
  }),
  rule("decline-representation", { may: ["invited"], refused: 1207, args: guildArgs }),
  rule("resign-representation", {
    may: ["representative"],
    refused: 1203,
    except: { admin: 1208 },
    args: guildArgs,
  }),
  rule("propose-admin", {
    ...admin,
    suspended: 1004,
    blocked: 1310,
    args: ({ org, receiver: next }) => [org, who(next)],
  }),
  rule("watcher-replace-admin", { ...watcher, args: ({ org, proposed }) => [org, who(proposed)] }),
  rule("refuse-replacement", { ...admin, before: replaceAdmin, args: guildArgs }),
  rule("accept-admin", {
    may: ["proposed"],
    refused: 1209,
    suspended: 1004,
    before: proposeAdmin,
    args: guildArgs,
  }),
  rule("decline-admin", {
    may: ["proposed"],
    refused: 1209,
    before: proposeAdmin,
    args: guildArgs,
  }),
  rule("close-organization", {
    may: ["admin", "watcher"],
    refused: 1202,
    suspended: 1004,
    args: guildArgs,
  }),

  rule("submit-endorsement", {
    may: ["sender", "admin", "representative"],
    refused: 1101,
    except: { receiver: 1302 },
    suspended: 1004,
    blocked: 1310,
    through: 1301,
    args: (world, caller) => submission(caller, world.receiver, { words: OTHER_WORDS }),
  }),
  rule("submit-endorsement", {
    about: "for an organization",
    may: ["representative", "admin"],
    refused: 1203,
    suspended: 1004,
    blocked: 1310,
    args: ({ receiver: to, guild }, caller) =>
      submission(caller, to, { words: OTHER_WORDS, org: guild }),
  }),
  rule("edit-endorsement", {
    may: ["sender", "receiver"],
    refused: 1305,
    suspended: 1004,
    blocked: 1310,
    args: ({ pending }) => [pending, ...edit(0, OTHER_WORDS).slice(1)],
  }),
  rule("approve-endorsement", { ...receiver, suspended: 1004, args: pendingArgs }),
  rule("burn-endorsement", { ...receiver, args: pendingArgs }),
  rule("burn-endorsements", { ...receiver, args: ({ pending }) => [Cl.list([pending])] }),
  rule("withdraw-endorsement", {
    may: ["sender"],
    refused: 1313,
    args: ({ pending }) => [pending, Cl.none()],
  }),
  rule("withdraw-endorsement", {
    about: "once approved, with a reason",
    may: ["sender"],
    refused: 1313,
    suspended: 1004,
    args: ({ approved }) => [approved, Cl.some(Cl.stringUtf8("A mistake"))],
  }),
  rule("withdraw-endorsement", {
    about: "for an organization",
    may: ["representative", "admin"],
    refused: 1313,
    before: signForGuild,
    args: ({ pending }) => [pending, Cl.none()],
  }),
  rule("withdraw-endorsement", {
    about: "once approved, for an organization",
    may: ["representative", "admin"],
    refused: 1313,
    before: approveForGuild,
    args: ({ pending }) => [pending, Cl.none()],
  }),
  rule("discard-endorsement", { ...receiver, args: approvedArgs }),
  rule("display-status", { ...receiver, args: ({ approved }) => [approved, Cl.bool(false)] }),

  rule("block-sender", { ...anybody, through: "ok", args: (world) => [theSender(world)] }),
  rule("unblock-sender", {
    ...anybody,
    before: callForAll("block-sender", theSender),
    args: (world) => [theSender(world)],
  }),
  rule("block-organization", { ...anybody, through: "ok", args: guildArgs }),
  rule("unblock-organization", {
    ...anybody,
    before: callForAll("block-organization", theGuild),
    args: guildArgs,
  }),

  rule("transfer", {
    ...token,
    ...nobody,
    refused: 2002,
    args: ({ approved, receiver: from, stranger }) => [approved, who(from), who(stranger)],
  }),
  rule("mint", {
    ...token,
    ...nobody,
    refused: 2001,
    args: ({ pending, receiver: to }) => [pending, who(to)],
  }),
  rule("burn", {
    ...token,
    ...nobody,
    refused: 2001,
    args: ({ approved, receiver: from }) => [approved, who(from)],
  }),
  rule("notify-metadata", { ...token, ...nobody, refused: 2001, args: approvedArgs }),
  rule("propose-owner", {
    ...token,
    may: ["owner"],
    refused: 2000,
    args: ({ stranger }) => [who(stranger)],
  }),
  rule("accept-owner", {
    ...token,
    ...nobody,
    refused: 2005,
    before: proposeOwner(ENDORSEMENT),
    args: () => [],
  }),
  rule("set-base-uri", {
    ...token,
    may: ["owner"],
    refused: 2000,
    args: () => [Cl.stringAscii("https://colonnade.test/")],
  }),
];

const nameOf = ({ contract, method, about = "" }: Rule) =>
  `${contract === undefined ? "" : "token: "}${method} ${about}`.trim();
const named = rules.map((one) => [nameOf(one), one] as const);

test.each(named)("%s is open to its roles, and to nobody else", (_, tried) => {
  expect(outcomesOf(tried)).toEqual(expectedOf(tried));
});

test("every public function is tried in every role", () => {
  const interfaces = chain.simnet.getContractsInterfaces();
  for (const contract of [PROTOCOL, ENDORSEMENT]) {
    const methods = interfaces
      .get(contract)
      ?.functions.filter(({ access }) => access === "public")
      .map(({ name }) => name);
    const tried = rules.filter((one) => (one.contract ?? PROTOCOL) === contract);
    expect(new Set(tried.map(({ method }) => method))).toEqual(new Set(methods));
  }
});

type Result = number | "ok";

/** What the function gives to each role, and to the first who may in three other conditions. */
function outcomesOf(tried: Rule): Record<string, Result> {
  const [entitled = "owner"] = tried.may;
  const unchanged = prepareWorld(tried);
  const outcomes: Record<string, Result> = {};
  for (const role of ROLES) {
    const world = tried.may.includes(role) ? prepareWorld(tried) : unchanged;
    outcomes[role] = call(tried, world, world[role]);
  }
  outcomes.contract = callThrough(tried, unchanged, unchanged[entitled]);

  const suspension = prepareWorld(tried);
  const [moderator, person] = [chain.newWatcher(), who(suspension[entitled])];
  chain.call(moderator, "watcher-remove-profile", person);
  outcomes.suspended = call(tried, suspension, suspension[entitled]);
  chain.call(moderator, "watcher-restore-profile", person);

  const block = prepareWorld(tried);
  const other = entitled === "receiver" ? "sender" : "receiver";
  chain.call(block[other], "block-sender", who(block[entitled]));
  outcomes.blocked = call(tried, block, block[entitled]);
  return outcomes;
}

function expectedOf({ may, refused, except, ...rest }: Rule): Record<string, Result> {
  const allowed = may.length === 0 ? refused : "ok";
  const { suspended = allowed, blocked = allowed, through = refused } = rest;
  const roles = ROLES.map((role) => [
    role,
    may.includes(role) ? "ok" : (except?.[role] ?? refused),
  ]);
  return { ...Object.fromEntries(roles), contract: through, suspended, blocked };
}

function call({ contract = PROTOCOL, method, args }: Rule, world: World, caller: string): Result {
  return resultOf(chain.callContract(caller, contract, method, ...args(world, caller)));
}

/** Calls the function by a new contract that a person calls. */
function callThrough(
  { contract = PROTOCOL, method, args }: Rule,
  world: World,
  caller: string,
): Result {
  const written = args(world, caller).map((argument) => Cl.prettyPrint(argument));
  const source = `(define-public (go) (contract-call? '${contract} ${method} ${written.join(" ")}))`;
  return resultOf(chain.callContract(caller, chain.deploy(`through-${world.label}`, source), "go"));
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
