import type { Database } from "./database.ts";
import { suspendedNow } from "./suspended-now.ts";

/**
 * The dumps that are served: whole, made while the same people were suspended, and read up to a block that is still
 * canonical.
 */
export const servedDumps = ({ kysely }: Pick<Database, "kysely">) =>
  kysely
    .selectFrom("dumps")
    .innerJoin("blocks", "blocks.index_block_hash", "dumps.tip")
    .where("blocks.canonical", "=", true)
    .where("dumps.suspended", "=", suspendedNow)
    .select(["dumps.id", "dumps.at", "dumps.sha256", "dumps.manifest"])
    .$narrowType<{ sha256: string; manifest: string }>();
