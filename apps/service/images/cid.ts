import { type ImportCandidate, importer } from "ipfs-unixfs-importer";

/** The CID under which IPFS knows a file: version 1, raw leaves, as Kubo adds it with `--cid-version=1`. */
export async function cidOfBytes(bytes: Uint8Array): Promise<string> {
  const file: ImportCandidate = { content: bytes };
  for await (const { cid } of importer([file], nowhere, { cidVersion: 1, rawLeaves: true })) {
    return cid.toString();
  }
  throw new Error("The importer answered nothing");
}

/** The blocks are not kept: the file itself is. */
const nowhere: Parameters<typeof importer>[1] = { put: (cid) => cid };
