import type { Database } from "@colonnade/service/db/database.ts";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";

// The baseline for reads: the same documents from plain columns, without stored fragments.

/** The endorsements in lists: no rejected and no withdrawn ones. */
const listed = "where status in ('pending', 'approved')";

/** Copies the service's profiles, organizations and endorsements to tables of the schema `plain`. */
export const plainStatements: string[] = [
  "create schema plain",
  `create table plain.profiles as
    select address, profile ->> 'bnsName' as bns_name, profile ->> 'bns' as bns,
      profile ->> 'image' as image, profile ->> 'statement' as statement, issued
    from profiles, lateral (select state::json -> 'profile' as profile) part
    where registered`,
  "alter table plain.profiles add primary key (address)",
  `create table plain.organizations as
    select id, state::json ->> 'name' as name, state::json ->> 'logo' as logo, open from organizations`,
  "alter table plain.organizations add primary key (id)",
  `create table plain.endorsements as
    select id, sender, receiver, organization_id, status, shown, category,
      words ->> 'title' as title, words ->> 'description' as description, words ->> 'image' as image,
      to_timestamp((whole ->> 'submittedAt')::bigint) as submitted_at, (whole ->> 'height')::integer as height,
      (coalesce(draft ->> 'height', words ->> 'height'))::integer as signed_height,
      to_timestamp((whole ->> 'wordsAt')::bigint) as words_at, (whole ->> 'wordsHeight')::integer as words_height,
      whole ->> 'wordsHash' as words_hash, whole ->> 'txId' as tx_id,
      nullif(whole ->> 'wordsTxId', whole ->> 'txId') as words_tx_id, draft ->> 'title' as draft_title,
      draft ->> 'description' as draft_description, draft ->> 'image' as draft_image
    from endorsements,
      lateral (select state::json as whole, state::json -> 'words' as words, state::json -> 'draft' as draft) parts
    order by id`,
  "alter table plain.endorsements add primary key (id)",
  `create index on plain.endorsements (id desc) ${listed}`,
  `create index on plain.endorsements (sender, id desc) ${listed}`,
  "create index on plain.endorsements (receiver, status, id desc)",
];

const personSql = (alias: string, address: string) =>
  `json_build_object('address', ${address}, 'bns_name', coalesce(${alias}.bns_name, ''), 'bns', coalesce(${alias}.bns, ''),
    'profileImageUrl', coalesce(${alias}.image, ''))`;

const endorsementSql = `json_build_object('id', e.id, 'approved', e.status = 'approved', 'shown', e.shown, 'title', e.title,
  'endorsement', e.description, 'milestoneURI', e.image, 'category', e.category,
  'date', to_char(e.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'height', e.height,
  'signedHeight', e.signed_height,
  'wordsDate', to_char(e.words_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'wordsHeight', e.words_height, 'wordsHash', e.words_hash, 'txId', e.tx_id, 'wordsTxId', e.words_tx_id, 'draft', case when e.draft_title is null then null else json_build_object('title', e.draft_title,
    'endorsement', e.draft_description, 'milestoneURI', e.draft_image) end,
  'organization', case when o.id is null then null else json_build_object('id', o.id, 'name', o.name, 'logoUrl', o.logo, 'open', o.open) end,
  'senderIssued', coalesce(s.issued, 0), 'column_sender', ${personSql("s", "e.sender")}, 'column_receiver', ${personSql("r", "e.receiver")})`;

const newestSql = (condition: string) =>
  `select * from plain.endorsements where ${condition} order by id desc limit 100`;

const arraySql = (selected: string, order = "e.id desc") => `(
  select coalesce(json_agg(${endorsementSql} order by ${order}), '[]') from (${selected}) e
    left join plain.profiles s on s.address = e.sender left join plain.profiles r on r.address = e.receiver
    left join plain.organizations o on o.id = e.organization_id)`;

const receivedSql = (status: string) => newestSql(`receiver = $1 and status = '${status}'`);
const earnedSql = arraySql(
  `(${receivedSql("approved")}) union all (${receivedSql("pending")})`,
  "e.status = 'pending', e.id desc",
);

const followsSql = (of: string, who: string) => `(
  select coalesce(json_agg(${personSql("b", `f.${who}`)} order by f.at desc, f.${who} desc), '[]') from (
    select ${who}, at from follows where ${of} = $1 order by at desc, ${who} desc limit 100
  ) f left join plain.profiles b on b.address = f.${who} collate "default")`;

