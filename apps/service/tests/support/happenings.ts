import {
  clarityuniverse as admin,
  alice,
  bob,
  type DevnetAccount,
  dan,
  deployer,
  watcher,
} from "@colonnade/devnet/accounts.ts";
import type { ProfileEvent } from "@colonnade/domain/event.ts";
import type { EventType } from "@colonnade/domain/event-type.ts";
import { Cl, type ClarityValue, Pc, type PostCondition } from "@stacks/transactions";
import { protocolContract } from "./blocks.ts";

/** Something that somebody does by a transaction, and who hears of it as what. */
export interface Happening {
  what: string;
  by: DevnetAccount;
  functionName: string;
  functionArgs: ClarityValue[];
  postConditions?: PostCondition[];
  type: EventType;
  /** Everybody of the cast whose list has it: whoever did it, and whom it is about. */
  heardBy: DevnetAccount[];
  metaData: ProfileEvent["metaData"];
  /** Whether only its block gives it the number that its metadata has. */
  isNumberedByItsBlock?: true;
}

const image = Cl.stringAscii("https://example.com/image.png");
const words = [Cl.stringUtf8("A title"), Cl.uint(1), Cl.stringUtf8("Some words"), image];

/** What makes a profile under a name of `.btc`. */
export const register = (name: string) => [
  Cl.bufferFromUtf8("btc"),
  Cl.bufferFromUtf8(name),
  Cl.none(),
  image,
];
const aliceEndorsesBob = [
  Cl.principal(alice.address),
  Cl.principal(bob.address),
  ...words,
  Cl.none(),
];
/** What a wallet has its owner agree to: the receiver gives up the right to decide on this revision. */
const bobGivesUp = (id: number, revision: number) => [
  Pc.principal(bob.address)
    .willSendAsset()
    .nft(
      `${protocolContract}::pending-endorsement`,
      Cl.tuple({ id: Cl.uint(id), revision: Cl.uint(revision) }),
    ),
];

