import {
  contextUrls,
  statusListLength,
  type UnsignedCredential,
  type UnsignedStatusList,
} from "@colonnade/domain/credential.ts";
import { BitstringStatusList } from "@digitalbazaar/vc-bitstring-status-list";
import { issuerAddress } from "./issuer.ts";

/** The ids of the endorsements in the nth list, both included. Lists count from 1, as ids do. */
export function rangeOf(n: number): { first: number; last: number } {
  return { first: (n - 1) * statusListLength + 1, last: n * statusListLength };
}

const listAddress = (n: number, origin: string) => `${origin}/api/status-list/${n}`;

/** Where the status of an endorsement's credential is. */
export function statusEntryOf(id: number, origin: string): UnsignedCredential["credentialStatus"] {
  const n = Math.ceil(id / statusListLength);
  return {
    id: `${origin}/api/credential/${id}#status`,
    type: "BitstringStatusListEntry",
    statusPurpose: "revocation",
    statusListIndex: String(id - rangeOf(n).first),
    statusListCredential: listAddress(n, origin),
  };
}

/**
 * The nth list. Every credential is revoked but those of approved endorsements, so one that a fork has orphaned is
 * revoked as well.
 * @param approved ids of the list's range
 */
export async function describeStatusList(
  n: number,
  approved: readonly number[],
  origin: string,
): Promise<UnsignedStatusList> {
  const list = new BitstringStatusList({ buffer: new Uint8Array(statusListLength / 8).fill(0xff) });
  const { first } = rangeOf(n);
  for (const id of approved) list.setStatus(id - first, false);
  const address = listAddress(n, origin);
  return {
    "@context": [contextUrls.credentials],
    id: address,
    type: ["VerifiableCredential", "BitstringStatusListCredential"],
    issuer: issuerAddress(origin),
    credentialSubject: {
      id: `${address}#list`,
      type: "BitstringStatusList",
      statusPurpose: "revocation",
      encodedList: await list.encode(),
    },
  };
}
