import {
  type ContractEventTopic,
  contractEventTopics,
  decodeContractEvent,
} from "@colonnade/contract-events/contract-event.ts";
import { Cl, serializeCV } from "@stacks/transactions";
import { beforeAll, describe, expect, test } from "vitest";
import { edit, OTHER_WORDS, organization, registration, submission, WORDS } from "./arguments.ts";
import { type Chain, deployer, ENDORSEMENT, expectOk, type Outcome, startChain } from "./chain.ts";
import { digestOf } from "./endorsement.ts";

let chain: Chain;
const outcomes: Outcome[] = [];
let watcher: string;
let alice: string;
let bob: string;
let bobsHeir: string;
let height: number;
let burnHeight: number;

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
  act(watcher, "watcher-new-organization", ...organization(bob, "atelier", [alice, bobsHeir]));
  act(alice, "accept-representation", uint(1));
  act(bobsHeir, "decline-representation", uint(1));
  act(bob, "add-representative", uint(1), Cl.principal(bobsHeir));
  act(bob, "remove-representative", uint(1), Cl.principal(bobsHeir));
  height = chain.nextHeight();
  act(alice, "submit-endorsement", ...submission(alice, bob, { height, org: "atelier" }));
  act(bob, "edit-endorsement", ...edit(1, OTHER_WORDS, height));
  act(alice, "edit-endorsement", ...edit(1, OTHER_WORDS, height));
  act(bob, "approve-endorsement", uint(1));
  act(bob, "display-status", uint(1), Cl.bool(false));
  act(alice, "withdraw-endorsement", uint(1), Cl.some(Cl.stringUtf8("Not so \u{1f3db}")));
  act(bob, "discard-endorsement", uint(1));
  act(bob, "submit-endorsement", ...submission(bob, alice));
  act(alice, "burn-endorsement", uint(2));
  act(alice, "resign-representation", uint(1));
  act(bob, "submit-endorsement", ...submission(bob, alice));
  act(bob, "withdraw-endorsement", uint(3), Cl.none());
  for (const method of ["block-sender", "unblock-sender"]) act(bob, method, Cl.principal(alice));
  for (const method of ["block-organization", "unblock-organization"]) act(bob, method, uint(1));
  burnHeight = chain.simnet.burnBlockHeight;
  act(watcher, "watcher-replace-admin", uint(1), Cl.principal(bobsHeir));
  act(bob, "refuse-replacement", uint(1));
  act(bob, "propose-admin", uint(1), Cl.principal(bobsHeir));
  act(bobsHeir, "decline-admin", uint(1));
  act(bob, "propose-admin", uint(1), Cl.principal(alice));
  act(alice, "accept-admin", uint(1));
  act(alice, "close-organization", uint(1));
  chain.transferName("bob", bobsHeir);
  act(bobsHeir, "register-profile", ...registration("bob"));
  act(bobsHeir, "remove-profile");
  act(watcher, "watcher-remove-profile", Cl.principal(alice));
  act(watcher, "watcher-restore-profile", Cl.principal(alice));
  act(deployer, "remove-watcher", Cl.principal(watcher));
  act(deployer, "propose-owner", Cl.principal(watcher));
  act(watcher, "accept-owner");
});

test("every known topic is printed, and every printed topic is known", () => {
  expect(new Set(decoded().map(({ topic }) => topic))).toEqual(new Set(contractEventTopics));
});

