import { normalizeCid } from "@colonnade/domain/cid.ts";
import { cidOfBytes } from "@colonnade/domain/cid-of-bytes.ts";
import { ipfsPathOf } from "@colonnade/domain/image-address.ts";
import type { Proof } from "@colonnade/domain/proof.ts";
import { type Finding, failed, notCheckable, passed } from "./report.ts";

/** What the CID of one block begins with. It is the hash of the file itself. */
const ONE_BLOCK = "bafkrei";

/** Compares an image with the address in the words, which names it by its hash where it is one of IPFS. */
export async function checkImage({ claim }: Proof, image: Uint8Array): Promise<Finding> {
  const address = claim.words.milestoneURI;
  const stated = normalizeCid(ipfsPathOf(address) ?? "");
  if (stated === null) {
    return notCheckable("Its address names the image by no hash, so its host can change it.", {
      address,
    });
  }
  const cid = await cidOfBytes(image);
  const evidence = { address, cid };
  if (cid === stated) return passed("The image is the one that the words name.", evidence);
  if (stated.startsWith(ONE_BLOCK)) {
    return failed("The image is not the one that the words name.", evidence);
  }
  return notCheckable("The image may have been cut into other blocks than ours are.", evidence);
}
