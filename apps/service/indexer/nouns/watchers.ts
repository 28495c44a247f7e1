import { foldWatcher } from "@colonnade/contract-events/fold/watcher.ts";
import { anyText, writeRows } from "../../db/bulk.ts";
import type { Trx } from "../../db/database.ts";
import { type History, historyOfKind } from "../history.ts";

/** Folds history onto who is a watcher. */
export async function writeWatchers(trx: Trx, history: History): Promise<void> {
  const entriesByPrincipal = historyOfKind("watchers", history);
  if (entriesByPrincipal.size === 0) return;
  const principals = [...entriesByPrincipal.keys()];
  const before = await trx
    .selectFrom("watchers")
    .where("principal", "=", anyText(principals))
    .select("principal")
    .execute();
  const watching = new Set(history.whole ? [] : before.map(({ principal }) => principal));
  const after = [...entriesByPrincipal]
    .filter(([principal, entries]) => entries.reduce(foldWatcher, watching.has(principal)))
    .map(([principal]) => ({ principal }));
  await trx.deleteFrom("watchers").where("principal", "=", anyText(principals)).execute();
  await writeRows(trx, "watchers", after);
}
