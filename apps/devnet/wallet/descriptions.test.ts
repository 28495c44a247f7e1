import { Cl, type ClarityAbiFunction, type ClarityAbiType, Pc } from "@stacks/transactions";
import { describe, expect, it } from "vitest";
import { alice, bob, deployer, grace } from "../accounts.ts";
import {
  describeArguments,
  describeConditions,
  describeRest,
  describeValue,
  splitContract,
  titleOf,
} from "./descriptions.ts";
import type { ContractCall, ContractDeploy } from "./request.ts";

const protocol = `${deployer.address}.colonnade-protocol-alpha` as const;
const call: ContractCall = {
  kind: "call",
  contract: protocol,
  functionName: "update-statement",
  functionArgs: [Cl.stringUtf8("I read the parts nobody reads."), Cl.uint(1)],
  postConditions: [],
  postConditionMode: "deny",
};

describe("a Clarity value in plain words", () => {
  it("shows strings as text, never as bytes", () => {
    expect(describeValue(Cl.stringUtf8("Thank you 🏛️\nAlice"))).toBe("Thank you 🏛️\nAlice");
    expect(describeValue(Cl.stringAscii("ipfs://bafk"))).toBe("ipfs://bafk");
    expect(describeValue(Cl.stringUtf8(""))).toBe("(an empty text)");
  });

  it("shows a buffer as text if it spells one, else as bytes", () => {
    expect(describeValue(Cl.bufferFromUtf8("alice"))).toBe("alice");
    expect(describeValue(Cl.bufferFromHex("00ff"))).toBe("0x00ff");
    expect(describeValue(Cl.bufferFromHex("0a"))).toBe("0x0a");
    expect(describeValue(Cl.bufferFromHex(""))).toBe("(no bytes)");
  });

  it("shows a principal by its BNS name, else by its account's name", () => {
    expect(describeValue(Cl.principal(alice.address))).toBe(`alice.btc (${alice.address})`);
    expect(describeValue(Cl.principal(grace.address))).toBe(`grace (${grace.address})`);
    const stranger = "ST000000000000000000002AMW42H";
    expect(describeValue(Cl.principal(stranger))).toBe(stranger);
    expect(describeValue(Cl.principal(`${bob.address}.shop`))).toBe(`${bob.address}.shop`);
  });

  it("shows the contents of optionals, lists, tuples and responses", () => {
    expect(describeValue(Cl.none())).toBe("none");
    expect(describeValue(Cl.some(Cl.uint(7)))).toBe("7");
    expect(describeValue(Cl.list([Cl.int(-1), Cl.bool(true)]))).toBe("-1, true");
    expect(describeValue(Cl.list([]))).toBe("(an empty list)");
    expect(describeValue(Cl.tuple({ id: Cl.uint(3), shown: Cl.bool(true) }))).toBe(
      "{id: 3, shown: true}",
    );
    expect(describeValue(Cl.error(Cl.uint(1001)))).toBe("error 1001");
    expect(describeValue(Cl.ok(Cl.bool(false)))).toBe("ok false");
  });
});

describe("a Clarity type", () => {
  const typeInWords = (type: ClarityAbiType) => {
    const declared: ClarityAbiFunction = {
      name: "update-statement",
      access: "public",
      args: [{ name: "statement", type }],
      outputs: { type: "bool" },
    };
    return describeArguments(call, declared)[0]?.type;
  };

  it("reads as in a contract's source", () => {
    expect(typeInWords("uint128")).toBe("uint");
    expect(typeInWords("trait_reference")).toBe("trait");
    expect(typeInWords({ optional: { "string-utf8": { length: 64 } } })).toBe(
      "(optional (string-utf8 64))",
    );
    expect(typeInWords({ list: { type: "principal", length: 10 } })).toBe("(list 10 principal)");
    expect(typeInWords({ buffer: { length: 20 } })).toBe("(buff 20)");
    expect(typeInWords({ tuple: [{ name: "id", type: "uint128" }] })).toBe("(tuple (id uint))");
  });
});

