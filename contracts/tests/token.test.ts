import {
  ENDORSEMENT_CONTRACT_NAME,
  PROTOCOL_CONTRACT_NAME,
} from "@colonnade/domain/known-contracts.ts";
import { Cl } from "@stacks/transactions";
import { describe, expect, test } from "vitest";
import { listContracts } from "../deployment.ts";
import { err, OK, print } from "./arguments.ts";
import { deployer, ENDORSEMENT, METADATA_BASE } from "./chain.ts";
import { startPair } from "./endorsement.ts";

const { chain, newPair } = await startPair();
const { alice, bob } = newPair();

const ask = (method: string, ...args: Parameters<typeof Cl.uint>[0][]) =>
  chain.readContract(ENDORSEMENT, method, ...args.map((argument) => Cl.uint(argument)));

const approved = () => {
  const id = chain.newEndorsement(alice, bob);
  chain.call(bob, "approve-endorsement", Cl.uint(id));
  return id;
};

test("has the interface of SIP-009 and one asset, named endorsement", () => {
  const token = chain.simnet.getContractsInterfaces().get(ENDORSEMENT);
  expect(token?.non_fungible_tokens).toEqual([{ name: "endorsement", type: "uint128" }]);
  expect(token?.fungible_tokens).toEqual([]);
  expect(token?.functions.find(({ name }) => name === "transfer")).toEqual({
    name: "transfer",
    access: "public",
    args: [
      { name: "id", type: "uint128" },
      { name: "sender", type: "principal" },
      { name: "recipient", type: "principal" },
    ],
    outputs: { type: { response: { ok: "bool", error: "uint128" } } },
  });
});

describe("get-last-token-id", () => {
  test("returns the highest minted id after approvals in any order", () => {
    const first = chain.newEndorsement(alice, bob);
    const rejected = chain.newEndorsement(alice, bob);
    const last = chain.newEndorsement(alice, bob);
    chain.call(bob, "burn-endorsement", Cl.uint(rejected));
    chain.call(bob, "approve-endorsement", Cl.uint(last));
    expect(ask("get-last-token-id")).toEqual(Cl.ok(Cl.uint(last)));
    chain.call(bob, "approve-endorsement", Cl.uint(first));
    expect(ask("get-last-token-id")).toEqual(Cl.ok(Cl.uint(last)));
    chain.call(bob, "discard-endorsement", Cl.uint(last));
    expect(ask("get-last-token-id")).toEqual(Cl.ok(Cl.uint(last)));
  });
});

describe("get-owner", () => {
  test("returns the receiver after approval; none before it and after a rejection", () => {
    const id = chain.newEndorsement(alice, bob);
    expect(ask("get-owner", id)).toEqual(Cl.ok(Cl.none()));
    chain.call(bob, "approve-endorsement", Cl.uint(id));
    expect(ask("get-owner", id)).toEqual(Cl.ok(Cl.some(Cl.principal(bob))));
    const rejected = chain.newEndorsement(alice, bob);
    chain.call(bob, "burn-endorsement", Cl.uint(rejected));
    expect(ask("get-owner", rejected)).toEqual(Cl.ok(Cl.none()));
  });
});

describe("get-token-uri", () => {
  test("never errs, and keeps {id} for the reader to replace", () => {
    for (const id of [approved(), 0, 99_999]) {
      expect(ask("get-token-uri", id)).toEqual(
        Cl.ok(Cl.some(Cl.stringAscii(`${METADATA_BASE}{id}`))),
      );
    }
  });
});

describe("transfer", () => {
  test("errs for everybody, even the owner (2002)", () => {
    const id = approved();
    const args = [Cl.uint(id), Cl.principal(bob), Cl.principal(alice)];
    for (const caller of [bob, alice, deployer]) {
      const outcome = chain.callContract(caller, ENDORSEMENT, "transfer", ...args);
      expect(outcome.result).toEqual(err(2002));
      expect(outcome.movements).toEqual([]);
    }
    expect(ask("get-owner", id)).toEqual(Cl.ok(Cl.some(Cl.principal(bob))));
  });
});

