import type { Database } from "../../db/database.ts";

const text = `select '{"watcher":'
    || case when exists (select from watchers where principal = $1) then 'true' else 'false' end
    || '}' as json`;

/** Whether a principal is a watcher, as the chain has it. */
export function readWatcher(database: Database, principal: string): Promise<string | null> {
  return database.readJson({ name: "watcher", text }, [principal]);
}
