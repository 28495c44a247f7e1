import pg from "pg";
import { CHANNEL, type Leadership, type ProcessHandlers } from "./database.ts";

/** The advisory lock that the leader holds: a number of our own, the same in every release. */
const LEADER_LOCK = 4_215_700_913;
/** Milliseconds between two heartbeats. Each also tries for the lock, so a dead leader is replaced within two. */
const HEARTBEAT = 1_000;
/** Milliseconds after which a silent connection is given up, and leadership with it. */
const TIMEOUT = 5_000;

/**
 * Joins the processes on a PostgreSQL database. One connection both listens and holds the leader's lock, so a process
 * that gets no notices never leads. When a process is killed its connection breaks, and the lock is free.
 */
export async function joinPostgres(
  connectionString: string,
  handlers: ProcessHandlers,
): Promise<Leadership> {
  /** Null while this process does not lead. */
  let term: AbortController | null = null;
  let hasJoined = false;
  let hasLeft = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<pg.Client> {
    const opened = new pg.Client({
      connectionString,
      connectionTimeoutMillis: TIMEOUT,
      query_timeout: TIMEOUT,
      keepAlive: true,
      application_name: "colonnade leadership",
    });
    opened.on("error", () => drop(opened));
    opened.on("end", () => drop(opened));
    opened.on("notification", ({ payload }) => handlers.onNotice(payload ?? ""));
    try {
      await opened.connect();
      // With the last three the server notices that this machine is gone, and frees the lock.
      await opened.query(
        `set statement_timeout = ${TIMEOUT};
        set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3`,
      );
      await opened.query(`listen ${CHANNEL}`);
    } catch (error) {
      await opened.end().catch(() => {});
      throw error;
    }
    handlers.onUnheard();
    return opened;
  }

  function drop(lost: pg.Client): void {
    if (client !== lost) return;
    client = null;
    endTerm();
    handlers.onGap();
  }

  function endTerm(): void {
    term?.abort();
    term = null;
  }

  async function beat(): Promise<void> {
    try {
      client ??= await connect();
    } catch (error) {
      if (hasJoined) handlers.onUnheard();
      throw error;
    }
    const current = client;
    try {
      await tryToLead(current);
    } catch (error) {
      drop(current);
      void current.end().catch(() => {});
      throw error;
    }
  }

  async function tryToLead(current: pg.Client): Promise<void> {
    if (term !== null) {
      await current.query("select 1");
      return;
    }
    const { rows } = await current.query<{ won: boolean }>(
      "select pg_try_advisory_lock($1) as won",
      [LEADER_LOCK],
    );
    if (rows[0]?.won !== true || client !== current) return;
    term = new AbortController();
    if (hasJoined) handlers.onLead();
  }

  let beating: Promise<void> = Promise.resolve();
  function scheduleBeat(): void {
    if (hasLeft) return;
    timer = setTimeout(() => {
      beating = beat().then(scheduleBeat, scheduleBeat);
    }, HEARTBEAT);
  }

  await beat();
  hasJoined = true;
  scheduleBeat();
  return {
    isLeading: () => term !== null,
    term: () => term?.signal ?? AbortSignal.abort(),
    async leave() {
      hasLeft = true;
      clearTimeout(timer);
      await beating;
      const last = client;
      client = null;
      endTerm();
      await last?.end();
    },
  };
}
