import pg from "pg";
import { type List, openHeldList } from "./list.ts";
import { tellPlanning } from "./planning.ts";

/** A server that has not come so far as it must have. */
export class LaggingError extends Error {
  override readonly name = "LaggingError";
}

const SILENCE = 5_000;

/**
 * Opens a list over a connection of its own, so that whoever reads slowly keeps none of the pool's from the others.
 * @param signal ends the reading, whatever it is at
 * @param revision what is read must be of it at least
 * @throws LaggingError where the server has not come so far
 */
export async function openPostgresList(
  connectionString: string,
  text: string,
  signal: AbortSignal,
  revision = 0,
): Promise<List> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: SILENCE,
    keepAlive: true,
    application_name: "colonnade list",
  });
  // What breaks the connection is told to the query under way.
  client.on("error", () => {});
  const end = () => void client.end();
  const close = async () => {
    signal.removeEventListener("abort", end);
    await client.end();
  };
  try {
    await client.connect();
    // Only now: one that is told to end while it connects says nothing any more.
    signal.throwIfAborted();
    signal.addEventListener("abort", end);
    await tellPlanning(client);
    // A server works on for somebody who has gone, unless it is told to look.
    await client.query("set client_connection_check_interval = 1000");
    const { rows } = await client.query<{ revision: string }>("select revision from cursor");
    if (Number(rows[0]?.revision) < revision) throw new LaggingError();
    const run = (statement: string) => client.query<{ json: string }>(statement);
    return { ...(await openHeldList(run, "list", text)), close };
  } catch (error) {
    await close();
    throw error;
  }
}
