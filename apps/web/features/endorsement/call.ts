import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import type { PostCondition } from "@stacks/transactions";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { getBlockHeight } from "../wallet/node.ts";
import type { ContractCall } from "../wallet/transaction.ts";

/** A pending endorsement as it stands on the screen: what a decision about it is bound to. */
export type Seen = Pick<Endorsement, "id" | "revision"> & {
  column_receiver: Pick<Endorsement["column_receiver"], "address">;
};

/**
 * Sends an endorsement. It is dated by the newest block.
 * @param organization the name to send as; null for one's own
 */
export async function submitEndorsementCall(endorsement: {
  sender: string;
  receiver: string;
  title: string;
  description: string;
  image: string;
  organization: string | null;
}): Promise<ContractCall> {
  const [{ Cl }, height] = await Promise.all([import("@stacks/transactions"), getBlockHeight()]);
  const { sender, receiver, title, description, image, organization } = endorsement;
  return {
    functionName: "submit-endorsement",
    functionArgs: [
      Cl.principal(sender),
      Cl.principal(receiver),
      Cl.stringUtf8(title),
      Cl.uint(height),
      Cl.stringUtf8(description),
      Cl.stringAscii(image),
      organization === null ? Cl.none() : Cl.some(Cl.stringUtf8(organization)),
    ],
    metaData: { person: receiver },
  };
}

/** Puts other words up for a pending endorsement, for as long as it stands as it was seen. */
export async function editEndorsementCall(
  seen: Seen,
  words: { title: string; description: string; image: string },
): Promise<ContractCall> {
  const [{ Cl }, height, postConditions] = await Promise.all([
    import("@stacks/transactions"),
    getBlockHeight(),
    unchangedSince(seen),
  ]);
  return {
    functionName: "edit-endorsement",
    functionArgs: [
      Cl.uint(seen.id),
      Cl.stringUtf8(words.title),
      Cl.uint(height),
      Cl.stringUtf8(words.description),
      Cl.stringAscii(words.image),
    ],
    postConditions,
    metaData: { endorsementId: seen.id },
  };
}

/** Approves the words that were seen, and no others. */
export function approveEndorsementCall(seen: Seen): Promise<ContractCall> {
  return decisionCall("approve-endorsement", seen);
}

/** Rejects an endorsement for good. */
export function burnEndorsementCall(seen: Seen): Promise<ContractCall> {
  return decisionCall("burn-endorsement", seen);
}

async function decisionCall(
  functionName: "approve-endorsement" | "burn-endorsement",
  seen: Seen,
): Promise<ContractCall> {
  const { Cl } = await import("@stacks/transactions");
  return {
    functionName,
    functionArgs: [Cl.uint(seen.id)],
    postConditions: await unchangedSince(seen),
    metaData: { endorsementId: seen.id },
  };
}

/**
 * The receiver gives up the pending asset of just this revision: the chain refuses the call when the words
 * changed after they were shown.
 */
async function unchangedSince({ id, revision, column_receiver }: Seen): Promise<PostCondition[]> {
  const { Cl } = await import("@stacks/transactions");
  const [address, name] = runtimeConfig().protocolContract.split(".");
  return [
    {
      type: "nft-postcondition",
      address: column_receiver.address,
      condition: "sent",
      asset: `${address}.${name}::pending-endorsement`,
      assetId: Cl.tuple({ id: Cl.uint(id), revision: Cl.uint(revision) }),
    },
  ];
}
