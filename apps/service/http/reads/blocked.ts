import type { calls } from "@colonnade/domain/http/contract.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { z } from "zod";
import type { Database } from "../../db/database.ts";
import { arraySql, briefSql, emptyPage, pageName } from "./sql/json-fragments.ts";

type Filter = z.output<typeof calls.pageBlocked.query>;

const itemSql = `case b.kind
  when 'sender' then '{"sender":' || ${briefSql("p", "b.blocked")} || '}'
  else '{"organization":' || o.brief || '}' end`;

/** A page of the senders and organizations that a principal blocks, newest block first. */
export async function readBlocked(
  database: Database,
  receiver: string,
  { limit = limits.defaultPageItems, before }: Filter,
): Promise<string> {
  const position = before === undefined ? null : positionIn(before);
  const text = `with found as (
      select *, row_number() over (order by at desc, kind desc, blocked desc) as place from (
        select * from blocked
        where receiver = $1 ${position === null ? "" : "and (at, kind, blocked) < ($2, $3, $4)"}
        order by at desc, kind desc, blocked desc limit ${limit + 1}
      ) page
    ), last as (
      select at || '~' || kind || '~' || blocked as cursor from found
      where place = ${limit} and (select count(*) from found) > ${limit}
    )
    select '{"items":' || ${arraySql(itemSql, "b.place")}
      || ',"next":' || coalesce('"' || (select cursor from last) || '"', 'null') || '}' as json
    from (select * from found where place <= ${limit}) b
      left join profiles p on b.kind = 'sender' and p.address = b.blocked
      left join organizations o
        on o.id = case b.kind when 'organization' then b.blocked::bigint end`;
  const name = pageName(`blocked${position === null ? "" : ":before"}`, limit);
  const json = await database.readJson({ name, text }, [receiver, ...(position ?? [])]);
  return json ?? emptyPage;
}

/**
 * Reads the cursor of a page: when somebody was blocked, in Unix milliseconds, and whom.
 * @returns the newest position for a malformed one
 */
function positionIn(before: string): [at: number, kind: string, blocked: string] {
  const [, at = "", kind = "", blocked = ""] = /^(\d{1,15})~([a-z]+)~([\w.-]+)$/.exec(before) ?? [];
  return at === "" ? [Number.MAX_SAFE_INTEGER, "", ""] : [Number(at), kind, blocked];
}
