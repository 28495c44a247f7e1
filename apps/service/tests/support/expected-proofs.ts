import type { ContractEvent } from "@colonnade/contract-events/contract-event.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import type { Proof, ProvingTransaction } from "@colonnade/domain/proof.ts";
import { expect } from "vitest";
import { chainOf, type TestBlock } from "./blocks.ts";
import { isHeld, isServed, servedSuggestion } from "./expected-endorsement.ts";
import { standingWordsOf, type World, type WorldEndorsement } from "./world.ts";

/** Expects each proof to hold what a straight replay of the winning chain gives, and nothing of an orphaned block. */
export async function expectProofs(origin: string, tip: TestBlock, world: World): Promise<void> {
  const api = createClient({ origin });
  for (const endorsement of world.endorsements.values()) {
    const asked = api("getProof", { params: { id: endorsement.id } });
    if (!isServed(endorsement) || isHeld(endorsement, world))
      await expect(asked).rejects.toMatchObject({ status: 404 });
    else expect(shownOf(await asked)).toEqual(expectedOf(endorsement, tip, world));
  }
}

function shownOf({ claim, transactions }: Proof) {
  const { title, endorsement, milestoneURI } = claim.words;
  return {
    parties: [claim.sender, claim.receiver, claim.organization],
    status: claim.status,
    words: [title, endorsement, milestoneURI],
    transactions: transactions.map(({ action, txId, block, raw }) => [
      action,
      txId,
      block.id,
      block.height,
      raw,
    ]),
  };
}

function expectedOf(endorsement: WorldEndorsement, tip: TestBlock, world: World) {
  const { sender, receiver, org, status, withdrawn } = endorsement;
  const { title, description, image } = standingWordsOf(endorsement);
  const last = new Map<Action, unknown[]>();
  for (const entry of entriesOf(tip)) {
    const action = actionOf(entry.event, endorsement);
    if (action === null) continue;
    last.delete(action);
    last.set(action, [action, ...entry.transaction]);
  }
  if (servedSuggestion(endorsement, world) === null) last.delete("suggest");
  if (status !== "pending" && last.has("edit")) last.delete("submit");
  if (withdrawn !== null && world.suspended.has(withdrawn.by))
    last.get("withdraw")?.splice(-1, 1, null);
  return {
    parties: [sender, receiver, org],
    status,
    words: [title, description, image],
    transactions: [...last.values()],
  };
}

/** The events of a chain in order, each with its transaction's id, block, height and bytes. */
function entriesOf(tip: TestBlock): { event: ContractEvent; transaction: unknown[] }[] {
  return chainOf(tip).flatMap(({ payload, actions }) =>
    payload.transactions.flatMap(({ txid, raw_tx, status }, place) => {
      const { index_block_hash: hash, block_height: height } = payload;
      const events = status === "success" ? (actions[place]?.events ?? []) : [];
      return events.map((event) => ({ event, transaction: [txid, hash, height, raw_tx] }));
    }),
  );
}

type Action = ProvingTransaction["action"];

function actionOf(event: ContractEvent, { id, sender }: WorldEndorsement): Action | null {
  switch (event.topic) {
    case "submit-endorsement":
      return event.id === id ? "submit" : null;
    case "edit-endorsement":
      if (event.id !== id) return null;
      return event.editor === sender ? "edit" : "suggest";
    case "approve-endorsement":
      return event.id === id ? "approve" : null;
    case "withdraw-endorsement":
      return event.id === id ? "withdraw" : null;
    default:
      return null;
  }
}
