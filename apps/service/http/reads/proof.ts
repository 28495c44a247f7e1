import type { ContractEvent } from "@colonnade/contract-events/contract-event.ts";
import {
  type EndorsementState,
  standingWords,
  type Words,
} from "@colonnade/contract-events/fold/endorsement.ts";
import type { ProfileBrief } from "@colonnade/domain/profile.ts";
import type { Proof, ProvingTransaction } from "@colonnade/domain/proof.ts";
import type { WebConfig } from "@colonnade/domain/web-config.ts";
import type { Database } from "../../db/database.ts";

type Settings = Pick<
  WebConfig,
  "network" | "protocolContract" | "endorsementContract" | "bnsContract"
>;

/**
 * The proof of an endorsement, or null where its words are not served. One statement reads it, so that no block comes
 * between its parts. Of each topic and actor only the newest event is read, so its size does not grow with the edits.
 */
export async function readProof(
  database: Database,
  id: number,
  settings: Settings,
): Promise<Proof | null> {
  const rows = (await readRows(database, id)).sort(
    (a, b) => a.height - b.height || a.tx_index - b.tx_index || a.event_index - b.event_index,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const state: EndorsementState = JSON.parse(row.state);
  const words = standingWords(state);
  return {
    version: 1,
    network: settings.network,
    contracts: {
      protocol: settings.protocolContract,
      endorsement: settings.endorsementContract,
      bns: settings.bnsContract,
    },
    claim: {
      id,
      status: servedStatusOf(row),
      sender: state.sender,
      receiver: state.receiver,
      organization: state.organization,
      names: { sender: nameIn(row.sender_brief), receiver: nameIn(row.receiver_brief) },
      words: wordsOf(words),
      wordsHash: state.wordsHash,
    },
    transactions: transactionsOf(rows, state),
  };
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

function readRows({ kysely }: Database, id: number) {
  return kysely
    .selectFrom("contract_events as e")
    .innerJoin("blocks as b", "b.index_block_hash", "e.index_block_hash")
    .innerJoin("transactions as t", (join) =>
      join
        .onRef("t.index_block_hash", "=", "e.index_block_hash")
        .onRef("t.tx_index", "=", "e.tx_index"),
    )
    .innerJoin("endorsements as n", (join) => join.on("n.id", "=", id))
    .leftJoin("profiles as s", "s.address", "n.sender")
    .leftJoin("profiles as r", "r.address", "n.receiver")
    .leftJoin("profiles as w", "w.address", "n.remark_by")
    .where("e.subject", "=", `endorsements:${id}`)
    .where("e.topic", "in", proving)
    .where("b.canonical", "=", true)
    .where("n.status", "in", served)
    .distinctOn(["e.topic", "e.actor"])
    .orderBy("e.topic")
    .orderBy("e.actor")
    .orderBy("b.height", "desc")
    .orderBy("e.tx_index", "desc")
    .orderBy("e.event_index", "desc")
    .select(["e.tx_id", "e.tx_index", "e.event_index", "e.actor", "e.payload"])
    .select(["b.index_block_hash", "b.height", "b.block_time", "t.raw", "t.function_name"])
    .select(["n.state", "n.status", "n.suggested", "w.suspended as isRemarkHeld"])
    .select(["s.brief as sender_brief", "r.brief as receiver_brief"])
    .execute();
}

function servedStatusOf({ status }: Row): Proof["claim"]["status"] {
  const found = served.find((each) => each === status);
  if (found === undefined) throw new Error(`An endorsement that is ${status} has no proof`);
  return found;
}

/** `alice.btc`; null for somebody without a profile. */
function nameIn(brief: string | null): string | null {
  if (brief === null) return null;
  const { bns_name, bns }: ProfileBrief = JSON.parse(brief);
  return bns_name === "" ? null : `${bns_name}.${bns}`;
}

function transactionsOf(rows: Row[], state: EndorsementState): ProvingTransaction[] {
  const found = rows.map((row) => {
    const event: ProvingEvent = JSON.parse(row.payload);
    return { row, event, action: actionOf(event, state.sender) };
  });
  const isEdited = found.some(({ action }) => action === "edit");
  return found
    .filter(({ action, row }) => {
      if (action === "suggest") return row.suggested;
      // The first words are served while it is pending.
      return action !== "submit" || !isEdited || state.status === "pending";
    })
    .map(({ row, event, action }) => ({
      action,
      by: row.actor,
      txId: row.tx_id,
      txIndex: row.tx_index,
      block: {
        id: row.index_block_hash,
        height: row.height,
        date: new Date(row.block_time * 1000).toISOString(),
      },
      ...rawOf(row, action),
      ...wordsIn(event),
    }));
}

/** The reason of a withdrawal is withheld while its writer is suspended. */
function rawOf(
  { raw, function_name, isRemarkHeld }: Row,
  action: ProvingTransaction["action"],
): Pick<ProvingTransaction, "raw" | "absent"> {
  if (action === "withdraw" && isRemarkHeld) return { raw: null, absent: "withheld" };
  if (function_name === null) return { raw: null, absent: "contract" };
  return raw === null ? { raw, absent: "missing" } : { raw };
}

function wordsIn(event: ProvingEvent): Pick<ProvingTransaction, "words" | "wordsHash"> {
  if (event.topic === "withdraw-endorsement") return {};
  const height = event.topic === "submit-endorsement" ? event["block-height"] : event.date;
  return { words: wordsOf({ ...event, height }), wordsHash: event.words };
}

function wordsOf({ title, description, image, height }: Words): Proof["claim"]["words"] {
  return { title, endorsement: description, milestoneURI: image, signedHeight: height };
}

/** The statuses of endorsements whose words are served. */
export const served = ["pending", "approved", "withdrawn"] as const;

/** The topics of what happened to an endorsement's words. */
export const proving = [
  "submit-endorsement",
  "edit-endorsement",
  "approve-endorsement",
  "withdraw-endorsement",
] as const satisfies ContractEvent["topic"][];
export type ProvingEvent = Extract<ContractEvent, { topic: (typeof proving)[number] }>;

/** What a print of the protocol says that somebody did. An edit by the receiver is a suggestion. */
export function actionOf(event: ProvingEvent, sender: string): ProvingTransaction["action"] {
  switch (event.topic) {
    case "submit-endorsement":
      return "submit";
    case "edit-endorsement":
      return event.editor === sender ? "edit" : "suggest";
    case "approve-endorsement":
      return "approve";
    case "withdraw-endorsement":
      return "withdraw";
  }
}
