import { foldBlocked } from "@colonnade/contract-events/fold/blocked.ts";
import type { Insertable } from "kysely";
import { sql } from "kysely";
import { writeRows } from "../../db/bulk.ts";
import type { Trx } from "../../db/database.ts";
import type { BlockedTable } from "../../db/tables.ts";
import { type History, historyOfKind } from "../history.ts";

const kinds = [
  ["sender", "blocked-senders"],
  ["organization", "blocked-organizations"],
] as const;

/** Folds history onto the senders and organizations that receivers block. */
export async function writeBlocked(trx: Trx, history: History): Promise<void> {
  for (const [kind, subjects] of kinds) {
    const touched = [...historyOfKind(subjects, history)].map(([key, entries]) => {
      const [receiver = "", blocked = ""] = key.split(" ");
      const at = (entries.at(-1)?.blockTime ?? 0) * 1000;
      return { receiver, blocked, at, isBlocked: entries.reduce(foldBlocked, false) };
    });
    if (touched.length === 0) continue;
    await sql`
      delete from blocked b
      using unnest(
        ${touched.map(({ receiver }) => receiver)}::text[], ${touched.map((pair) => pair.blocked)}::text[]
      ) as t (receiver, blocked)
      where b.receiver = t.receiver and b.kind = ${kind} and b.blocked = t.blocked`.execute(trx);
    const rows: Insertable<BlockedTable>[] = touched
      .filter(({ isBlocked }) => isBlocked)
      .map(({ receiver, blocked, at }) => ({ receiver, kind, blocked, at }));
    await writeRows(trx, "blocked", rows);
  }
}