describe("decodes the prints of", () => {
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
    for (const topic of ["watcher-remove-profile", "watcher-restore-profile"] as const) {
      expect(of(topic)).toEqual([{ topic, principal: alice, watcher }]);
    }
  });

  test("watchers and organizations", () => {
    expect(of("add-watcher")).toEqual([{ topic: "add-watcher", watcher, by: deployer }]);
    expect(of("remove-watcher")).toEqual([{ topic: "remove-watcher", watcher, by: deployer }]);
    expect(of("watcher-new-organization")).toEqual([
      {
        topic: "watcher-new-organization",
        id: 1,
        admin: bob,
        name: "atelier",
        logo: "ipfs://atelier",
        description: "What atelier does",
        website: "https://atelier.test",
        invited: [alice, bobsHeir],
        watcher,
      },
    ]);
    const memberships = {
      "accept-representation": alice,
      "resign-representation": alice,
      "decline-representation": bobsHeir,
    } as const;
    for (const [topic, representative] of Object.entries(memberships)) {
      const found = decoded().filter((event) => event.topic === topic);
      expect(found).toEqual([{ topic, id: 1, representative }]);
    }
    for (const topic of ["add-representative", "remove-representative"] as const) {
      expect(of(topic)).toEqual([{ topic, id: 1, representative: bobsHeir, by: bob }]);
    }
  });

  test("owners and admins", () => {
    expect(of("propose-owner")).toEqual([{ topic: "propose-owner", owner: watcher, by: deployer }]);
    expect(of("accept-owner")).toEqual([{ topic: "accept-owner", owner: watcher }]);
    expect(of("watcher-replace-admin")).toEqual([
      {
        topic: "watcher-replace-admin",
        id: 1,
        admin: bobsHeir,
        from: burnHeight + 2016,
        watcher,
      },
    ]);
    expect(of("refuse-replacement")).toEqual([
      { topic: "refuse-replacement", id: 1, admin: bobsHeir, by: bob },
    ]);
    expect(of("propose-admin")).toEqual([
      { topic: "propose-admin", id: 1, admin: bobsHeir, by: bob },
      { topic: "propose-admin", id: 1, admin: alice, by: bob },
    ]);
    expect(of("decline-admin")).toEqual([{ topic: "decline-admin", id: 1, admin: bobsHeir }]);
    expect(of("accept-admin")).toEqual([
      { topic: "accept-admin", id: 1, admin: alice, former: bob },
    ]);
    expect(of("close-organization")).toEqual([{ topic: "close-organization", id: 1, by: alice }]);
  });

  test("endorsements", () => {
    const byAlice = { sender: alice, receiver: bob };
    const byBob = { sender: bob, receiver: alice };
    const org = { id: 1, name: "atelier" };
    const first = digestOf({ ...byAlice, words: WORDS, date: height, org });
    const second = digestOf({ ...byAlice, words: OTHER_WORDS, date: height, org });
    const bobs = digestOf({ ...byBob, words: WORDS });
    const submitted = { topic: "submit-endorsement", ...WORDS };
    expect(of("submit-endorsement")).toEqual([
      { ...submitted, ...byAlice, id: 1, words: first, "block-height": height, org },
      { ...submitted, ...byBob, id: 2, words: bobs, "block-height": 1, org: null },
      { ...submitted, ...byBob, id: 3, words: bobs, "block-height": 1, org: null },
    ]);
    const edited = { topic: "edit-endorsement", id: 1, ...OTHER_WORDS, date: height };
    expect(of("edit-endorsement")).toEqual([
      { ...edited, words: first, editor: bob, suggested: true },
      { ...edited, words: second, editor: alice, suggested: false },
    ]);
    expect(of("approve-endorsement")).toEqual([
      {
        topic: "approve-endorsement",
        id: 1,
        words: second,
        ...byAlice,
        ...OTHER_WORDS,
        date: height,
      },
    ]);
    expect(of("burn-endorsement")).toEqual([
      { topic: "burn-endorsement", id: 2, words: bobs, ...byBob },
    ]);
    expect(of("withdraw-endorsement")).toEqual([
      { topic: "withdraw-endorsement", id: 1, by: alice, reason: "Not so \u{1f3db}", earned: true },
      { topic: "withdraw-endorsement", id: 3, by: bob, reason: null, earned: false },
    ]);
    expect(of("discard-endorsement")).toEqual([
      { topic: "discard-endorsement", id: 1, ...byAlice },
    ]);
    expect(of("display-status")).toEqual([
      { topic: "display-status", id: 1, shown: false, by: bob },
    ]);
  });

  test("blocks", () => {
    for (const topic of ["block-sender", "unblock-sender"] as const) {
      expect(of(topic)).toEqual([{ topic, principal: bob, sender: alice }]);
    }
    for (const topic of ["block-organization", "unblock-organization"] as const) {
      expect(of(topic)).toEqual([{ topic, principal: bob, id: 1 }]);
    }
  });

  test("a change of the metadata address as no events", () => {
    const base = Cl.stringAscii("https://x.test/");
    const notices = chain.callContract(deployer, ENDORSEMENT, "set-base-uri", base).prints;
    expect(notices).toHaveLength(2);
    expect(notices.map((value) => decodeContractEvent(serializeCV(value)))).toEqual(
      notices.map(() => null),
    );
  });
});
