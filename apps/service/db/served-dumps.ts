import type { Database } from "./database.ts";
import { suspendedNow } from "./suspended-now.ts";

/**
 * The dumps that say nothing that is not so: whole, without anybody whom watchers suspend now, and read from blocks
 * that are still canonical.
 */
export const servedDumps = ({ kysely }: Pick<Database, "kysely">) =>
  kysely
    .selectFrom("dumps")
    .innerJoin("blocks", "blocks.index_block_hash", "dumps.tip")
    .where("blocks.canonical", "=", true)
    .where("dumps.suspended", "=", suspendedNow)
    .select(["dumps.id", "dumps.at", "dumps.sha256", "dumps.manifest"])
    .$narrowType<{ sha256: string; manifest: string }>();
