import { sha256 } from "@noble/hashes/sha256";
import { bytesToHex } from "@noble/hashes/utils";
import { Cl, Pc, type PostCondition, serializeCVBytes } from "@stacks/transactions";

/** The words of an endorsement, with who says them and when. The digest in the pending asset covers all of it. */
export interface SignedWords {
  sender: string;
  /** The name of the organization that the sender represents. */
  org?: string;
  title: string;
  /** The Stacks block height that dates the words. */
  date: number;
  description: string;
  image: string;
}

/**
 * The digest of an endorsement's words, as `hash-words` of the protocol computes it.
 * @returns 0x and 64 hex digits
 */
export function hashWords({ sender, org, title, date, description, image }: SignedWords): string {
  const tuple = Cl.tuple({
    sender: Cl.principal(sender),
    org: org === undefined ? Cl.none() : Cl.some(Cl.stringUtf8(org)),
    title: Cl.stringUtf8(title),
    date: Cl.uint(date),
    description: Cl.stringUtf8(description),
    image: Cl.stringAscii(image),
  });
  return `0x${bytesToHex(sha256(serializeCVBytes(tuple)))}`;
}

/**
 * The post-condition of a person who acts on a pending endorsement: its receiver sends the asset of these words. The
 * transaction is undone if the author stands by other words when it is mined.
 * @param protocol the contract, as `address.name`
 * @param words the digest of the words that the signer has read: 0x and 64 hex digits
 */
export function willSendPending(
  protocol: string,
  receiver: string,
  id: number,
  words: string,
): PostCondition {
  const [address = "", name = ""] = protocol.split(".");
  return Pc.principal(receiver)
    .willSendAsset()
    .nft(
      `${address}.${name}::pending-endorsement`,
      Cl.tuple({ id: Cl.uint(id), words: Cl.bufferFromHex(words) }),
    );
}
