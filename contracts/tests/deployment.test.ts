import { describe, expect, test } from "vitest";
import {
  FOREIGN_CONTRACTS,
  listContracts,
  listDevnetContracts,
  substituteForeignContracts,
} from "../deployment.ts";
import { deployer, startChain } from "./chain.ts";

const metadataBase = "https://colonnade.test/api/token-metadata/";
const elsewhere = {
  bns: "ST000000000000000000002AMW42H.names",
  nftTrait: "ST000000000000000000002AMW42H.tokens",
};

describe("listContracts", () => {
  test("puts the token before the protocol that mints it, both in Clarity 4", () => {
    const contracts = listContracts({ metadataBase });
    expect(contracts.map(({ name, clarityVersion }) => [name, clarityVersion])).toEqual([
      ["colonnade-endorsement-alpha", 4],
      ["colonnade-protocol-alpha", 4],
    ]);
    expect(contracts.every(({ deployer }) => deployer === undefined)).toBe(true);
  });

  test("names the contracts of its network and no others", () => {
    for (const foreign of [FOREIGN_CONTRACTS.testnet, FOREIGN_CONTRACTS.mainnet, elsewhere]) {
      const contracts = listContracts({ metadataBase, foreign });
      const named = contracts.flatMap(({ source }) => source.match(/'S[0-9A-Z]+\.[\w-]+/g) ?? []);
      expect(new Set(named)).toEqual(new Set([`'${foreign.bns}`, `'${foreign.nftTrait}`]));
    }
  });

  test("keeps the trait's name, whichever contract holds it", () => {
    const [token] = listContracts({ metadataBase, foreign: elsewhere });
    expect(token?.source).toContain(`(impl-trait '${elsewhere.nftTrait}.nft-trait)`);
  });

  test("writes the metadata address into the token", () => {
    const base = "https://colonnade.test/$&/";
    const [token] = listContracts({ metadataBase: base });
    expect(token?.source).toContain(`(define-data-var base-uri (string-ascii 252) "${base}")`);
  });

  test("refuses a metadata address that does not fit the contract", () => {
    const longest = `https://${"a".repeat(244)}`;
    expect(() => listContracts({ metadataBase: longest })).not.toThrow();
    for (const base of [`${longest}a`, "", 'https://"', "https://\\", "https://a b", "https://é"]) {
      expect(() => listContracts({ metadataBase: base })).toThrow(RangeError);
    }
  });
});

test.each(["mainnet", "testnet"] as const)(
  "the sources for %s pass the checks of mainnet's epoch",
  async (network) => {
    const foreign = FOREIGN_CONTRACTS[network];
    const standIns = listDevnetContracts({ metadataBase }).slice(0, 2);
    const others = [foreign.nftTrait, foreign.bns].flatMap((id, index) => {
      const [address = "", name = ""] = id.split(".");
      const standIn = standIns[index];
      return standIn === undefined ? [] : [{ ...standIn, name, deployer: address }];
    });
    const ours = listContracts({ metadataBase, foreign });
    const { simnet } = await startChain({ contracts: [...others, ...ours] });
    expect(simnet.currentEpoch).toBe("4.0");
    for (const { name, source } of ours) {
      expect(source).toMatch(/^[\x20-\x7e\n]+$/);
      expect(simnet.getContractSource(`${deployer}.${name}`)).toBe(source);
    }
  },
);

describe("listDevnetContracts", () => {
  test("begins with the stand-ins, at their mainnet principals", () => {
    const contracts = listDevnetContracts({ metadataBase });
    expect(contracts.slice(0, 2).map(({ deployer, name }) => `${deployer}.${name}`)).toEqual([
      FOREIGN_CONTRACTS.mainnet.nftTrait,
      FOREIGN_CONTRACTS.mainnet.bns,
    ]);
    expect(contracts.slice(2)).toEqual(listContracts({ metadataBase }));
  });
});

describe("substituteForeignContracts", () => {
  test("refuses a text that is not a contract id", () => {
    for (const bns of ["", "BNS-V2", ".BNS-V2", "ST1.BNS-V2", `${elsewhere.bns} evil`]) {
      expect(() => substituteForeignContracts("", { ...elsewhere, bns })).toThrow(RangeError);
    }
  });
});
