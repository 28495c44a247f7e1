import { Cl, type ClarityValue } from "@stacks/transactions";
import { edit, OTHER_WORDS, organization, registration, submission } from "./arguments.ts";
import { ENDORSEMENT, PROTOCOL } from "./chain.ts";
import { ROLES, type Role, type World } from "./world.ts";

/**
 * Who may call which public function of the contracts, and how each refuses everybody else. `authority.test.ts` tries
 * every rule in every role.
 */
export type Rule = {
  contract: string;
  method: string;
  /** What tells it from another rule of the same function. */
  about?: string;
  args: (world: World, caller: string) => ClarityValue[];
  before?: (world: World) => unknown;
  /** Whether a call changes nothing for the other roles, so that all of them can call in one world. */
  isOwn?: true;
  /** Undoes what a successful call changed for other worlds. */
  after?: (world: World) => unknown;
  may: readonly Role[];
  /** The error for all others, except for those with one of their own. */
  refused: number;
  except?: Partial<Record<Role, number>>;
  /** The error for all permitted roles, or for those it names, once a watcher has suspended them. Others still may. */
  suspended?: number | Partial<Record<Role, number>>;
  /** The error for the first permitted role once the other side has blocked it. Without it, that role still may. */
  blocked?: number;
  /** What each role gets that calls through a contract, if it is not `refused`. */
  through?: number | "ok";
};

const who = (address: string) => Cl.principal(address);
const nobody = { may: [] };
const receiver = { may: ["receiver"], refused: 1306 } as const;
const watcher = { may: ["watcher"], refused: 1001 } as const;
const owner = { may: ["owner"], refused: 1000 } as const;
const admin = { may: ["admin"], refused: 1202 } as const;
const ownProfile = {
  isOwn: true,
  may: ["sender", "admin", "representative", "receiver", "otherAdmin"],
  refused: 1101,
  suspended: 1101,
} as const;
const anybody = { isOwn: true, may: ROLES, refused: 1316 } as const;
const token = { contract: ENDORSEMENT };
const theSender = ({ sender }: World) => who(sender);
const theGuild = ({ org }: World) => org;
const guildArgs = (world: World) => [theGuild(world)];
const pendingArgs = ({ pending }: World) => [pending];
const approvedArgs = ({ approved }: World) => [approved];

const proposeAdmin = ({ chain, admin: by, org, proposed }: World) =>
  chain.call(by, "propose-admin", org, who(proposed));
const replaceAdmin = ({ chain, watcher: by, org, proposed }: World) =>
  chain.call(by, "watcher-replace-admin", org, who(proposed));
/** Makes the next owner the owner, for all worlds, and takes that back. */
const handOver = (contract: string) => ({
  before: ({ chain, owner: by, nextOwner }: World) =>
    chain.callContract(by, contract, "propose-owner", who(nextOwner)),
  after: ({ chain, owner: former, nextOwner }: World) => {
    chain.callContract(nextOwner, contract, "propose-owner", who(former));
    chain.callContract(former, contract, "accept-owner");
  },
});
/** Makes the pending endorsement one that the representative signed for the organization. */
const signForGuild = (world: World) => {
  const { chain, representative, receiver: to, guild } = world;
  world.pending = Cl.uint(chain.newEndorsement(representative, to, OTHER_WORDS, guild));
};
const approveForGuild = (world: World) => {
  signForGuild(world);
  world.chain.call(world.receiver, "approve-endorsement", world.pending);
};
/** Every role calls the function. */
const callForAll = (method: string, argument: (world: World) => ClarityValue) => (world: World) => {
  for (const role of ROLES) world.chain.call(world[role], method, argument(world));
};

const rule = (
  method: string,
  rest: Omit<Rule, "method" | "contract"> & { contract?: string },
): Rule => ({ contract: PROTOCOL, method, ...rest });

/** The table. */
export const rules: Rule[] = [
  rule("propose-owner", { ...owner, args: ({ stranger }) => [who(stranger)] }),
  rule("accept-owner", {
    ...handOver(PROTOCOL),
    may: ["nextOwner"],
    refused: 1003,
    args: () => [],
  }),
  rule("add-watcher", { ...owner, args: ({ stranger }) => [who(stranger)] }),
  rule("remove-watcher", { ...owner, args: ({ chain }) => [who(chain.newWatcher())] }),
  rule("watcher-remove-profile", { ...watcher, args: ({ former }) => [who(former)] }),
  rule("watcher-restore-profile", {
    ...watcher,
    before: ({ chain, former }) => chain.suspend(former),
    args: ({ former }) => [who(former)],
  }),

  rule("register-profile", {
    may: ["stranger"],
    refused: 1103,
    suspended: 1004,
    before: ({ chain, label, stranger }) => chain.giveName(label, stranger),
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
    suspended: { admin: 1004 },
    args: guildArgs,
  }),

  rule("submit-endorsement", {
    may: ["sender", "admin", "representative", "otherAdmin"],
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
    ...handOver(ENDORSEMENT),
    may: ["nextOwner"],
    refused: 2005,
    args: () => [],
  }),
  rule("set-base-uri", {
    ...token,
    may: ["owner"],
    refused: 2000,
    args: () => [Cl.stringAscii("https://colonnade.test/")],
  }),
];