describe("mint, burn and notify-metadata", () => {
  test("refuse everybody but the protocol contract, even the token's owner (2001)", () => {
    const id = approved();
    for (const caller of [deployer, alice, bob, chain.newWatcher()]) {
      const args = [Cl.uint(id), Cl.principal(caller)];
      const results = [
        chain.callContract(caller, ENDORSEMENT, "mint", ...args),
        chain.callContract(caller, ENDORSEMENT, "burn", ...args),
        chain.callContract(caller, ENDORSEMENT, "notify-metadata", Cl.uint(id)),
      ].map(({ result }) => result);
      expect(results).toEqual([err(2001), err(2001), err(2001)]);
    }
  });

  test("refuse a minted id (2003), and to burn what another owns or nobody has (2004)", () => {
    const forger = chain.newStranger();
    const [token] = listContracts({ metadataBase: METADATA_BASE });
    if (token === undefined) throw new Error("The token comes first.");
    const source = `(define-public (mint (id uint) (to principal))
      (contract-call? .${ENDORSEMENT_CONTRACT_NAME} mint id to))
    (define-public (burn (id uint) (from principal))
      (contract-call? .${ENDORSEMENT_CONTRACT_NAME} burn id from))`;
    chain.simnet.deployContract(token.name, token.source, { clarityVersion: 4 }, forger);
    chain.simnet.deployContract(PROTOCOL_CONTRACT_NAME, source, { clarityVersion: 4 }, forger);
    const call = (method: "mint" | "burn", who: string) => {
      const args = [Cl.uint(1), Cl.principal(who)];
      const contract = `${forger}.${PROTOCOL_CONTRACT_NAME}`;
      return chain.callContract(forger, contract, method, ...args).result;
    };
    expect([call("mint", alice), call("mint", alice)]).toEqual([OK, err(2003)]);
    expect([call("burn", bob), call("burn", alice), call("burn", alice)]).toEqual([
      err(2004),
      OK,
      err(2004),
    ]);
  });
});

describe("set-base-uri", () => {
  test("changes the metadata address of every token and prints the SIP-019 notice", () => {
    const base = "https://colonnade.example/api/token-metadata/";
    const outcome = chain.callContract(deployer, ENDORSEMENT, "set-base-uri", Cl.stringAscii(base));
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("set-base-uri", { "base-uri": Cl.stringAscii(base) }),
      Cl.tuple({
        notification: Cl.stringAscii("token-metadata-update"),
        payload: Cl.tuple({
          "token-class": Cl.stringAscii("nft"),
          "contract-id": Cl.principal(ENDORSEMENT),
        }),
      }),
    ]);
    expect(ask("get-token-uri", 1)).toEqual(Cl.ok(Cl.some(Cl.stringAscii(`${base}{id}`))));
    chain.callContract(deployer, ENDORSEMENT, "set-base-uri", Cl.stringAscii(METADATA_BASE));
  });

  test("accepts the longest address that get-token-uri can return", () => {
    const base = `https://${"a".repeat(244)}`;
    chain.callContract(deployer, ENDORSEMENT, "set-base-uri", Cl.stringAscii(base));
    expect(ask("get-token-uri", 1)).toEqual(Cl.ok(Cl.some(Cl.stringAscii(`${base}{id}`))));
    chain.callContract(deployer, ENDORSEMENT, "set-base-uri", Cl.stringAscii(METADATA_BASE));
  });

  test("refuses everybody but the owner (2000)", () => {
    for (const caller of [alice, bob, chain.newWatcher()]) {
      const args = [Cl.stringAscii("https://elsewhere.test/")];
      const outcome = chain.callContract(caller, ENDORSEMENT, "set-base-uri", ...args);
      expect(outcome.result).toEqual(err(2000));
    }
  });
});
