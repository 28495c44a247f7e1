import type { Database } from "../../db/database.ts";
import { emptyPage, endorsementPageSql, pageName } from "./shared-sql.ts";

/** The newest endorsements that somebody earned and shows on the profile: what other sites may see of a profile. */
export async function readShownEarned(
  database: Database,
  receiver: string,
  limit: number,
): Promise<string> {
  const pageSql = `page as (
      select * from endorsements
      where receiver = $1 and status = 'approved' and shown
      order by id desc limit ${limit + 1}
    )`;
  const name = pageName("shown-earned", limit);
  const text = endorsementPageSql(pageSql, limit);
  return (await database.readJson({ name, text }, [receiver])) ?? emptyPage;
}
