import { limits } from "@colonnade/domain/limits.ts";
import type { Database } from "../../db/database.ts";
import { arraySql, emptyPage, endorsementPageSql, pageName } from "./sql/json-fragments.ts";

/**
 * Waiting endorsements that one page looks through. A page with fewer items than its limit may still have a next page.
 */
const LOOKED_THROUGH = 500;
/** How many waiting endorsements the inbox sorts. Any older one counts as a request. */
const COUNTED = 1_000;
/**
 * Follows of either person that are compared when a tie is looked for. It bounds the work. A tie through others is
 * missed only when the receiver follows more people than this and the sender has more followers than this.
 */
const COMPARED = 200;

interface Filter {
  receiver: string;
  limit: number;
  before?: number | undefined;
  requests: boolean;
}

/** A page of the endorsements that wait for a receiver: the requests, or all others. */
export async function readRequestPage(
  database: Database,
  { receiver, limit, before, requests }: Filter,
): Promise<string> {
  const isFirst = before === undefined;
  const waitingSql = (columns: string) => `select ${columns} from endorsements
    where receiver = $1 and status = 'pending' ${isFirst ? "" : "and id < $2"} order by id desc`;
  // `waiting` is not materialized, so that senders are looked at only until the page is full.
  const pageSql = `page as materialized (
      select * from (
        ${waitingSql("*")} limit ${LOOKED_THROUGH}
      ) waiting where ${tiedSql("waiting.sender", "$1")} = ${!requests}
      order by id desc limit ${limit + 1}
    )`;
  const lastSql = `(${waitingSql("id")} offset ${LOOKED_THROUGH - 1} limit 1)`;
  const kind = `${requests ? "requests" : "tied"}${isFirst ? "" : ":before"}`;
  const values = isFirst ? [receiver] : [receiver, before];
  const text = endorsementPageSql(pageSql, limit, lastSql);
  return (await database.readJson({ name: pageName(kind, limit), text }, values)) ?? emptyPage;
}

/** The newest organizations in which the principal has one of these roles, without the closed ones. */
const organizationsSql = (roles: string, itemSql: string) => `(
    select ${arraySql(itemSql, "o.id desc")} from (
      select organization_id as id, bool_and(role = 'replacement') as by_watchers
      from organization_roles
      where principal = $1 and role in (${roles})
      group by organization_id order by id desc limit ${limits.pageItems}
    ) x join organizations o using (id) where o.open
  )`;

const proposalSql = `left(o.brief, -1) || ',"byWatchers":' || x.by_watchers || '}'`;

const inboxText = `select '{"waiting":' || w.tied
    || ',"requests":' || greatest(w.pending - w.tied, 0)
    || ',"suggestions":' || (
      select count(*) from endorsements where sender = $1 and status = 'pending' and suggested
    )
    || ',"invitations":' || ${organizationsSql("'invited'", "o.brief")}
    || ',"adminProposals":' || ${organizationsSql("'proposed-admin', 'replacement'", proposalSql)}
    || '}' as json
  from (select
    coalesce((select pending from profiles where address = $1), 0) as pending,
    (select coalesce(sum(s.count), 0) from (
      select sender, count(*) as count from (
        select sender from endorsements where receiver = $1 and status = 'pending'
        order by id desc limit ${COUNTED}
      ) newest group by sender
    ) s where ${tiedSql("s.sender", "$1")}) as tied
  ) w`;

/** What waits for a principal, counted. */
export function readInbox(
  database: Database,
  { principal }: { principal: string },
): Promise<string | null> {
  return database.readJson({ name: "inbox", text: inboxText }, [principal]);
}

/**
 * The condition that a sender has a tie to a receiver: the receiver follows the sender, or follows somebody who follows
 * the sender, or one of the two has an approved endorsement of the other. It is computed when it is read, so that a
 * follow rewrites no endorsement. Each probe uses an index. The subqueries are scalar, because PostgreSQL might answer
 * an `exists` by hashing a whole table.
 */
function tiedSql(sender: string, receiver: string): string {
  // Follows are collated by bytes, addresses elsewhere are not.
  const [from, to] = [sender, receiver].map((person) => `${person} collate "C"`);
  const approvedSql = (by: string, earner: string) => `(
    select true from endorsements tied
    where tied.sender = ${by} and tied.receiver = ${earner} and tied.status = 'approved' limit 1
  )`;
  const followsSql = (follower = "", followee = "") => `(
    select true from follows f where f.follower = ${follower} and f.followee = ${followee}
  )`;
  const countSql = (column: "followers" | "following", person: string) =>
    `coalesce((select c.${column} from follow_counts c where c.principal = ${person}), 0)`;
  return `coalesce(
    ${followsSql(to, from)},
    ${approvedSql(sender, receiver)},
    ${approvedSql(receiver, sender)},
    case when ${countSql("followers", sender)} < ${countSql("following", receiver)} then (
      select true from (
        select follower from follows where followee = ${from}
        order by at desc, follower desc limit ${COMPARED}
      ) other where ${followsSql(to, "other.follower")} limit 1
    ) else (
      select true from (
        select followee from follows where follower = ${to}
        order by at desc, followee desc limit ${COMPARED}
      ) other where ${followsSql("other.followee", from)} limit 1
    ) end,
    false)`;
}
