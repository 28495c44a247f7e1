import type { BnsName } from "../wallet/bns-name.ts";
import type { ContractCall } from "../wallet/transaction.ts";

/**
 * Registers the caller's profile under a BNS name of theirs.
 * @param statement null for none; at most 1024 code points
 * @param image an image address, ASCII, at most 256 bytes
 */
export function registerProfileCall({
  bnsName,
  statement,
  image,
}: {
  bnsName: BnsName;
  statement: string | null;
  image: string;
}): ContractCall {
  return {
    functionName: "register-profile",
    functionArgs: (cl) => [
      cl.bufferFromAscii(bnsName.namespace),
      cl.bufferFromAscii(bnsName.name),
      statement === null ? cl.none() : cl.some(cl.stringUtf8(statement)),
      cl.stringAscii(image),
    ],
  };
}

export function updateStatementCall(statement: string): ContractCall {
  return { functionName: "update-statement", functionArgs: (cl) => [cl.stringUtf8(statement)] };
}

export function updateProfileImageCall(image: string): ContractCall {
  return {
    functionName: "update-profile-image-url",
    functionArgs: (cl) => [cl.stringAscii(image)],
  };
}
