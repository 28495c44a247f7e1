import {
  type ContractEventTopic,
  contractEventTopics,
  decodeContractEvent,
} from "@colonnade/domain/contract-event.ts";
import { Cl, serializeCV } from "@stacks/transactions";
import { beforeAll, describe, expect, test } from "vitest";
import { edit, OTHER_WORDS, organization, registration, submission, WORDS } from "./arguments.ts";
import { type Chain, deployer, ENDORSEMENT, expectOk, type Outcome, startChain } from "./chain.ts";

let chain: Chain;
const outcomes: Outcome[] = [];
let watcher: string;
let alice: string;
let bob: string;
let bobsHeir: string;
let height: number;

const decoded = () =>
  outcomes.flatMap(({ prints }) =>
    prints.flatMap((value) => decodeContractEvent(serializeCV(value)) ?? []),
  );
const of = (topic: ContractEventTopic) => decoded().filter((event) => event.topic === topic);

beforeAll(async () => {
  chain = await startChain();
  [watcher, alice, bob, bobsHeir] = [
    chain.newStranger(),
    chain.newStranger(),
    chain.newStranger(),
    chain.newStranger(),
  ];
  const act = (...args: Parameters<Chain["call"]>) => {
    const outcome = chain.call(...args);
    expectOk(outcome);
    outcomes.push(outcome);
  };
  const uint = Cl.uint;
  chain.giveName("alice", alice);
  chain.giveName("bob", bob);
  act(deployer, "add-watcher", Cl.principal(watcher));
  act(alice, "register-profile", ...registration("alice", "I build \u{1f3db}"));
  act(bob, "register-profile", ...registration("bob"));
  act(alice, "update-statement", Cl.stringUtf8("I build arches"));
  act(alice, "update-profile-image-url", Cl.stringAscii("ipfs://new"));
  act(watcher, "watcher-new-organization", ...organization(bob, "atelier", [alice, bob]));
  act(bob, "remove-representative", uint(1), Cl.principal(bob));
  act(bob, "add-representative", uint(1), Cl.principal(bob));
  height = chain.nextHeight();
  act(alice, "submit-endorsement", ...submission(alice, bob, { height, org: "atelier" }));
  act(bob, "edit-endorsement", ...edit(1, OTHER_WORDS, height));
  act(alice, "edit-endorsement", ...edit(1, OTHER_WORDS, height));
  act(bob, "approve-endorsement", uint(1));
  act(bob, "display-status", uint(1), Cl.bool(false));
  act(bob, "submit-endorsement", ...submission(bob, alice));
  act(alice, "burn-endorsement", uint(2));
  chain.transferName("bob", bobsHeir);
  act(bobsHeir, "register-profile", ...registration("bob"));
  act(bobsHeir, "remove-profile");
  act(watcher, "watcher-remove-profile", Cl.principal(alice));
  act(deployer, "remove-watcher", Cl.principal(watcher));
});

test("the domain knows every topic that is printed, and every topic it knows is printed", () => {
  expect(new Set(decoded().map(({ topic }) => topic))).toEqual(new Set(contractEventTopics));
});

describe("decoded by the domain", () => {
  test("profiles", () => {
    const registered = (principal: string, name: string, statement: string | null) => ({
      topic: "register-profile",
      principal,
      bns: "btc",
      "bns-name": name,
      statement,
      image: `ipfs://${name}`,
    });
    expect(of("register-profile")).toEqual([
      registered(alice, "alice", "I build \u{1f3db}"),
      registered(bob, "bob", null),
      registered(bobsHeir, "bob", null),
    ]);
    expect(of("remove-profile")).toEqual([
      { topic: "remove-profile", principal: bob, reason: "name-moved" },
      { topic: "remove-profile", principal: bobsHeir, reason: "owner" },
    ]);
    expect(of("update-statement")).toEqual([
      { topic: "update-statement", principal: alice, statement: "I build arches" },
    ]);
    expect(of("update-profile-image-url")).toEqual([
      { topic: "update-profile-image-url", principal: alice, image: "ipfs://new" },
    ]);
    expect(of("watcher-remove-profile")).toEqual([
      { topic: "watcher-remove-profile", principal: alice, watcher },
    ]);
  });

  test("watchers and organizations", () => {
    expect(of("add-watcher")).toEqual([{ topic: "add-watcher", watcher }]);
    expect(of("remove-watcher")).toEqual([{ topic: "remove-watcher", watcher }]);
    expect(of("watcher-new-organization")).toEqual([
      {
        topic: "watcher-new-organization",
        id: 1,
        admin: bob,
        name: "atelier",
        logo: "ipfs://atelier",
        description: "What atelier does",
        website: "https://atelier.test",
        representatives: [alice, bob],
        watcher,
      },
    ]);
    for (const topic of ["add-representative", "remove-representative"] as const) {
      expect(of(topic)).toEqual([{ topic, id: 1, representative: bob }]);
    }
  });

  test("endorsements", () => {
    const submitted = { topic: "submit-endorsement", revision: 1, ...WORDS };
    expect(of("submit-endorsement")).toEqual([
      {
        ...submitted,
        id: 1,
        sender: alice,
        receiver: bob,
        "block-height": height,
        org: { id: 1, name: "atelier" },
      },
      { ...submitted, id: 2, sender: bob, receiver: alice, "block-height": 1, org: null },
    ]);
    const edited = { topic: "edit-endorsement", id: 1, ...OTHER_WORDS, date: height };
    expect(of("edit-endorsement")).toEqual([
      { ...edited, revision: 2, editor: bob, accepted: false },
      { ...edited, revision: 3, editor: alice, accepted: true },
    ]);
    expect(of("approve-endorsement")).toEqual([
      {
        topic: "approve-endorsement",
        id: 1,
        revision: 3,
        sender: alice,
        receiver: bob,
        ...OTHER_WORDS,
      },
    ]);
    expect(of("burn-endorsement")).toEqual([
      { topic: "burn-endorsement", id: 2, revision: 1, sender: bob, receiver: alice },
    ]);
    expect(of("display-status")).toEqual([{ topic: "display-status", id: 1, shown: false }]);
  });

  test("what concerns only the contracts themselves is nothing to the domain", () => {
    const notices = [
      chain.call(deployer, "set-owner", Cl.principal(deployer)),
      chain.callContract(deployer, ENDORSEMENT, "set-owner", Cl.principal(deployer)),
      chain.callContract(deployer, ENDORSEMENT, "set-base-uri", Cl.stringAscii("https://x.test/")),
    ].flatMap(({ prints }) => prints);
    expect(notices).toHaveLength(4);
    expect(notices.map((value) => decodeContractEvent(serializeCV(value)))).toEqual(
      notices.map(() => null),
    );
  });
});
