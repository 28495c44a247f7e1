import type { Database } from "@colonnade/service/db/database.ts";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";

// The same documents from plain columns, as one would read them without fragments: what the reads are
// measured against. `plain.*` is made beside the service's own tables.

const personSql = (alias: string, address: string) =>
  `json_build_object('address', ${address}, 'bns_name', coalesce(${alias}.bns_name, ''), 'bns', coalesce(${alias}.bns, ''),
    'profileImageUrl', coalesce(${alias}.image, ''))`;

const endorsementSql = `json_build_object('id', e.id, 'approved', e.status = 'approved', 'shown', e.shown, 'title', e.title,
  'endorsement', e.description, 'milestoneURI', e.image, 'category', e.category,
  'date', to_char(e.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'revision', e.revision, 'txId', e.tx_id,
  'draft', case when e.draft_title is null then null else json_build_object('title', e.draft_title,
    'endorsement', e.draft_description, 'milestoneURI', e.draft_image, 'accepted', e.draft_accepted, 'editor', e.draft_editor) end,
  'organization', case when o.id is null then null else json_build_object('id', o.id, 'name', o.name, 'logoUrl', o.logo) end,
  'column_sender', ${personSql("s", "e.sender")}, 'column_receiver', ${personSql("r", "e.receiver")})`;

const newestSql = (condition: string) => `(
  select coalesce(json_agg(${endorsementSql} order by e.id desc), '[]') from (
    select * from plain.endorsements where ${condition} and status <> 'rejected' order by id desc limit 100
  ) e left join plain.profiles s on s.address = e.sender left join plain.profiles r on r.address = e.receiver
    left join plain.organizations o on o.id = e.organization_id)`;

const followsSql = (of: string, who: string) => `(
  select coalesce(json_agg(${personSql("b", `f.${who}`)} order by f.at desc, f.${who} desc), '[]') from (
    select ${who}, at from follows where ${of} = $1 order by at desc, ${who} desc limit 100
  ) f left join plain.profiles b on b.address = f.${who} collate "default")`;

const profileText = `select json_build_object('address', p.address, 'bns_name', q.bns_name, 'bns', q.bns,
    'profileImageUrl', q.image, 'statement', q.statement, 'status', 'CONFIRMED', 'earned', p.earned, 'issued', p.issued,
    'social', null, 'social_root_id', null,
    'organization', (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'logoUrl', o.logo) order by o.id), '[]')
      from representatives x join plain.organizations o on o.id = x.organization_id where x.principal = p.address),
    'columnMilestones', ${newestSql("receiver = $1")}, 'sentMilestones', ${newestSql("sender = $1")},
    'followers', ${followsSql("followee", "follower")}, 'following', ${followsSql("follower", "followee")},
    'followerCount', coalesce(c.followers, 0), 'followingCount', coalesce(c.following, 0),
    'pendingApprovals', p.pending)::text as json
  from profiles p join plain.profiles q on q.address = p.address left join follow_counts c on c.principal = p.address
  where p.address = $1 and p.registered`;

/** `/api/column`, limited before the joins and prepared like the service's own, but built by `json_build_object`. */
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
    revision: number;
    tx_id: string;
    draft_title: string | null;
    draft_description: string | null;
    draft_image: string | null;
    draft_accepted: boolean | null;
    draft_editor: string | null;
  };
  profiles: { address: string; bns_name: string; bns: string; image: string };
  organizations: { id: number; name: string; logo: string };
}

/** The plain tables through a query builder, which prepares nothing. */
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
    .where("e.status", "<>", "rejected")
    .where("e.id", "<", before)
    .orderBy("e.id", "desc")
    .limit(31)
    .selectAll("e")
    .select([
      "o.name as organization_name",
      "o.logo as organization_logo",
      "s.bns_name as sender_bns_name",
      "s.bns as sender_bns",
      "s.image as sender_image",
      "r.bns_name as receiver_bns_name",
      "r.bns as receiver_bns",
      "r.image as receiver_image",
    ]);

type PlainRow = Awaited<ReturnType<ReturnType<typeof selectPage>["execute"]>>[number];

/** A page of 30 as one writes it first: join, sort, limit, by a query builder, and the JSON made in JavaScript. */
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
    revision: row.revision,
    txId: row.tx_id,
    draft:
      row.draft_title === null
        ? null
        : {
            title: row.draft_title,
            endorsement: row.draft_description,
            milestoneURI: row.draft_image,
            accepted: row.draft_accepted,
            editor: row.draft_editor,
          },
    organization:
      row.organization_id === null
        ? null
        : { id: row.organization_id, name: row.organization_name, logoUrl: row.organization_logo },
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
