import { Cl, Pc } from "@stacks/transactions";
import { describe, expect, it } from "vitest";
import { alice, bob, deployer } from "../accounts.ts";
import { nameOf } from "./account-memory.ts";
import type { ContractCall, ContractDeploy } from "./request.ts";
import {
  describeArguments,
  describeConditions,
  describeRest,
  splitContract,
  titleOf,
} from "./transaction-words.ts";

const protocol = `${deployer.address}.colonnade-protocol-alpha` as const;
const call: ContractCall = {
  kind: "call",
  contract: protocol,
  functionName: "update-statement",
  functionArgs: [Cl.stringUtf8("I read the parts nobody reads."), Cl.uint(1)],
  postConditions: [],
  postConditionMode: "deny",
};

describe("a contract call in plain words", () => {
  it("says what is called, on what", () => {
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
    expect(describeArguments(call, declared, nameOf)).toEqual([
      {
        name: "statement",
        type: "(string-utf8 1024)",
        text: "I read the parts nobody reads.",
        manner: "voice",
      },
      { name: "argument 2", type: undefined, text: "1", manner: "fact" },
    ]);
  });

  it("numbers the arguments while the interface is not known", () => {
    const names = describeArguments(call, undefined, nameOf).map(({ name }) => name);
    expect(names).toEqual(["argument 1", "argument 2"]);
  });
});

describe("other transactions in plain words", () => {
  it("says who gets how much", () => {
    const transfer = {
      kind: "transfer",
      recipient: bob.address,
      amount: 1_500_000n,
      memo: "boats",
    } as const;
    expect(titleOf(transfer)).toBe("Send 1.5 STX");
    expect(describeRest(transfer, nameOf).map(({ text }) => text)).toEqual([
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
    expect(describeRest(deploy, nameOf).at(-1)).toMatchObject({
      name: "Source",
      text: "(ok true)",
      manner: "code",
    });
  });
});

describe("post-conditions in plain words", () => {
  const pending = Pc.principal(bob.address)
    .willSendAsset()
    .nft(`${protocol}::pending-endorsement`, Cl.tuple({ id: Cl.uint(3), revision: Cl.uint(1) }));

  it("says which token leaves whom, and that nothing else moves", () => {
    expect(describeConditions([pending], "deny", nameOf)).toEqual([
      "bob.btc sends exactly: pending-endorsement {id: 3, revision: 1}",
      "and nothing else moves, apart from the fee",
    ]);
  });

  it("says how much may leave, for each comparison", () => {
    const from = Pc.principal(alice.address);
    const sentences = describeConditions(
      [
        from.willSendEq(1_000_000).ustx(),
        from.willSendGt(1).ustx(),
        from.willSendGte(2_000_000).ustx(),
        from.willSendLt(3_500_000).ustx(),
        from.willSendLte(1200).ft(`${protocol}`, "coin"),
        Pc.origin().willSendLte(5_000_000).ustx(),
      ],
      "originator",
      nameOf,
    );
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

  it("says which token stays", () => {
    const stays = Pc.principal(alice.address)
      .willNotSendAsset()
      .nft(`${protocol}::endorsement`, Cl.uint(42));
    expect(describeConditions([stays], "allow", nameOf)).toEqual([
      "alice.btc does not send: endorsement 42",
      "and anything else you own may move, too",
    ]);
  });

  it("warns where there are no limits, and says where nothing moves", () => {
    expect(describeConditions([], "allow", nameOf)).toEqual([
      "No limits: this may move anything you own",
    ]);
    expect(describeConditions([], "deny", nameOf)).toEqual([
      "Nothing leaves anybody’s account, apart from the fee",
    ]);
  });
});
