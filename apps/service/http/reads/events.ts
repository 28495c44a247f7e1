import { eventTypeOfFunction } from "@colonnade/domain/event-type.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { Database } from "../../db/database.ts";
import { inBlockSql } from "../../db/in-block.ts";
import { InputError } from "../errors.ts";
import { briefSql } from "./json-sql.ts";
import { pageName } from "./page-name.ts";

const types = Object.entries(eventTypeOfFunction)
  .map(([name, type]) => `when '${name}' then '${type}'`)
  .join(" ");
const typeSql = (name: string) => `case ${name} ${types} else 'UNKNOWN' end`;

/** Before a place in the list: time first, then position. */
const before = (at: string, position: string) =>
  `(${at}, ${position} collate "C") < ($2::bigint, $3::text)`;

const eventsSql = (limit: number) => `with
  chain as (
    select e.at, e.position, ${typeSql("c.topic")} as event, 'SUCCESS' as status, c.tx_id, null as reason,
      null::bigint as error_code,
      concat_ws(',', '"endorsementId":' || e.endorsement_id, '"organizationId":' || e.organization_id) as metadata
    from event_parties e
      join blocks b on b.index_block_hash = e.index_block_hash and b.canonical
      join contract_events c on c.index_block_hash = e.index_block_hash
        and c.tx_index = e.tx_index and c.event_index = e.event_index
    where e.principal = $1 and ${before("e.at", "e.position")}
    order by e.at desc, e.position desc limit ${limit}
  ),
  plain as (
    select t.at, t.position, ${typeSql("t.function_name")} as event,
      case t.status when 'success' then 'SUCCESS' else 'FAILED' end as status, t.tx_id,
      nullif(t.status, 'success') as reason, t.error_code,
      left(right(t.metadata, -1), -1) as metadata
    from transactions t join blocks b on b.index_block_hash = t.index_block_hash and b.canonical
    where t.sender = $1 and t.listed and ${before("t.at", "t.position")}
    order by t.at desc, t.position desc limit ${limit}
  ),
  announced as (
    select p.announced_at as at, 'p' || p.tx_id as position, p.event,
      case when p.failure is null then 'PENDING' else 'FAILED' end as status, p.tx_id,
      p.failure as reason, null::bigint as error_code, left(right(p.metadata, -1), -1) as metadata
    from pending_events p
    where p.sender = $1 and p.verified and not p.mined and ${before("p.announced_at", "('p' || p.tx_id)")}
      and not ${inBlockSql("p.tx_id")}
    order by p.announced_at desc, p.tx_id desc limit ${limit}
  ),
  followed as (
    select f.at, 'f' || f.follower as position, 'NEW_FOLLOWER' as event, 'SUCCESS' as status, null as tx_id,
      null as reason, null::bigint as error_code, '"follower":' || ${briefSql("b", "f.follower")} as metadata
    from (
      select follower, at from follows
      where followee = $1 and ${before("at", "('f' || follower)")}
      order by at desc, follower desc limit ${limit}
    ) f left join profiles b on b.address = f.follower collate "default"
  ),
  newest as (
    select * from (
      select * from chain union all select * from plain
      union all select * from announced union all select * from followed
    ) every_kind order by at desc, position collate "C" desc limit ${limit}
  )
  select '[' || coalesce(string_agg(
      '{"cursor":"' || at || '~' || position || '","event":"' || event || '","status":"' || status
      || '","txId":' || coalesce('"' || tx_id || '"', 'null')
      || ',"date":"' || to_char(to_timestamp(at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || '","reason":' || coalesce('"' || reason || '"', 'null')
      || coalesce(',"errorCode":' || error_code, '')
      || ',"metaData":{' || metadata || '}}',
      ',' order by at desc, position collate "C" desc), '') || ']' as json
  from newest`;

const CURSOR = /^(\d{1,15})~([\x20-\x7e]{1,80})$/;

/**
 * What happened to a principal, newest first: transactions of theirs or about them, announced ones, followers.
 * @throws InputError for a cursor that is none
 */
export async function readEvents(
  database: Database,
  {
    principal,
    limit = limits.pageItems,
    before: cursor,
  }: {
    principal: string;
    limit?: number | undefined;
    before?: string | undefined;
  },
): Promise<string> {
  let at = Number.MAX_SAFE_INTEGER;
  let position = "~";
  if (cursor !== undefined) {
    const match = CURSOR.exec(cursor);
    if (match?.[1] === undefined || match[2] === undefined) {
      throw new InputError("before: Expected the cursor of an event");
    }
    at = Number(match[1]);
    position = match[2];
  }
  const statement = { name: pageName("events", limit), text: eventsSql(limit) };
  return (await database.readJson(statement, [principal, at, position])) ?? "[]";
}