describe("a contract call in plain words", () => {
  it("names the function and the contract", () => {
    expect(titleOf(call)).toBe("Call update-statement");
    expect(splitContract(call.contract)).toEqual({
      name: "colonnade-protocol-alpha",
      owner: deployer.address,
    });
  });

  it("names each argument as the contract's interface does", () => {
    const declared = {
      name: "update-statement",
      access: "public" as const,
      args: [{ name: "statement", type: { "string-utf8": { length: 1024 } } }],
      outputs: { type: "bool" as const },
    };
    expect(describeArguments(call, declared)).toEqual([
      {
        name: "statement",
        type: "(string-utf8 1024)",
        text: "I read the parts nobody reads.",
        manner: "voice",
      },
      { name: "argument 2", type: undefined, text: "1", manner: "fact" },
    ]);
  });

  it("numbers the arguments while the interface is unknown", () => {
    const names = describeArguments(call, undefined).map(({ name }) => name);
    expect(names).toEqual(["argument 1", "argument 2"]);
  });
});

describe("other transactions in plain words", () => {
  it("names the recipient and the amount of a transfer", () => {
    const transfer = {
      kind: "transfer",
      recipient: bob.address,
      amount: 1_500_000n,
      memo: "boats",
    } as const;
    expect(titleOf(transfer)).toBe("Send 1.5 STX");
    expect(describeRest(transfer).map(({ text }) => text)).toEqual([
      `bob.btc (${bob.address})`,
      "1.5 STX",
      "boats",
    ]);
  });

  it("shows the source of a deployment", () => {
    const deploy: ContractDeploy = {
      kind: "deploy",
      name: "counter",
      clarityCode: "(ok true)",
      clarityVersion: undefined,
      postConditions: [],
      postConditionMode: "deny",
    };
    expect(titleOf(deploy)).toBe("Deploy counter");
    expect(describeRest(deploy).at(-1)).toMatchObject({
      name: "Source",
      text: "(ok true)",
      manner: "code",
    });
  });
});

describe("post-conditions in plain words", () => {
  const digest = `0x${"a7".repeat(32)}`;
  const pending = Pc.principal(bob.address)
    .willSendAsset()
    .nft(
      `${protocol}::pending-endorsement`,
      Cl.tuple({ id: Cl.uint(3), words: Cl.bufferFromHex(digest) }),
    );

  it("says which NFT leaves whom, and that nothing else moves", () => {
    expect(describeConditions({ postConditions: [pending], postConditionMode: "deny" })).toEqual([
      `bob.btc sends exactly: pending-endorsement {id: 3, words: ${digest}}`,
      "and nothing else moves, apart from the fee",
    ]);
  });

  it("says how much may leave for each comparison", () => {
    const from = Pc.principal(alice.address);
    const sentences = describeConditions({
      postConditions: [
        from.willSendEq(1_000_000).ustx(),
        from.willSendGt(1).ustx(),
        from.willSendGte(2_000_000).ustx(),
        from.willSendLt(3_500_000).ustx(),
        from.willSendLte(1200).ft(`${protocol}`, "coin"),
        Pc.origin().willSendLte(5_000_000).ustx(),
      ],
      postConditionMode: "originator",
    });
    expect(sentences).toEqual([
      "alice.btc sends exactly 1 STX",
      "alice.btc sends more than 0.000001 STX",
      "alice.btc sends at least 2 STX",
      "alice.btc sends less than 3.5 STX",
      "alice.btc sends at most 1,200 coin",
      "The signer sends at most 5 STX",
      "and nothing else of yours moves, apart from the fee",
    ]);
  });

  it("says which NFT stays", () => {
    const stays = Pc.principal(alice.address)
      .willNotSendAsset()
      .nft(`${protocol}::endorsement`, Cl.uint(42));
    expect(describeConditions({ postConditions: [stays], postConditionMode: "allow" })).toEqual([
      "alice.btc does not send: endorsement 42",
      "and anything else you own may move, too",
    ]);
  });

  it("warns if there are no limits, and says so if nothing moves", () => {
    expect(describeConditions({ postConditions: [], postConditionMode: "allow" })).toEqual([
      "No limits: this may move anything you own",
    ]);
    expect(describeConditions({ postConditions: [], postConditionMode: "deny" })).toEqual([
      "Nothing leaves anybody’s account, apart from the fee",
    ]);
  });
});
