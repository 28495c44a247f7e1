import type { BnsName } from "../wallet/bns-name.ts";
import type { ContractCall } from "../wallet/transaction.ts";

/**
 * Registers the caller's profile under a BNS name of theirs.
 * @param statement null for none; at most 1024 code points
 * @param image an image address, ASCII, at most 256 bytes
 */
export async function registerProfileCall({
  bnsName,
  statement,
  image,
}: {
  bnsName: BnsName;
  statement: string | null;
  image: string;
}): Promise<ContractCall> {
  const { Cl } = await import("@stacks/transactions");
  return {
    functionName: "register-profile",
    functionArgs: [
      Cl.bufferFromAscii(bnsName.namespace),
      Cl.bufferFromAscii(bnsName.name),
      statement === null ? Cl.none() : Cl.some(Cl.stringUtf8(statement)),
      Cl.stringAscii(image),
    ],
  };
}

/** Changes the statement of the caller's profile. */
export async function updateStatementCall(statement: string): Promise<ContractCall> {
  const { Cl } = await import("@stacks/transactions");
  return { functionName: "update-statement", functionArgs: [Cl.stringUtf8(statement)] };
}

/** Changes the image of the caller's profile. */
export async function updateProfileImageCall(image: string): Promise<ContractCall> {
  const { Cl } = await import("@stacks/transactions");
  return { functionName: "update-profile-image-url", functionArgs: [Cl.stringAscii(image)] };
}
