import { hashWords, willSendPending } from "@colonnade/contracts/pending-endorsement.ts";
import {
  clarityuniverse as admin,
  alice,
  bob,
  type DevnetAccount,
  dan,
  deployer,
  erin,
  watcher,
} from "@colonnade/devnet/accounts.ts";
import type { ProtocolFunction } from "@colonnade/domain/event-type.ts";
import { type EventType, eventTypeOfFunction } from "@colonnade/domain/event-type.ts";
import { Cl, type ClarityValue, Pc, type PostCondition } from "@stacks/transactions";
import { protocolContract } from "./blocks.ts";

/** A call of the protocol, and what its event says. */
export interface ProtocolCall {
  title: string;
  sender: DevnetAccount;
  functionName: ProtocolFunction;
  functionArgs: ClarityValue[];
  postConditions?: PostCondition[];
  type: EventType;
  /** The event recipients. */
  recipients: DevnetAccount[];
  about: { endorsementId?: number; organizationId?: number };
  /** To whom it is done. */
  to?: DevnetAccount;
  /** The title that the endorsement's author stands by in the end; none once it is rejected or discarded. */
  endorsementTitle?: string;
  /** Whether its metadata has an id that is known only from its block. */
  hasIdFromBlock?: true;
  /** Whether anybody may make the call, so that the contract never refuses it. */
  anybodyMay?: true;
}

type Rest = Partial<ProtocolCall>;

function call(
  title: string,
  sender: DevnetAccount,
  functionName: ProtocolFunction,
  functionArgs: ClarityValue[],
  recipients: DevnetAccount[],
  rest: Rest = {},
): ProtocolCall {
  const type = eventTypeOfFunction[functionName];
  return { title, sender, functionName, functionArgs, type, recipients, about: {}, ...rest };
}

const image = "https://example.com/image.png";
const first = { title: "A title", date: 1, description: "Some words", image };
const second = { ...first, title: "A better title" };

const argumentsOf = ({ title, date, description }: typeof first) => [
  Cl.stringUtf8(title),
  Cl.uint(date),
  Cl.stringUtf8(description),
  Cl.stringAscii(image),
];

/** The arguments that register a `.btc` name. */
export const register = (name: string) => [
  Cl.bufferFromUtf8("btc"),
  Cl.bufferFromUtf8(name),
  Cl.none(),
  Cl.stringAscii(image),
];

const person = ({ address }: DevnetAccount) => Cl.principal(address);
const guild = { about: { organizationId: 1 } };

function memberCall(
  title: string,
  sender: DevnetAccount,
  functionName: ProtocolFunction,
  [named, ...others]: [DevnetAccount, ...DevnetAccount[]],
  to?: DevnetAccount,
) {
  const isOwn = /^(accept|decline|resign)-representation$/.test(functionName);
  const functionArgs = [Cl.uint(1), ...(isOwn ? [] : [person(named)])];
  const rest = to === undefined ? guild : { ...guild, to };
  return call(title, sender, functionName, functionArgs, [named, ...others], rest);
}

/** Bob sends the pending asset of these words. */
const bobGivesUp = (id: number, words = first) => ({
  postConditions: [
    willSendPending(
      protocolContract,
      bob.address,
      id,
      hashWords({ sender: alice.address, ...words }),
    ),
  ],
});
const between = (endorsementId: number, to: DevnetAccount, endorsementTitle?: string): Rest => ({
  about: { endorsementId },
  to,
  ...(endorsementTitle === undefined ? {} : { endorsementTitle }),
});
const both = [alice, bob];

const aliceEndorsesBob = (id: number, endorsementTitle?: string): ProtocolCall =>
  call(
    `Alice endorses Bob, in endorsement ${id}`,
    alice,
    "submit-endorsement",
    [person(alice), person(bob), ...argumentsOf(first), Cl.none()],
    both,
    { ...between(id, bob, endorsementTitle), hasIdFromBlock: true },
  );

const anybody = { anybodyMay: true } as const;

