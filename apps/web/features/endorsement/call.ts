import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import type { PostCondition } from "@stacks/transactions";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { getBlockHeight } from "../wallet/node.ts";
import type { Clarity, ContractCall } from "../wallet/transaction.ts";
import { checkShownWords } from "./shown-words.ts";
import { standingWords, wordsDiffer } from "./words.ts";

/**
 * Sends an endorsement. Its date is that of the newest block.
 * @param organization the name to send as; null for the sender's own
 */
export async function submitEndorsementCall(endorsement: {
  sender: string;
  receiver: string;
  title: string;
  description: string;
  image: string;
  organization: string | null;
}): Promise<ContractCall> {
  const height = await getBlockHeight();
  const { sender, receiver, title, description, image, organization } = endorsement;
  return {
    functionName: "submit-endorsement",
    functionArgs: (cl) => [
      cl.principal(sender),
      cl.principal(receiver),
      cl.stringUtf8(title),
      cl.uint(height),
      cl.stringUtf8(description),
      cl.stringAscii(image),
      organization === null ? cl.none() : cl.some(cl.stringUtf8(organization)),
    ],
    metaData: { person: receiver },
  };
}

/** The words of an edit. */
interface NewWords {
  title: string;
  description: string;
  image: string;
}

/** Changes the words of a pending endorsement. Only its author may call it, who then stands by the new ones. */
export async function editEndorsementCall(
  shown: Endorsement,
  words: NewWords,
): Promise<ContractCall> {
  return {
    ...(await suggestWordsCall(shown, words)),
    ...holdsFor([shown]),
    metaData: { endorsementId: shown.id },
  };
}

/**
 * Suggests other words for a pending endorsement. Only its receiver may call it. It moves no asset. Suggesting the
 * words that the author stands by takes an earlier suggestion back.
 */
export async function suggestWordsCall(shown: Endorsement, words: NewWords): Promise<ContractCall> {
  const { id } = shown;
  const { title, description, image } = words;
  const height = await getBlockHeight();
  const takesBack = !wordsDiffer(standingWords(shown), {
    title,
    endorsement: description,
    milestoneURI: image,
  });
  return {
    functionName: "edit-endorsement",
    functionArgs: (cl) => [
      cl.uint(id),
      cl.stringUtf8(title),
      cl.uint(height),
      cl.stringUtf8(description),
      cl.stringAscii(image),
    ],
    check: () => checkShownWords([shown]),
    metaData: { endorsementId: id, takesBack },
  };
}

/** Approves the words on the screen, and no others. */
export function approveEndorsementCall(shown: Endorsement): ContractCall {
  return {
    functionName: "approve-endorsement",
    functionArgs: (cl) => [cl.uint(shown.id)],
    ...holdsFor([shown]),
    metaData: { endorsementId: shown.id },
  };
}

/** Rejects an endorsement for good. */
export function burnEndorsementCall(shown: Endorsement): ContractCall {
  return {
    functionName: "burn-endorsement",
    functionArgs: (cl) => [cl.uint(shown.id)],
    ...holdsFor([shown]),
    metaData: { endorsementId: shown.id },
  };
}

/** Rejects up to `limits.rejectedAtOnce` endorsements for good: all of them, or none if one has changed. */
export function burnEndorsementsCall(shown: Endorsement[]): ContractCall {
  return {
    functionName: "burn-endorsements",
    functionArgs: (cl) => [cl.list(shown.map(({ id }) => cl.uint(id)))],
    ...holdsFor(shown),
    metaData: { endorsementIds: shown.map(({ id }) => id) },
  };
}

/** Withdraws an endorsement: a pending one goes, an approved one stays with its receiver and is marked. */
export function withdrawEndorsementCall(shown: Endorsement, reason: string | null): ContractCall {
  return {
    functionName: "withdraw-endorsement",
    functionArgs: (cl) => [
      cl.uint(shown.id),
      reason === null ? cl.none() : cl.some(cl.stringUtf8(reason)),
    ],
    // An approved one moves no asset.
    ...(shown.approved ? { check: () => checkShownWords([shown]) } : holdsFor([shown])),
    metaData: { endorsementId: shown.id },
  };
}

/** Removes an approved or withdrawn endorsement for good, and burns its token. Only its receiver may call it. */
export function discardEndorsementCall(shown: Endorsement): ContractCall {
  const { id, column_receiver } = shown;
  return {
    functionName: "discard-endorsement",
    functionArgs: (cl) => [cl.uint(id)],
    check: () => checkShownWords([shown]),
    postConditions: (cl) => [
      {
        type: "nft-postcondition",
        address: column_receiver.address,
        condition: "sent",
        asset: assetOf(runtimeConfig().endorsementContract, "endorsement"),
        assetId: cl.uint(id),
      },
    ],
    metaData: { endorsementId: id },
  };
}

/** Shows or hides an approved or withdrawn endorsement on its receiver's profile. Only its receiver may call it. */
export function displayStatusCall(shown: Endorsement, isShown: boolean): ContractCall {
  return {
    functionName: "display-status",
    functionArgs: (cl) => [cl.uint(shown.id), cl.bool(isShown)],
    check: () => checkShownWords([shown]),
    metaData: { endorsementId: shown.id },
  };
}

/** Lets a call pass for exactly the words on the screen: each receiver sends the pending asset of their digest. */
function holdsFor(shown: Endorsement[]) {
  return {
    check: () => checkShownWords(shown),
    postConditions: (cl: Clarity) =>
      shown.map(
        ({ id, wordsHash, column_receiver }): PostCondition => ({
          type: "nft-postcondition",
          address: column_receiver.address,
          condition: "sent",
          asset: assetOf(runtimeConfig().protocolContract, "pending-endorsement"),
          assetId: cl.tuple({ id: cl.uint(id), words: cl.bufferFromHex(wordsHash.slice(2)) }),
        }),
      ),
  };
}

function assetOf(contract: string, asset: string): `${string}.${string}::${string}` {
  const [address = "", name = ""] = contract.split(".");
  return `${address}.${name}::${asset}`;
}
