import type { Config } from "@colonnade/domain/config.ts";
import { dumpManifestSchema } from "@colonnade/domain/dump.ts";
import type { Logger } from "pino";
import type { Database } from "../db/database.ts";
import { servedDumps } from "../db/served-dumps.ts";
import { type GapProgress, readStatus } from "../monitoring/index-status.ts";
import { makeDump, UnsettledError } from "./make.ts";

const DAY = 24 * 60 * 60_000;
const TEN_MINUTES = 10 * 60_000;
/** Bytes of a dump that costs so little that it is made every ten minutes. */
const SMALL = 1024 * 1024;

interface Daily {
  config: Config;
  database: Database;
  progress: Readonly<GapProgress>;
  stopping: AbortSignal;
  log: Logger;
}

/**
 * Makes a dump if the newest that is served is a day old, or ten minutes if it is small. Makes none while the index is
 * empty or behind the chain.
 */
export async function makeDailyDump({
  config,
  database,
  progress,
  stopping,
  log,
}: Daily): Promise<void> {
  if (!(await isDue(database))) return;
  const { tip, catchingUp, stalled } = await readStatus({ config, database, progress });
  if (tip === null || catchingUp !== null || stalled !== null) return;
  const start = performance.now();
  try {
    const made = await makeDump(database, config, stopping);
    if (made === null) return;
    const { profiles, organizations, endorsements, bytes } = made;
    const seconds = (performance.now() - start) / 1000;
    log.info({ profiles, organizations, endorsements, bytes, seconds }, "a dump was made");
  } catch (error) {
    // A stop ends the dump. The next start makes it again.
    if (error instanceof UnsettledError || !stopping.aborted) throw error;
  }
}

async function isDue(database: Database): Promise<boolean> {
  const newest = await servedDumps(database).orderBy("id", "desc").executeTakeFirst();
  if (newest === undefined) return true;
  const { bytes } = dumpManifestSchema.parse(JSON.parse(newest.manifest));
  return Date.now() - newest.at >= (bytes < SMALL ? TEN_MINUTES : DAY);
}