/** Calls of every function of the protocol, in order. */
export const protocolCalls: readonly ProtocolCall[] = [
  call(
    "the owner trusts a watcher",
    deployer,
    "add-watcher",
    [person(watcher)],
    [deployer, watcher],
    {
      to: watcher,
    },
  ),
  call("Alice makes a profile", alice, "register-profile", register("alice"), [alice]),
  call("Bob makes a profile", bob, "register-profile", register("bob"), [bob]),
  call(
    "Alice changes her statement",
    alice,
    "update-statement",
    [Cl.stringUtf8("I build")],
    [alice],
  ),
  call(
    "Alice changes her image",
    alice,
    "update-profile-image-url",
    [Cl.stringAscii(image)],
    [alice],
  ),

  call(
    "the watcher admits an organization",
    watcher,
    "watcher-new-organization",
    [
      person(admin),
      Cl.stringUtf8("clarityuniverse.btc"),
      Cl.stringAscii(image),
      Cl.stringUtf8("A school"),
      Cl.stringUtf8("https://clarityuniverse.example"),
      Cl.list([person(alice)]),
    ],
    [watcher, admin, alice],
    { ...guild, to: admin, hasIdFromBlock: true },
  ),
  memberCall("its admin invites Dan", admin, "add-representative", [dan, admin], dan),
  memberCall("Alice accepts", alice, "accept-representation", [alice, admin]),
  memberCall("Dan declines", dan, "decline-representation", [dan, admin]),
  memberCall("its admin invites Dan again", admin, "add-representative", [dan, admin], dan),
  memberCall("and takes it back", admin, "remove-representative", [dan, admin], dan),
  memberCall("Alice resigns", alice, "resign-representation", [alice, admin]),
  memberCall(
    "the watcher proposes Erin",
    watcher,
    "watcher-replace-admin",
    [erin, watcher, admin],
    erin,
  ),
  call("its admin refuses", admin, "refuse-replacement", [Cl.uint(1)], [erin, admin], {
    ...guild,
    to: erin,
  }),
  memberCall("its admin proposes Dan", admin, "propose-admin", [dan, admin], dan),
  call("Dan declines to become it", dan, "decline-admin", [Cl.uint(1)], [dan, admin], guild),
  memberCall("its admin proposes Dan again", admin, "propose-admin", [dan, admin], dan),
  call("Dan becomes its admin", dan, "accept-admin", [Cl.uint(1)], [dan, admin], guild),
  call("Bob blocks it", bob, "block-organization", [Cl.uint(1)], [bob], { ...guild, ...anybody }),
  call("Bob unblocks it", bob, "unblock-organization", [Cl.uint(1)], [bob], {
    ...guild,
    ...anybody,
  }),
  call("Dan closes it", dan, "close-organization", [Cl.uint(1)], [dan], guild),

  aliceEndorsesBob(1, second.title),
  call(
    "Bob suggests other words",
    bob,
    "edit-endorsement",
    [Cl.uint(1), ...argumentsOf(second)],
    both,
    {
      ...between(1, alice, second.title),
    },
  ),
  call(
    "Alice accepts them",
    alice,
    "edit-endorsement",
    [Cl.uint(1), ...argumentsOf(second)],
    both,
    {
      ...between(1, bob, second.title),
      ...bobGivesUp(1),
    },
  ),
  call("Bob approves", bob, "approve-endorsement", [Cl.uint(1)], both, {
    ...between(1, alice, second.title),
    ...bobGivesUp(1, second),
  }),
  call("Bob hides it", bob, "display-status", [Cl.uint(1), Cl.bool(false)], both, {
    ...between(1, alice, second.title),
  }),
  call("Alice withdraws it", alice, "withdraw-endorsement", [Cl.uint(1), Cl.none()], both, {
    ...between(1, bob, second.title),
  }),
  aliceEndorsesBob(2),
  call("Bob rejects", bob, "burn-endorsement", [Cl.uint(2)], both, {
    ...between(2, alice),
    ...bobGivesUp(2),
  }),
  aliceEndorsesBob(3),
  call("Bob rejects several", bob, "burn-endorsements", [Cl.list([Cl.uint(3)])], both, {
    ...between(3, alice),
    ...bobGivesUp(3),
    hasIdFromBlock: true,
  }),
  aliceEndorsesBob(4),
  call("Bob approves another", bob, "approve-endorsement", [Cl.uint(4)], both, {
    ...between(4, alice),
    ...bobGivesUp(4),
  }),
  call("Bob discards it", bob, "discard-endorsement", [Cl.uint(4)], both, {
    ...between(4, alice),
    postConditions: [
      Pc.principal(bob.address)
        .willSendAsset()
        .nft(`${deployer.address}.colonnade-endorsement-alpha::endorsement`, Cl.uint(4)),
    ],
  }),
  call("Bob blocks Alice", bob, "block-sender", [person(alice)], [bob], { to: alice, ...anybody }),
  call("Bob unblocks Alice", bob, "unblock-sender", [person(alice)], [bob], {
    to: alice,
    ...anybody,
  }),

  call("Bob removes his profile", bob, "remove-profile", [], [bob]),
  call(
    "the watcher suspends Alice",
    watcher,
    "watcher-remove-profile",
    [person(alice)],
    [watcher, alice],
    {
      to: alice,
    },
  ),
  call("and restores her", watcher, "watcher-restore-profile", [person(alice)], [watcher, alice], {
    to: alice,
  }),
  call("the owner proposes Dan", deployer, "propose-owner", [person(dan)], [deployer, dan], {
    to: dan,
  }),
  call("Dan becomes the owner", dan, "accept-owner", [], [dan]),
  call("Dan proposes the former owner", dan, "propose-owner", [person(deployer)], [dan, deployer], {
    to: deployer,
  }),
  call("who becomes it again", deployer, "accept-owner", [], [deployer]),
  call(
    "the owner trusts the watcher no longer",
    deployer,
    "remove-watcher",
    [person(watcher)],
    [deployer, watcher],
    {
      to: watcher,
    },
  ),
];