const profileText = `select json_build_object('address', p.address, 'bns_name', q.bns_name, 'bns', q.bns,
    'profileImageUrl', q.image, 'statement', q.statement, 'status', 'CONFIRMED', 'earned', p.earned, 'issued', p.issued,
    'social', null, 'social_root_id', null,
    'organization', (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'logoUrl', o.logo, 'open', o.open) order by o.id), '[]')
      from organization_roles x join plain.organizations o on o.id = x.organization_id
      where x.principal = p.address and x.role = 'representative'),
    'columnMilestones', ${earnedSql}, 'withdrawnMilestones', ${arraySql(receivedSql("withdrawn"))},
    'sentMilestones', ${arraySql(newestSql("sender = $1 and status in ('pending', 'approved')"))},
    'followers', ${followsSql("followee", "follower")}, 'following', ${followsSql("follower", "followee")},
    'followerCount', coalesce(c.followers, 0), 'followingCount', coalesce(c.following, 0),
    'pendingApprovals', p.pending, 'openSuggestions', p.suggestions)::text as json
  from profiles p join plain.profiles q on q.address = p.address left join follow_counts c on c.principal = p.address
  where p.address = $1 and p.registered`;

/** Reads the document of `/api/column`, built by `json_build_object`. */
export function readPlainProfile(database: Database, principal: string): Promise<string | null> {
  return database.readJson({ name: "plain-profile", text: profileText }, [principal]);
}

interface PlainTables {
  endorsements: {
    id: number;
    sender: string;
    receiver: string;
    organization_id: number | null;
    status: string;
    shown: boolean;
    title: string;
    description: string;
    image: string;
    category: string;
    submitted_at: Date;
    height: number;
    signed_height: number;
    words_at: Date;
    words_height: number;
    words_hash: string;
    tx_id: string;
    words_tx_id: string | null;
    draft_title: string | null;
    draft_description: string | null;
    draft_image: string | null;
  };
  profiles: { address: string; bns_name: string; bns: string; image: string; issued: number };
  organizations: { id: number; name: string; logo: string; open: boolean };
}

/** Reads the plain tables through a query builder, without prepared statements. */
export function openPlain(connectionString: string): Kysely<PlainTables> {
  const getTypeParser = (oid: number, format?: "text" | "binary") =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format);
  const pool = new pg.Pool({ connectionString, max: 10, types: { getTypeParser } });
  return new Kysely<PlainTables>({ dialect: new PostgresDialect({ pool }) }).withSchema("plain");
}

const selectPage = (plain: Kysely<PlainTables>, before: number) =>
  plain
    .selectFrom("endorsements as e")
    .leftJoin("profiles as s", "s.address", "e.sender")
    .leftJoin("profiles as r", "r.address", "e.receiver")
    .leftJoin("organizations as o", "o.id", "e.organization_id")
    .where("e.status", "in", ["pending", "approved"])
    .where("e.id", "<", before)
    .orderBy("e.id", "desc")
    .limit(31)
    .selectAll("e")
    .select([
      "o.name as organization_name",
      "o.logo as organization_logo",
      "o.open as organization_open",
      "s.bns_name as sender_bns_name",
      "s.bns as sender_bns",
      "s.image as sender_image",
      "s.issued as sender_issued",
      "r.bns_name as receiver_bns_name",
      "r.bns as receiver_bns",
      "r.image as receiver_image",
    ]);

type PlainRow = Awaited<ReturnType<ReturnType<typeof selectPage>["execute"]>>[number];

/** Reads a page of 30 the obvious way: a query builder's join, sort and limit, and JSON made in JavaScript. */
export async function readNaivePage(plain: Kysely<PlainTables>, before: number): Promise<string> {
  const rows = await selectPage(plain, before).execute();
  const items = rows.slice(0, 30).map(endorsementOf);
  return JSON.stringify({
    items,
    next: rows.length > 30 ? String(items.at(-1)?.id) : null,
  });
}

function endorsementOf(row: PlainRow) {
  return {
    id: row.id,
    approved: row.status === "approved",
    shown: row.shown,
    title: row.title,
    endorsement: row.description,
    milestoneURI: row.image,
    category: row.category,
    date: row.submitted_at.toISOString(),
    height: row.height,
    signedHeight: row.signed_height,
    wordsDate: row.words_at.toISOString(),
    wordsHeight: row.words_height,
    wordsHash: row.words_hash,
    txId: row.tx_id,
    wordsTxId: row.words_tx_id,
    draft:
      row.draft_title === null
        ? null
        : {
            title: row.draft_title,
            endorsement: row.draft_description,
            milestoneURI: row.draft_image,
          },
    organization:
      row.organization_id === null
        ? null
        : {
            id: row.organization_id,
            name: row.organization_name,
            logoUrl: row.organization_logo,
            open: row.organization_open,
          },
    senderIssued: row.sender_issued ?? 0,
    column_sender: {
      address: row.sender,
      bns_name: row.sender_bns_name ?? "",
      bns: row.sender_bns ?? "",
      profileImageUrl: row.sender_image ?? "",
    },
    column_receiver: {
      address: row.receiver,
      bns_name: row.receiver_bns_name ?? "",
      bns: row.receiver_bns ?? "",
      profileImageUrl: row.receiver_image ?? "",
    },
  };
}
