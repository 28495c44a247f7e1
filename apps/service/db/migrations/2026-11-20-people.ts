import { type Kysely, sql } from "kysely";

/** What is off chain by design, and cannot be rebuilt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table follows (
    follower text collate "C" not null,
    followee text collate "C" not null,
    at bigint not null,
    primary key (follower, followee)
  )`,
  "create index follows_followers on follows (followee, at desc, follower desc)",
  "create index follows_following on follows (follower, at desc, followee desc)",

  `create table follow_counts (
    principal text primary key,
    followers integer not null default 0,
    following integer not null default 0
  )`,

  `create table pending_events (
    tx_id text not null,
    sender text not null,
    event text not null,
    metadata text not null,
    announced_at bigint not null,
    verified boolean not null,
    failure text,
    registration text,
    primary key (tx_id, sender)
  )`,
  "create index pending_events_sender on pending_events (sender, announced_at desc)",
  "create index pending_events_open on pending_events (announced_at) where failure is null",

  `create table contact_messages (
    id bigint generated always as identity primary key,
    document text not null,
    at bigint not null
  )`,

  `create table applications (
    id bigint generated always as identity primary key,
    applicant text not null,
    document text not null,
    status text not null,
    at bigint not null
  )`,
  "create index applications_applicant on applications (applicant, id desc)",
  "create index applications_status on applications (status, id)",

  `create table images (
    cid text primary key,
    bytes bytea not null,
    content_type text not null,
    uploader text not null,
    at bigint not null
  )`,

  `create table sessions (
    token_hash text primary key,
    address text not null,
    expires_at bigint not null
  )`,
  "create index sessions_expiry on sessions (expires_at)",

  `create table challenges (
    nonce text primary key,
    address text not null,
    message text not null,
    expires_at bigint not null
  )`,
  "create index challenges_expiry on challenges (expires_at)",
];
