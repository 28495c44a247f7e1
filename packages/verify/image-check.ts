import { normalizeCid } from "@colonnade/domain/cid.ts";
import { cidOfBytes } from "@colonnade/domain/cid-of-bytes.ts";
import { ipfsPathOf } from "@colonnade/domain/image-address.ts";
import type { Proof } from "@colonnade/domain/proof.ts";
import { sha256 } from "@noble/hashes/sha256";
import { bytesToHex } from "@noble/hashes/utils";
import { type Finding, failed, notCheckable, passed } from "./report.ts";

/** What the CID of raw bytes begins with: its hash is the SHA-256 of the whole file. */
const RAW = "bafkrei";

/** Compares an image with the address in the words. An IPFS address names the image by its hash. */
export async function checkImage({ claim }: Proof, image: Uint8Array): Promise<Finding> {
  const address = claim.words.milestoneURI;
  const path = ipfsPathOf(address);
  if (path?.includes("/")) {
    return notCheckable("Its address names the image inside a folder, which is not read here.", {
      address,
    });
  }
  const stated = normalizeCid(path ?? "");
  if (stated === null) {
    return notCheckable("Its address has no hash of the image, so its host can change it.", {
      address,
    });
  }
  const isRaw = stated.startsWith(RAW);
  const cid = isRaw ? rawCidOf(image) : await cidOfBytes(image);
  const evidence = { address, cid };
  if (cid === stated) return passed("The image is the one that the words name.", evidence);
  return isRaw
    ? failed("The image is not the one that the words name.", evidence)
    : notCheckable("The image may have been split into blocks differently than here.", evidence);
}

/** Version 1, raw bytes, SHA-256 of 32 bytes, in hexadecimal: one of the spellings of a CID. */
const rawCidOf = (image: Uint8Array) => normalizeCid(`f01551220${bytesToHex(sha256(image))}`);
