import type { EndorsementState } from "@colonnade/contract-events/fold/endorsement.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { Revision } from "@colonnade/domain/revision.ts";
import type { Database } from "../../db/database.ts";
import { actionOf, type ProvingEvent, proving, served } from "./proof.ts";

/**
 * The newest revisions of an endorsement, newest first, and whether there are older ones.
 * @param reader who asks; only its sender and its receiver are answered
 * @returns null for anybody else, and where there is no endorsement
 */
export async function readRevisions(
  { kysely }: Database,
  id: number,
  reader: string,
): Promise<{ items: Revision[]; more: boolean } | null> {
  const rows = await kysely
    .selectFrom("contract_events as e")
    .innerJoin("blocks as b", "b.index_block_hash", "e.index_block_hash")
    .innerJoin("endorsements as n", (join) => join.on("n.id", "=", id))
    .leftJoin("profiles as a", "a.address", "e.actor")
    .where("e.subject", "=", `endorsements:${id}`)
    .where("e.topic", "in", proving)
    .where("b.canonical", "=", true)
    .where("n.status", "in", served)
    .where((where) => where.or([where("n.sender", "=", reader), where("n.receiver", "=", reader)]))
    .orderBy("b.height", "desc")
    .orderBy("e.tx_index", "desc")
    .orderBy("e.event_index", "desc")
    .limit(limits.defaultPageItems + 1)
    .select(["e.tx_id", "e.actor", "e.payload", "b.height", "b.block_time"])
    .select(["n.sender", "n.state", "a.suspended"])
    .execute();
  if (rows.length === 0) return null;
  const items = rows.slice(0, limits.defaultPageItems).map((row) => {
    const event: ProvingEvent = JSON.parse(row.payload);
    return {
      action: actionOf(event, row.sender),
      by: row.actor,
      txId: row.tx_id,
      height: row.height,
      date: new Date(row.block_time * 1000).toISOString(),
      words: isWithheld(event, row, reader) ? null : wordsOf(event),
    };
  });
  return { items, more: rows.length > items.length };
}

/** While a watcher suspends the writer, others see only the words that the receiver approved. */
function isWithheld(
  event: ProvingEvent,
  { actor, state, suspended }: { actor: string; state: string; suspended: boolean | null },
  reader: string,
): boolean {
  if (suspended !== true || actor === reader) return false;
  const { wordsHash, status, sender }: EndorsementState = JSON.parse(state);
  if (status === "pending" || event.topic === "withdraw-endorsement") return true;
  // The digest in a suggestion is of the author's words.
  return actionOf(event, sender) === "suggest" || event.words !== wordsHash;
}

function wordsOf(event: ProvingEvent): Revision["words"] {
  if (event.topic === "withdraw-endorsement") return null;
  return { title: event.title, endorsement: event.description, milestoneURI: event.image };
}