/** A story in which each function of the protocol is called, in order. */
export const happenings: readonly Happening[] = [
  {
    what: "the owner trusts a watcher",
    by: deployer,
    functionName: "add-watcher",
    functionArgs: [Cl.principal(watcher.address)],
    type: "ADD_WATCHER",
    heardBy: [deployer, watcher],
    metaData: {},
  },
  {
    what: "Alice makes a profile",
    by: alice,
    functionName: "register-profile",
    functionArgs: register("alice"),
    type: "REGISTER_PROFILE",
    heardBy: [alice],
    metaData: {},
  },
  {
    what: "Bob makes a profile",
    by: bob,
    functionName: "register-profile",
    functionArgs: register("bob"),
    type: "REGISTER_PROFILE",
    heardBy: [bob],
    metaData: {},
  },
  {
    what: "Alice changes her statement",
    by: alice,
    functionName: "update-statement",
    functionArgs: [Cl.stringUtf8("I build arches")],
    type: "UPDATE_STATEMENT",
    heardBy: [alice],
    metaData: {},
  },
  {
    what: "Alice changes her image",
    by: alice,
    functionName: "update-profile-image-url",
    functionArgs: [image],
    type: "UPDATE_PROFILE_IMAGE",
    heardBy: [alice],
    metaData: {},
  },
  {
    what: "the watcher admits an organization",
    by: watcher,
    functionName: "watcher-new-organization",
    functionArgs: [
      Cl.principal(admin.address),
      Cl.stringUtf8("clarityuniverse.btc"),
      image,
      Cl.stringUtf8("A school"),
      Cl.stringUtf8("https://clarityuniverse.example"),
      Cl.list([Cl.principal(alice.address)]),
    ],
    type: "WATCHER_NEW_ORGANIZATION",
    heardBy: [watcher, admin, alice],
    metaData: { organizationId: 1 },
    isNumberedByItsBlock: true,
  },
  {
    what: "its admin adds a representative",
    by: admin,
    functionName: "add-representative",
    functionArgs: [Cl.uint(1), Cl.principal(dan.address)],
    type: "ADD_REPRESENTATIVE",
    heardBy: [admin, dan],
    metaData: { organizationId: 1 },
  },
  {
    what: "its admin removes a representative",
    by: admin,
    functionName: "remove-representative",
    functionArgs: [Cl.uint(1), Cl.principal(dan.address)],
    type: "REMOVE_REPRESENTATIVE",
    heardBy: [admin, dan],
    metaData: { organizationId: 1 },
  },
  {
    what: "Alice endorses Bob",
    by: alice,
    functionName: "submit-endorsement",
    functionArgs: aliceEndorsesBob,
    type: "SUBMIT_ENDORSEMENT",
    heardBy: [alice, bob],
    metaData: { endorsementId: 1 },
    isNumberedByItsBlock: true,
  },
  {
    what: "Bob suggests other words",
    by: bob,
    functionName: "edit-endorsement",
    functionArgs: [Cl.uint(1), ...words],
    postConditions: bobGivesUp(1, 1),
    type: "EDIT_ENDORSEMENT",
    heardBy: [alice, bob],
    metaData: { endorsementId: 1 },
  },
  {
    what: "Alice accepts them",
    by: alice,
    functionName: "edit-endorsement",
    functionArgs: [Cl.uint(1), ...words],
    postConditions: bobGivesUp(1, 2),
    type: "EDIT_ENDORSEMENT",
    heardBy: [alice, bob],
    metaData: { endorsementId: 1 },
  },
  {
    what: "Bob approves",
    by: bob,
    functionName: "approve-endorsement",
    functionArgs: [Cl.uint(1)],
    postConditions: bobGivesUp(1, 3),
    type: "APPROVE_ENDORSEMENT",
    heardBy: [alice, bob],
    metaData: { endorsementId: 1 },
  },
  {
    what: "Bob hides what he earned",
    by: bob,
    functionName: "display-status",
    functionArgs: [Cl.uint(1), Cl.bool(false)],
    type: "DISPLAY_STATUS",
    heardBy: [alice, bob],
    metaData: { endorsementId: 1 },
  },
  {
    what: "Alice endorses Bob again",
    by: alice,
    functionName: "submit-endorsement",
    functionArgs: aliceEndorsesBob,
    type: "SUBMIT_ENDORSEMENT",
    heardBy: [alice, bob],
    metaData: { endorsementId: 2 },
    isNumberedByItsBlock: true,
  },
  {
    what: "Bob rejects",
    by: bob,
    functionName: "burn-endorsement",
    functionArgs: [Cl.uint(2)],
    postConditions: bobGivesUp(2, 1),
    type: "BURN_ENDORSEMENT",
    heardBy: [alice, bob],
    metaData: { endorsementId: 2 },
  },
  {
    what: "Bob removes his profile",
    by: bob,
    functionName: "remove-profile",
    functionArgs: [],
    type: "REMOVE_PROFILE",
    heardBy: [bob],
    metaData: {},
  },
  {
    what: "the watcher removes Alice's profile",
    by: watcher,
    functionName: "watcher-remove-profile",
    functionArgs: [Cl.principal(alice.address)],
    type: "WATCHER_REMOVE_PROFILE",
    heardBy: [watcher, alice],
    metaData: {},
  },
  {
    what: "the owner trusts the watcher no longer",
    by: deployer,
    functionName: "remove-watcher",
    functionArgs: [Cl.principal(watcher.address)],
    type: "REMOVE_WATCHER",
    heardBy: [deployer, watcher],
    metaData: {},
  },
  {
    what: "the owner does what has no type of its own",
    by: deployer,
    functionName: "set-owner",
    functionArgs: [Cl.principal(deployer.address)],
    type: "UNKNOWN",
    heardBy: [deployer],
    metaData: {},
  },
];
