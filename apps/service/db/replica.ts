import { openPool, readTexts, type Times } from "./connection.ts";
import type { Database } from "./database.ts";
import { LaggingError, openPostgresList } from "./long-list.ts";

/** The reading side of a database. */
export interface Reads extends Pick<Database, "readJson" | "openList"> {
  close(): Promise<void>;
}

export interface ReplicaOptions {
  primary: Database;
  replicaUrl: string;
  /** The id of the revision that an answer must be of. */
  revisionId(): string;
  /** Called with the outcome of each read that the replica was asked for. */
  onRead(outcome: "served" | "lagging" | "failed"): void;
}

/** Milliseconds for which a replica that lags or fails is not asked. */
const PAUSE = { lagging: 100, failed: 2_000 } as const;
/** Short, because the primary is asked after a replica that is silent. */
const REPLICA_TIMES: Times = { connect: 500, statement: 1_000 };

/** The statement with the id of the revision that it read, in one snapshot. */
export function withRevision(text: string): string {
  return `select c.revision_id::text, (${text}) as json from cursor c`;
}

/**
 * Reads from the replica where it is at the present revision, else from the primary. Each statement also reads the
 * replica's own revision, in one snapshot. So no answer is older than its ETag says, and none is of another history,
 * such as that of a primary whose backup was restored since.
 */
export function readFromReplica(options: ReplicaOptions): Reads {
  const { primary, replicaUrl, revisionId, onRead } = options;
  const pool = openPool(replicaUrl, REPLICA_TIMES);
  let pausedUntil = 0;

  function pause(outcome: keyof typeof PAUSE): void {
    onRead(outcome);
    pausedUntil = performance.now() + PAUSE[outcome];
  }

  return {
    async readJson(statement, values) {
      const { name, text } = statement;
      if (performance.now() < pausedUntil) return primary.readJson(statement, values);
      const needed = revisionId();
      const outcome = await readTexts(pool, { name, text: withRevision(text) }, values).then(
        (row) => (row?.[0] === needed ? row : "lagging"),
        () => "failed" as const,
      );
      if (typeof outcome === "object") {
        onRead("served");
        return outcome[1] ?? null;
      }
      pause(outcome);
      return primary.readJson(statement, values);
    },
    async openList(text, signal) {
      if (performance.now() < pausedUntil) return primary.openList(text, signal);
      try {
        const list = await openPostgresList(replicaUrl, text, signal, revisionId());
        onRead("served");
        return list;
      } catch (error) {
        signal.throwIfAborted();
        pause(error instanceof LaggingError ? "lagging" : "failed");
        return primary.openList(text, signal);
      }
    },
    close: () => pool.pool.end(),
  };
}
