/** The chain as it was received, the current state folded from it, and the node's tip. All of it can be read again. */

const listed = "where status in ('pending', 'approved')";
const served = "where status in ('pending', 'approved', 'withdrawn')";
const issued = `${served} and organization_id is not null`;

export const chain = [
  `create table blocks (
    index_block_hash text primary key,
    parent_index_block_hash text not null,
    height bigint not null,
    block_time bigint not null,
    canonical boolean not null
  )`,
  "create index blocks_canonical_height on blocks (height) where canonical",

  // The three tables below name blocks without a foreign key. A block and its rows are written in one transaction, and a
  // check of each row took PostgreSQL a fifth of the time to write it.
  `create table transactions (
    index_block_hash text not null,
    tx_index integer not null,
    tx_id text not null,
    sender text not null,
    function_name text,
    status text not null,
    listed boolean not null,
    at bigint not null,
    position text collate "C" not null,
    error_code bigint,
    metadata text not null default '{}',
    raw text,
    primary key (index_block_hash, tx_index)
  )`,
  "create index transactions_tx_id on transactions using hash (tx_id)",
  "create index transactions_listed on transactions (sender, at desc, position desc) where listed",

  `create table contract_events (
    index_block_hash text not null,
    tx_index integer not null,
    event_index integer not null,
    tx_id text not null,
    topic text not null,
    subject text not null,
    actor text not null,
    recipient text,
    payload text not null,
    height bigint not null,
    primary key (index_block_hash, tx_index, event_index)
  )`,
  // The events of a noun are read in chain order, so that long histories are read in portions.
  "create index contract_events_subject on contract_events (subject, height, tx_index, event_index)",

  `create table event_recipients (
    principal text not null,
    index_block_hash text not null,
    tx_index integer not null,
    event_index integer not null,
    at bigint not null,
    position text collate "C" not null,
    endorsement_id bigint,
    organization_id bigint
  )`,
  "create index event_recipients_block on event_recipients (index_block_hash)",
  "create index event_recipients_newest on event_recipients (principal, at desc, position desc)",

  // A name is searched by the pieces of one to three letters that it holds.
  `create function search_grams(text) returns text[] language sql immutable strict parallel safe
    return (
      select array_agg(distinct substr($1, place, size))
      from generate_series(1, length($1)) place, generate_series(1, 3) size
    )`,

  // Half of each page is free. So new counts stay on their row's page, and change no index.
  `create table profiles (
    address text primary key,
    registered boolean not null,
    suspended boolean not null default false,
    state text not null,
    brief text not null,
    statement text not null,
    name_key text collate "C" not null,
    search text not null,
    image text,
    earned integer not null default 0,
    issued integer not null default 0,
    pending integer not null default 0,
    suggestions integer not null default 0
  ) with (fillfactor = 50)`,
  "create index profiles_by_name on profiles (name_key, address) include (search) where registered",
  "create index profiles_suspended on profiles (address) where suspended",
  "create index profiles_by_image on profiles (image) where image is not null",
  "create index profiles_search on profiles using gin (search_grams(search)) where registered",
  // Finds a person in the same number of steps for any number of profiles. The primary key's tree grows with them.
  "create index profiles_by_address on profiles using hash (address)",

  // Lists are merged from those of each category and status, so no other value may be written. A new category needs a
  // migration.
  `create table endorsements (
    id bigint primary key,
    state text not null,
    fragment text not null,
    sender text not null,
    receiver text not null,
    organization_id bigint,
    category text not null constraint endorsements_category check (category in (
      'Art and Culture', 'Character and Ethics', 'Education and Training', 'Finance', 'Identity', 'Legal',
      'Membership and Organizations', 'Professional and Business', 'Recreation and Fitness',
      'Science and Technology', 'N/A'
    )),
    status text not null constraint endorsements_status check (status in (
      'pending', 'approved', 'withdrawn', 'held', 'rejected', 'gone'
    )),
    shown boolean not null,
    suggested boolean not null default false,
    remark_by text,
    title text,
    search text not null,
    image text
  )`,
  // With any filter, a list reads its order from an index, or merges the orders of a few.
  `create index endorsements_newest on endorsements (id desc) include (search) ${listed}`,
  "create index endorsements_pending on endorsements (id desc) where status = 'pending'",
  "create index endorsements_approved on endorsements (id desc) where status = 'approved'",
  "create index endorsements_withdrawn on endorsements (id desc) where status = 'withdrawn'",
  `create index endorsements_within on endorsements (category, status, id desc) ${served}`,
  `create index endorsements_sent on endorsements (sender, status, id desc) ${served}`,
  `create index endorsements_sent_within on endorsements (sender, category, status, id desc) ${served}`,
  `create index endorsements_sent_as on endorsements (sender, organization_id, category, status, id desc) ${issued}`,
  `create index endorsements_earned on endorsements (receiver, status, id desc) ${served}`,
  `create index endorsements_earned_within on endorsements (receiver, category, status, id desc) ${served}`,
  `create index endorsements_earned_of on endorsements (receiver, organization_id, status, id desc) ${issued}`,
  `create index endorsements_between on endorsements (sender, receiver, status, id desc) ${served}`,
  `create index endorsements_issued_as on endorsements (organization_id, status, id desc) ${issued}`,
  `create index endorsements_issued_within on endorsements (organization_id, category, status, id desc) ${issued}`,
  "create index endorsements_rejected on endorsements (sender, id desc) where status = 'rejected'",
  "create index endorsements_held on endorsements (sender, id) where status = 'held'",
  "create index endorsements_remarked on endorsements (remark_by, id) where remark_by is not null",
  "create index endorsements_suggested on endorsements (id desc) where status = 'pending' and suggested",
  "create index endorsements_suggested_to on endorsements (sender, id desc) where status = 'pending' and suggested",
  "create index endorsements_suggested_by on endorsements (receiver, id desc) where status = 'pending' and suggested",
  "create index endorsements_by_image on endorsements (image) where image is not null",
  "create statistics endorsements_together (mcv) on category, status, organization_id from endorsements",

  `create table organizations (
    id bigint primary key,
    state text not null,
    brief text not null,
    card text not null,
    admin text not null,
    open boolean not null,
    replacement_from bigint,
    name_key text collate "C" not null,
    search text not null,
    image text,
    issued integer not null default 0
  )`,
  "create index organizations_by_name on organizations (name_key, id) include (search)",
  "create index organizations_by_image on organizations (image) where image is not null",
  "create index organizations_search on organizations using gin (search_grams(search))",

  `create table organization_roles (
    organization_id bigint not null references organizations on delete cascade,
    role text not null,
    principal text not null,
    place integer not null,
    primary key (organization_id, role, principal)
  )`,
  "create index organization_roles_principal on organization_roles (principal, role, organization_id desc)",

  `create table blocked (
    receiver text not null,
    kind text not null,
    blocked text not null,
    at bigint not null,
    primary key (receiver, kind, blocked)
  )`,
  "create index blocked_newest on blocked (receiver, at desc, kind desc, blocked desc)",

  "create table watchers (principal text primary key)",

  `create table quarantine (
    id bigint generated always as identity primary key,
    index_block_hash text unique,
    parent_index_block_hash text,
    height bigint,
    at bigint not null,
    reason text not null,
    payload text not null
  )`,
  "create index quarantine_parent on quarantine (parent_index_block_hash)",

  `create table cursor (
    id integer primary key check (id = 1),
    index_block_hash text,
    revision bigint not null,
    revision_id uuid not null default gen_random_uuid()
  )`,
  // Revisions begin at the current time in milliseconds, so that they are greater than an earlier database's.
  `insert into cursor (id, index_block_hash, revision)
    values (1, null, floor(extract(epoch from now()) * 1000))`,

  // What the node said last, for the processes that do not ask it.
  `create table node_tip (
    id integer primary key check (id = 1),
    height bigint,
    asked_at bigint,
    missing bigint,
    missing_since bigint
  )`,
  "insert into node_tip (id) values (1)",
];
