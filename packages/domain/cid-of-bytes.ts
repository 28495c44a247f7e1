import { type ImportCandidate, importer } from "ipfs-unixfs-importer";

/** Computes the CID of a file in IPFS: version 1, raw leaves, as Kubo does with `--cid-version=1`. */
export async function cidOfBytes(bytes: Uint8Array): Promise<string> {
  const file: ImportCandidate = { content: bytes };
  for await (const { cid } of importer([file], nowhere, { cidVersion: 1, rawLeaves: true })) {
    return cid.toString();
  }
  throw new Error("The importer returned no CID");
}

/** Discards the blocks: nobody asks for them. */
const nowhere: Parameters<typeof importer>[1] = { put: (cid) => cid };
