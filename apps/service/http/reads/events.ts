import { eventTypeOfFunction } from "@colonnade/domain/event-type.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { Database } from "../../db/database.ts";
import { InputError } from "../errors.ts";
import { briefSql, pageName } from "./sql/json-fragments.ts";

const types = Object.entries(eventTypeOfFunction)
  .map(([name, type]) => `when '${name}' then '${type}'`)
  .join(" ");
const typeSql = (name: string) => `case ${name} ${types} else 'UNKNOWN' end`;

/** The condition for rows after the cursor: by time, then position. */
const before = (at: string, position: string) =>
  `(${at}, ${position} collate "C") < ($2::bigint, $3::text)`;

/** A number among the metadata of a transaction without contract events. */
const numberSql = (metadata: string, name: string) =>
  `(${metadata}::json -> '${name}')::text::bigint`;

const eventsSql = (limit: number) => `with
  chain as (
    select e.at, e.position, ${typeSql("c.topic")} as event, 'SUCCESS' as status, c.tx_id, null as reason,
      null::bigint as error_code, e.endorsement_id, e.organization_id, c.actor, c.recipient, null as follower
    from event_recipients e
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
      ${numberSql("t.metadata", "endorsementId")} as endorsement_id,
      ${numberSql("t.metadata", "organizationId")} as organization_id,
      t.sender as actor, null as recipient, null as follower
    from transactions t join blocks b on b.index_block_hash = t.index_block_hash and b.canonical
    where t.sender = $1 and t.listed and ${before("t.at", "t.position")}
    order by t.at desc, t.position desc limit ${limit}
  ),
  announced as (
    select p.announced_at as at, 'p' || p.tx_id as position, p.event,
      case when p.failure is null then 'PENDING' else 'FAILED' end as status, p.tx_id,
      p.failure as reason, null::bigint as error_code,
      ${numberSql("p.metadata", "endorsementId")} as endorsement_id,
      ${numberSql("p.metadata", "organizationId")} as organization_id,
      p.sender as actor, null as recipient, null as follower
    from pending_events p
    where p.sender = $1 and p.seen and not p.mined and ${before("p.announced_at", "('p' || p.tx_id)")}
    order by p.announced_at desc, p.tx_id desc limit ${limit}
  ),
  followed as (
    select at, 'f' || follower as position, 'NEW_FOLLOWER' as event, 'SUCCESS' as status, null as tx_id,
      null as reason, null::bigint as error_code, null::bigint as endorsement_id,
      null::bigint as organization_id, null as actor, null as recipient, follower collate "default" as follower
    from follows
    where followee = $1 and ${before("at", "('f' || follower)")}
    order by at desc, follows.follower desc limit ${limit}
  ),
  newest as (
    select * from (
      select * from chain union all select * from plain
      union all select * from announced union all select * from followed
    ) every_kind order by at desc, position collate "C" desc limit ${limit}
  ),
  -- An endorsement's event has its sender and its receiver: the one who did not act is the recipient.
  concerned as (
    select n.*, e.title, n.actor = e.receiver as by_receiver,
      coalesce(n.organization_id, e.organization_id) as about_organization,
      coalesce(n.recipient, case n.actor when e.receiver then e.sender else e.receiver end) as other
    from newest n left join endorsements e on e.id = n.endorsement_id
  )
  select '[' || coalesce(string_agg(
      '{"cursor":"' || n.at || '~' || n.position || '","event":"' || n.event || '","status":"' || n.status
      || '","txId":' || coalesce('"' || n.tx_id || '"', 'null')
      || ',"date":"' || to_char(to_timestamp(n.at / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      || '","reason":' || coalesce('"' || n.reason || '"', 'null')
      || coalesce(',"errorCode":' || n.error_code, '')
      || ',"metaData":{' || concat_ws(',',
        '"follower":' || ${briefSql("f", "n.follower")},
        '"endorsementId":' || n.endorsement_id,
        '"organizationId":' || n.organization_id,
        '"actor":' || ${briefSql("a", "n.actor")},
        '"recipient":' || ${briefSql("r", "n.other")},
        case when n.by_receiver then '"byReceiver":true' end,
        '"organization":' || o.brief,
        '"title":' || n.title
      ) || '}}',
      ',' order by n.at desc, n.position collate "C" desc), '') || ']' as json
  from concerned n
    left join profiles f on f.address = n.follower
    left join profiles a on a.address = n.actor
    left join profiles r on r.address = n.other
    left join organizations o on o.id = n.about_organization`;

const CURSOR = /^(\d{1,15})~([\x20-\x7e]{1,80})$/;

/**
 * Reads a principal's events, newest first: transactions by or about it, announced transactions, new followers.
 * @throws InputError for an invalid cursor
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
