import { Cl } from "@stacks/transactions";
import { describe, expect, test } from "vitest";
import { ENDORSEMENT_CONTRACT_NAME, listContracts, PROTOCOL_CONTRACT_NAME } from "../deployment.ts";
import { err, OK, print } from "./arguments.ts";
import { deployer, ENDORSEMENT, METADATA_BASE } from "./chain.ts";
import { startPair } from "./pair.ts";

const { chain, alice, bob } = await startPair();

const ask = (method: string, ...args: Parameters<typeof Cl.uint>[0][]) =>
  chain.readContract(ENDORSEMENT, method, ...args.map((argument) => Cl.uint(argument)));

const approved = () => {
  const id = chain.newEndorsement(alice, bob);
  chain.call(bob, "approve-endorsement", Cl.uint(id));
  return id;
};

test("the token's interface is SIP-009's, with one asset named endorsement", () => {
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
  test("is the highest id minted, in whatever order approvals come", () => {
    const first = chain.newEndorsement(alice, bob);
    const rejected = chain.newEndorsement(alice, bob);
    const last = chain.newEndorsement(alice, bob);
    chain.call(bob, "burn-endorsement", Cl.uint(rejected));
    chain.call(bob, "approve-endorsement", Cl.uint(last));
    expect(ask("get-last-token-id")).toEqual(Cl.ok(Cl.uint(last)));
    chain.call(bob, "approve-endorsement", Cl.uint(first));
    expect(ask("get-last-token-id")).toEqual(Cl.ok(Cl.uint(last)));
  });
});

describe("get-owner", () => {
  test("is the receiver once approved, and none before or after a rejection", () => {
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
  test("never errs, and leaves {id} for the reader to replace", () => {
    for (const id of [approved(), 0, 99_999]) {
      expect(ask("get-token-uri", id)).toEqual(
        Cl.ok(Cl.some(Cl.stringAscii(`${METADATA_BASE}{id}`))),
      );
    }
  });
});

describe("transfer", () => {
  test("errs for everybody, the holder included (2002)", () => {
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

describe("mint", () => {
  test("is refused to everybody but the protocol contract (2001)", () => {
    for (const caller of [deployer, alice, bob, chain.newWatcher()]) {
      const args = [Cl.uint(777), Cl.principal(caller)];
      const outcome = chain.callContract(caller, ENDORSEMENT, "mint", ...args);
      expect(outcome.result).toEqual(err(2001));
    }
  });

  test("refuses an id that is minted, even to a protocol that asks again (2003)", () => {
    const forger = chain.newStranger();
    const [token] = listContracts({ metadataBase: METADATA_BASE });
    if (token === undefined) throw new Error("The token comes first.");
    const minter = `(define-public (mint (id uint) (to principal))
      (contract-call? .${ENDORSEMENT_CONTRACT_NAME} mint id to))`;
    chain.simnet.deployContract(token.name, token.source, { clarityVersion: 4 }, forger);
    chain.simnet.deployContract(PROTOCOL_CONTRACT_NAME, minter, { clarityVersion: 4 }, forger);
    const mint = () =>
      chain.callContract(
        forger,
        `${forger}.${PROTOCOL_CONTRACT_NAME}`,
        "mint",
        Cl.uint(1),
        Cl.principal(alice),
      ).result;
    expect([mint(), mint()]).toEqual([OK, err(2003)]);
  });
});

describe("set-base-uri", () => {
  test("moves the metadata of every token, with the SIP-019 notice that says so", () => {
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

  test("takes an address that fills what get-token-uri can answer", () => {
    const base = `https://${"a".repeat(244)}`;
    chain.callContract(deployer, ENDORSEMENT, "set-base-uri", Cl.stringAscii(base));
    expect(ask("get-token-uri", 1)).toEqual(Cl.ok(Cl.some(Cl.stringAscii(`${base}{id}`))));
    chain.callContract(deployer, ENDORSEMENT, "set-base-uri", Cl.stringAscii(METADATA_BASE));
  });

  test("is refused to everybody but the owner (2000)", () => {
    for (const caller of [alice, bob, chain.newWatcher()]) {
      const args = [Cl.stringAscii("https://elsewhere.test/")];
      const outcome = chain.callContract(caller, ENDORSEMENT, "set-base-uri", ...args);
      expect(outcome.result).toEqual(err(2000));
    }
  });
});

describe("set-owner", () => {
  test("hands the token contract over, for the owner only (2000)", () => {
    const next = chain.newStranger();
    const hand = (from: string, to: string) =>
      chain.callContract(from, ENDORSEMENT, "set-owner", Cl.principal(to));
    expect(hand(next, next).result).toEqual(err(2000));
    const outcome = hand(deployer, next);
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([print("set-owner", { owner: Cl.principal(next) })]);
    expect(ask("get-contract-owner")).toEqual(Cl.principal(next));
    expect(hand(deployer, deployer).result).toEqual(err(2000));
    expect(hand(next, deployer).result).toEqual(OK);
  });
});
