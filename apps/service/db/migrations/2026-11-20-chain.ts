import { type Kysely, sql } from "kysely";

/** The chain as it was received, and the current state folded from it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  "create extension if not exists pg_trgm",

  `create table blocks (
    index_block_hash text primary key,
    parent_index_block_hash text not null,
    height bigint not null,
    block_time bigint not null,
    canonical boolean not null,
    arrival bigint generated always as identity
  )`,
  "create index blocks_canonical_height on blocks (height) where canonical",
  "create index blocks_parent on blocks (parent_index_block_hash)",

  `create table transactions (
    index_block_hash text not null references blocks on delete cascade,
    tx_index integer not null,
    tx_id text not null,
    sender text not null,
    function_name text,
    status text not null,
    listed boolean not null,
    at bigint not null,
    position text collate "C" not null,
    primary key (index_block_hash, tx_index)
  )`,
  "create index transactions_tx_id on transactions (tx_id)",
  "create index transactions_listed on transactions (sender, at desc, position desc) where listed",

  `create table contract_events (
    index_block_hash text not null references blocks on delete cascade,
    tx_index integer not null,
    event_index integer not null,
    tx_id text not null,
    topic text not null,
    subject text not null,
    payload text not null,
    primary key (index_block_hash, tx_index, event_index)
  )`,
  "create index contract_events_subject on contract_events (subject)",

  `create table event_parties (
    principal text not null,
    index_block_hash text not null references blocks on delete cascade,
    tx_index integer not null,
    event_index integer not null,
    at bigint not null,
    position text collate "C" not null,
    endorsement_id bigint,
    organization_id bigint,
    primary key (index_block_hash, tx_index, event_index, principal)
  )`,
  "create index event_parties_newest on event_parties (principal, at desc, position desc)",

  `create table profiles (
    address text primary key,
    registered boolean not null,
    state text,
    brief text not null,
    statement text not null,
    name_key text collate "C" not null,
    search text not null,
    earned integer not null default 0,
    issued integer not null default 0,
    pending integer not null default 0
  )`,
  "create index profiles_by_name on profiles (name_key, address) where registered",
  "create index profiles_search on profiles using gin (search gin_trgm_ops) where registered",

  `create table endorsements (
    id bigint primary key,
    state text not null,
    fragment text not null,
    sender text not null,
    receiver text not null,
    organization_id bigint,
    category text not null,
    status text not null,
    shown boolean not null,
    search text not null
  )`,
  "create index endorsements_newest on endorsements (id desc) where status <> 'rejected'",
  "create index endorsements_sent on endorsements (sender, id desc) where status <> 'rejected'",
  "create index endorsements_earned on endorsements (receiver, id desc) where status <> 'rejected'",
  "create index endorsements_issued_as on endorsements (organization_id, id desc) where status <> 'rejected'",
  "create index endorsements_category on endorsements (category, id desc) where status <> 'rejected'",
  "create index endorsements_pending on endorsements (id desc) where status = 'pending'",
  "create index endorsements_search on endorsements using gin (search gin_trgm_ops) where status <> 'rejected'",

  `create table organizations (
    id bigint primary key,
    state text not null,
    brief text not null,
    card text not null,
    admin text not null,
    name_key text collate "C" not null,
    search text not null,
    issued integer not null default 0
  )`,
  "create index organizations_by_name on organizations (name_key, id)",
  "create index organizations_search on organizations using gin (search gin_trgm_ops)",

  `create table representatives (
    organization_id bigint not null references organizations on delete cascade,
    principal text not null,
    place integer not null,
    primary key (organization_id, principal)
  )`,
  "create index representatives_principal on representatives (principal)",

  "create table watchers (principal text primary key)",

  `create table quarantine (
    id bigint generated always as identity primary key,
    index_block_hash text unique,
    parent_index_block_hash text,
    reason text not null,
    payload text not null,
    arrived_at bigint not null
  )`,

  `create table cursor (
    id integer primary key check (id = 1),
    index_block_hash text,
    revision bigint not null
  )`,
  "insert into cursor (id, index_block_hash, revision) values (1, null, 0)",
];
