import { sha256 } from "@noble/hashes/sha256";
import { bytesToHex } from "@noble/hashes/utils";

/** Where a deployment writes its own address of the metadata. */
const METADATA_BASE = /(?<=\(define-data-var base-uri \(string-ascii 252\) )"[^"\\]*"/;

/**
 * The digest of a source without the address of the metadata, which differs by deployment. SHA-256 in hex.
 */
export const digestOfSource = (source: string): string =>
  bytesToHex(sha256(source.replace(METADATA_BASE, '""')));

/** The digests of our contracts: first as on mainnet and on a devnet, then as on testnet. */
export const contractDigests = {
  protocol: [
    "cd391cebcc3a20142a0998eb7b61b657da75af6bfc7773b0b044c67430a4a274",
    "cb93c700de4c9422eb1024130d404600899eef215b0c4df6c852fc7101873d85",
  ],
  endorsement: [
    "800869fea5aca5fe96433112b258d8003c3cb200ff95d0a151efdab2e1f25eca",
    "7c61c51ad38abef4b7ff20edae81b604a73823d152e5492a268524bb210feb9a",
  ],
} as const;

/** Which of our contracts a source is; null for any other. */
export function contractOfSource(source: string): keyof typeof contractDigests | null {
  const digest = digestOfSource(source);
  if (contractDigests.protocol.some((known) => known === digest)) return "protocol";
  return contractDigests.endorsement.some((known) => known === digest) ? "endorsement" : null;
}
