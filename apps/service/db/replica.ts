import pg from "pg";
import type { Database } from "./database.ts";
import { queryOf, tellPlanning } from "./planning.ts";
import { getTypeParser } from "./postgres.ts";
import { LaggingError, openPostgresList } from "./postgres-list.ts";

/** The reading side of a database. */
export interface Reads extends Pick<Database, "readJson" | "openList"> {
  close(): Promise<void>;
}

export interface ReplicaOptions {
  primary: Database;
  replicaUrl: string;
  /** The revision that an answer must be of at least. It never goes back. */
  revision(): number;
  /** Told what came of each read that the replica was asked for. */
  onRead(outcome: "served" | "lagging" | "failed"): void;
}

/** A replica that is behind, or that cannot be reached, is left alone for so many milliseconds. */
const REST = { lagging: 100, failed: 2_000 } as const;
const SILENCE = 2_000;

/** A statement that answers the revision it has read, too, in one snapshot. */
export function withRevision(text: string): string {
  return `select c.revision, (${text}) as json from cursor c`;
}

/**
 * Reads from a replica wherever it has come far enough, else from the primary. Each statement reads the replica's
 * own revision with it, in one snapshot, so no answer is older than what it is tagged with.
 */
export function readFromReplica(options: ReplicaOptions): Reads {
  const { primary, replicaUrl, revision, onRead } = options;
  const pool = new pg.Pool({
    connectionString: replicaUrl,
    max: 10,
    connectionTimeoutMillis: SILENCE,
    query_timeout: SILENCE,
    types: { getTypeParser },
    onConnect: tellPlanning,
  });
  pool.on("error", () => {});
  let restsUntil = 0;

  function rest(outcome: keyof typeof REST): void {
    onRead(outcome);
    restsUntil = performance.now() + REST[outcome];
  }

  return {
    async readJson(statement, values) {
      const { name, text } = statement;
      if (performance.now() < restsUntil) return primary.readJson(statement, values);
      const needed = revision();
      const outcome = await pool
        .query<{ json: string | null; revision: number }>(
          queryOf({ name, text: withRevision(text) }, values),
        )
        .then(
          ({ rows: [row] }) => (row !== undefined && row.revision >= needed ? row : "lagging"),
          () => "failed" as const,
        );
      if (typeof outcome === "object") {
        onRead("served");
        return outcome.json;
      }
      rest(outcome);
      return primary.readJson(statement, values);
    },
    async openList(text, signal) {
      if (performance.now() < restsUntil) return primary.openList(text, signal);
      try {
        const list = await openPostgresList(replicaUrl, text, signal, revision());
        onRead("served");
        return list;
      } catch (error) {
        signal.throwIfAborted();
        rest(error instanceof LaggingError ? "lagging" : "failed");
        return primary.openList(text, signal);
      }
    },
    close: () => pool.end(),
  };
}
