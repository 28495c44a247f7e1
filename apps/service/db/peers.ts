import pg from "pg";
import type { PeerHandlers, Peers } from "./database.ts";
import { CHANNEL } from "./notices.ts";

/** The advisory lock that the leader holds; a number of our own, the same in every release. */
const LEADER_LOCK = 4_215_700_913;
/** Between two signs of life, each of them a try for the lock too. A dead leader is followed within two. */
const HEARTBEAT = 1_000;
/** A connection that does not answer for so long is given up, and with it the lead. */
const SILENCE = 5_000;

/**
 * Joins the processes on a PostgreSQL by one connection of its own, which listens and holds the leader's lock:
 * whoever loses it loses both, so nobody leads unheard. A killed process's lock is free when its connection breaks.
 */
export async function joinPostgres(
  connectionString: string,
  handlers: PeerHandlers,
): Promise<Peers> {
  let isLeading = false;
  let hasJoined = false;
  let hasLeft = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<pg.Client> {
    const opened = new pg.Client({
      connectionString,
      connectionTimeoutMillis: SILENCE,
      query_timeout: SILENCE,
      keepAlive: true,
      application_name: "colonnade peer",
    });
    opened.on("error", () => drop(opened));
    opened.on("end", () => drop(opened));
    opened.on("notification", ({ payload }) => handlers.onNotice(payload ?? ""));
    try {
      await opened.connect();
      // The server notices by itself when this machine is gone, and frees the lock.
      await opened.query(
        "set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3",
      );
      await opened.query(`listen ${CHANNEL}`);
    } catch (error) {
      await opened.end().catch(() => {});
      throw error;
    }
    handlers.onGap();
    return opened;
  }

  function drop(lost: pg.Client): void {
    if (client !== lost) return;
    client = null;
    isLeading = false;
  }

  async function beat(): Promise<void> {
    client ??= await connect();
    const present = client;
    try {
      await stand(present);
    } catch (error) {
      drop(present);
      void present.end().catch(() => {});
      throw error;
    }
  }

  async function stand(present: pg.Client): Promise<void> {
    if (isLeading) {
      await present.query("select 1");
      return;
    }
    const { rows } = await present.query<{ won: boolean }>(
      "select pg_try_advisory_lock($1) as won",
      [LEADER_LOCK],
    );
    if (rows[0]?.won !== true || client !== present) return;
    isLeading = true;
    if (hasJoined) handlers.onLead();
  }

  let beating: Promise<void> = Promise.resolve();
  function goOn(): void {
    if (hasLeft) return;
    timer = setTimeout(() => {
      beating = beat().then(goOn, goOn);
    }, HEARTBEAT);
  }

  await beat();
  hasJoined = true;
  goOn();
  return {
    isLeading: () => isLeading,
    async leave() {
      hasLeft = true;
      clearTimeout(timer);
      await beating;
      const last = client;
      client = null;
      isLeading = false;
      await last?.end();
    },
  };
}
