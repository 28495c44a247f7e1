import { limits } from "@colonnade/domain/limits.ts";
import type { Database } from "../../db/database.ts";
import { emptyPage, endorsementPageSql, pageName } from "./shared-sql.ts";

interface Filter {
  limit?: number | undefined;
  before?: number | undefined;
}

/** A page of the endorsements that a principal sent and whose receivers rejected them, newest first. */
export async function readOwnRejected(
  database: Database,
  sender: string,
  { limit = limits.defaultPageItems, before }: Filter,
): Promise<string> {
  const pageSql = `page as (
      select * from endorsements
      where sender = $1 and status = 'rejected' ${before === undefined ? "" : "and id < $2"}
      order by id desc limit ${limit + 1}
    )`;
  const values = before === undefined ? [sender] : [sender, before];
  const name = pageName(`own-rejected${before === undefined ? "" : ":before"}`, limit);
  const text = endorsementPageSql(pageSql, limit);
  return (await database.readJson({ name, text }, values)) ?? emptyPage;
}
