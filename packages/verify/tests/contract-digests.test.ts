import { FOREIGN_CONTRACTS, listContracts } from "@colonnade/contracts/deployment.ts";
import { expect, it } from "vitest";
import { contractDigests, contractOfSource, digestOfSource } from "../contract-digests.ts";

const sourcesOn = (network: keyof typeof FOREIGN_CONTRACTS, metadataBase: string) =>
  listContracts({ metadataBase, foreign: FOREIGN_CONTRACTS[network] }).map(({ source }) => source);

it("knows the digests of both contracts, whatever their metadata's address", () => {
  for (const base of ["https://a.example/", "https://colonnade.example/api/token-metadata/"]) {
    const [mainnet, testnet] = [sourcesOn("mainnet", base), sourcesOn("testnet", base)];
    expect({
      endorsement: [mainnet[0], testnet[0]].map((source) => digestOfSource(source ?? "")),
      protocol: [mainnet[1], testnet[1]].map((source) => digestOfSource(source ?? "")),
    }).toEqual(contractDigests);
  }
});

it("takes no source with another letter for a published one", () => {
  for (const [place, source] of sourcesOn("mainnet", "https://a.example/").entries()) {
    expect(contractOfSource(source)).toBe(["endorsement", "protocol"][place]);
    expect(contractOfSource(`${source} `)).toBeNull();
    expect(contractOfSource(source.replace("(define-public", ";(define-public"))).toBeNull();
  }
});
