/** What is off chain by design and cannot be indexed again, and copies of other things, which can be made again. */
export const offChain = [
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
    tx_id text primary key,
    sender text not null,
    event text not null,
    metadata text not null,
    announced_at bigint not null,
    seen boolean not null,
    failure text,
    mined boolean not null,
    checked_at bigint not null,
    known_at bigint not null
  )`,
  "create index pending_events_sender on pending_events (sender, announced_at desc)",
  "create index pending_events_open on pending_events (checked_at) where failure is null and not mined",
  "create index pending_events_mined on pending_events (known_at) where mined",

  `create table contact_messages (
    id bigint generated always as identity primary key,
    document text not null,
    at bigint not null,
    attempts integer not null default 0,
    next_attempt_at bigint not null default 0,
    sent_at bigint
  )`,
  "create index contact_messages_unsent on contact_messages (next_attempt_at) where sent_at is null",

  `create table applications (
    id bigint generated always as identity primary key,
    applicant text not null,
    document text not null,
    at bigint not null,
    settled text,
    logo text
  )`,
  "create index applications_applicant on applications (applicant, id desc)",
  "create index applications_open on applications (id desc) where settled is null",
  "create index applications_settled on applications (id desc) where settled is not null",
  "create index applications_settled_as on applications (settled, id desc) where settled is not null",
  "create index applications_logo on applications (logo, id) where settled is null and logo is not null",

  `create table application_decisions (
    id bigint generated always as identity primary key,
    application_id bigint not null references applications,
    watcher text not null,
    at bigint not null,
    reason text,
    tx_id text,
    open boolean not null default true,
    check ((reason is null) <> (tx_id is null))
  )`,
  "create index application_decisions_newest on application_decisions (application_id, id desc)",
  "create index application_decisions_tx_id on application_decisions (tx_id)",
  "create index application_decisions_open on application_decisions (application_id) where open",

  `create table reports (
    id bigint generated always as identity primary key,
    subject text not null,
    reported text not null,
    responsible text not null,
    fingerprint text not null,
    reporters integer not null default 0,
    first_at bigint not null,
    last_at bigint not null,
    settled boolean not null default false
  )`,
  "create index reports_unsettled_by_fingerprint on reports (fingerprint) where not settled",
  "create index reports_unsettled on reports (reporters desc, id desc) where not settled",
  "create index reports_settled on reports (id desc) where settled",

  `create table report_reasons (
    report_id bigint not null references reports,
    reporter text not null,
    reason text not null,
    at bigint not null,
    primary key (report_id, reporter)
  )`,
  "create index report_reasons_newest on report_reasons (report_id, at desc)",

  `create table report_decisions (
    id bigint generated always as identity primary key,
    report_id bigint not null references reports,
    watcher text not null,
    at bigint not null,
    decision text not null constraint report_decisions_decision check (
      decision in ('dismiss', 'suspend', 'hide-image', 'unhide-image')
    ),
    tx_id text,
    image text,
    check ((decision = 'suspend') = (tx_id is not null)),
    check ((decision in ('hide-image', 'unhide-image')) = (image is not null))
  )`,
  "create index report_decisions_newest on report_decisions (report_id, id desc)",
  "create index report_decisions_tx_id on report_decisions (tx_id) where tx_id is not null",

  "create table hidden_images (image text primary key)",

  `create table images (
    cid text primary key,
    bytes bytea not null,
    content_type text not null,
    uploader text not null,
    at bigint not null,
    published_at bigint,
    used bigint
  )`,
  "create index images_unpublished on images (at) where published_at is null",
  "create index images_unused on images (at) where used is null",
  "create index images_unused_of on images (uploader, at) where used is null",

  `create table named_images (
    cid text primary key,
    at bigint not null
  )`,

  `create table image_totals (
    holder text primary key,
    bytes bigint not null
  )`,

  "create table unpins (cid text primary key)",

  `create table sessions (
    token_hash text primary key,
    address text not null,
    expires_at bigint not null,
    used_at bigint not null
  )`,
  "create index sessions_expiry on sessions (expires_at)",
  "create index sessions_use on sessions (used_at)",
  "create index sessions_address on sessions (address)",

  `create table challenges (
    nonce text primary key,
    address text not null,
    message text not null,
    expires_at bigint not null
  )`,
  "create index challenges_expiry on challenges (expires_at)",

  `create table issuer_keys (
    id bigint generated always as identity primary key,
    public_key text not null unique,
    secret_key text,
    at bigint not null,
    retired_at bigint,
    check ((secret_key is null) = (retired_at is not null))
  )`,
  "create unique index issuer_keys_present on issuer_keys ((true)) where retired_at is null",

  // Images of other hosts, encoded again.
  `create table linked_images (
    address text primary key,
    bytes bytea not null,
    size integer not null,
    at bigint not null
  )`,
  "create index linked_images_newest on linked_images (at desc, address) include (size)",

  // Dumps of the public index, each in parts. One without a `manifest` is being made, or was not finished.
  `create table dumps (
    id bigint generated always as identity primary key,
    at bigint not null,
    sha256 text unique,
    manifest text,
    suspended text
  )`,
  `create table dump_parts (
    dump_id bigint not null references dumps on delete cascade,
    n integer not null,
    bytes bytea not null,
    primary key (dump_id, n)
  )`,
];
