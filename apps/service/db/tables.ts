import type { ReportDecision } from "@colonnade/domain/report.ts";
import type { Generated } from "kysely";

// Times are Unix milliseconds, except where a column says seconds. A `document`, `state`, `fragment`, `brief`,
// `card` or `payload` is JSON as text, never `json`: Clarity's texts may hold U+0000, which JSON escapes
// and PostgreSQL's own text and JSON types refuse.

interface BlocksTable {
  index_block_hash: string;
  parent_index_block_hash: string;
  height: number;
  /** Unix seconds. */
  block_time: number;
  canonical: boolean;
}

interface TransactionsTable {
  index_block_hash: string;
  tx_index: number;
  tx_id: string;
  sender: string;
  /** The protocol function called; null when another contract called the protocol. */
  function_name: string | null;
  /** `success`, `abort_by_response` or `abort_by_post_condition`. */
  status: string;
  /** Whether the sender's events list the transaction itself, because it has no contract events. */
  listed: boolean;
  /** The block's time. */
  at: number;
  /** Place among the sender's events of the same time. */
  position: string;
  /** The error with which the contract refused it; null where it did not, or where the node does not say. */
  error_code: number | null;
  /** What a listed one is about, as JSON. */
  metadata: Generated<string>;
  /** The signed bytes of a call that changed an endorsement: 0x and hexadecimal digits. */
  raw: string | null;
}

interface ContractEventsTable {
  index_block_hash: string;
  tx_index: number;
  event_index: number;
  tx_id: string;
  topic: string;
  /** The noun that the event touches, such as `endorsements:12`. */
  subject: string;
  /** Who did it. */
  actor: string;
  /** To whom it was done; null for an endorsement's events, which concern its two people. */
  recipient: string | null;
  payload: string;
  /** Of its block. */
  height: number;
}

/** The principals that each event of the chain concerns. */
interface EventRecipientsTable {
  principal: string;
  index_block_hash: string;
  tx_index: number;
  event_index: number;
  at: number;
  position: string;
  endorsement_id: number | null;
  organization_id: number | null;
}

/** Every principal that ever had a profile, or was suspended. */
export interface ProfilesTable {
  address: string;
  /** Whether the principal has a profile now. */
  registered: boolean;
  /** Whether a watcher suspended the principal. */
  suspended: Generated<boolean>;
  /** The fold's state. */
  state: string;
  /** `ProfileBrief`. */
  brief: string;
  /** The statement as JSON. */
  statement: string;
  /** `alice.btc`, by which the directory is sorted. */
  name_key: string;
  /** Lower-cased name, empty while not registered. */
  search: string;
  /** The image's address as `normalizeImage` spells it; null while not registered. */
  image: string | null;
  earned: Generated<number>;
  issued: Generated<number>;
  /** Endorsements that wait for this principal. */
  pending: Generated<number>;
  /** Pending endorsements of this principal whose receivers suggest other words. */
  suggestions: Generated<number>;
}

/**
 * `pending` and `approved` are listed. `withdrawn` was approved, and is listed only where it is asked for. `held` is
 * pending while its sender is suspended: it is served by its id, without words. `rejected` is served to its sender
 * alone. `gone` is not served: it was discarded, or withdrawn before a decision.
 */
type EndorsementStatus = "pending" | "approved" | "withdrawn" | "held" | "rejected" | "gone";

export interface EndorsementsTable {
  id: number;
  state: string;
  /** `Endorsement` without its two people, the organization and the closing brace. */
  fragment: string;
  sender: string;
  receiver: string;
  organization_id: number | null;
  category: string;
  status: EndorsementStatus;
  shown: boolean;
  /** Whether the receiver, who is not suspended, suggests other words. */
  suggested: Generated<boolean>;
  /** Who suggests other words, or withdrew it after approval. While they are suspended, their words are not served. */
  remark_by: string | null;
  /** The title that the author stands by, as JSON; null unless it is pending, approved or withdrawn. */
  title: string | null;
  /** Lower-cased names of sender, receiver and organization; empty unless it is pending, approved or withdrawn. */
  search: string;
  /** The served image's address as `normalizeImage` spells it; null for a preset, and unless it is served. */
  image: string | null;
}

export interface OrganizationsTable {
  id: number;
  state: string;
  /** `OrganizationBrief`. */
  brief: string;
  /** `OrganizationCard` without `issued` and the closing brace. */
  card: string;
  admin: string;
  /** False once it is closed. */
  open: boolean;
  /** The burn block height from which the admin whom a watcher proposed may accept; null if there is none. */
  replacement_from: number | null;
  name_key: string;
  search: string;
  /** The logo's address as `normalizeImage` spells it. */
  image: string | null;
  issued: Generated<number>;
}

interface OrganizationRolesTable {
  organization_id: number;
  /** `proposed-admin`: by the present admin. `replacement`: the next admin, proposed by a watcher. */
  role: "representative" | "invited" | "proposed-admin" | "replacement";
  principal: string;
  /** The order within the role. The representative at 0 is the admin. */
  place: number;
}

export interface BlockedTable {
  receiver: string;
  kind: "sender" | "organization";
  /** The sender's principal, or the organization's id. */
  blocked: string;
  /** The block's time. */
  at: number;
}

interface WatchersTable {
  principal: string;
}

/** Blocks that cannot be indexed. */
interface QuarantineTable {
  id: Generated<number>;
  index_block_hash: string | null;
  parent_index_block_hash: string | null;
  height: number | null;
  /** When it was first quarantined. */
  at: number;
  reason: string;
  payload: string;
}

/** The names of the tables that follow from the chain: they can be emptied and indexed again. */
export const chainTables = [
  "blocks",
  "transactions",
  "contract_events",
  "event_recipients",
  "profiles",
  "endorsements",
  "organizations",
  "organization_roles",
  "blocked",
  "watchers",
  "quarantine",
] as const satisfies (keyof Tables)[];

/** One row: the indexed tip, and the revision, which grows with every change that readers can see. */
interface CursorTable {
  id: number;
  index_block_hash: string | null;
  revision: number;
  revision_id: Generated<string>;
}

/** One row, written by the leader whenever it has asked the node for its tip. */
interface NodeTipTable {
  id: number;
  /** Null if the node did not answer. */
  height: number | null;
  /** In Unix milliseconds. */
  asked_at: number | null;
  /** A height of the node that the index had not reached, and since when, in Unix milliseconds. */
  missing: number | null;
  missing_since: number | null;
}

interface FollowsTable {
  follower: string;
  followee: string;
  at: number;
}

interface FollowCountsTable {
  principal: string;
  followers: number;
  following: number;
}

/** Announced transactions, with the node's reports of them. */
export interface PendingEventsTable {
  tx_id: string;
  sender: string;
  event: string;
  /** `PendingEvent["metaData"]`. */
  metadata: string;
  announced_at: number;
  /** Whether the node has seen it. If not, only the watcher who admits an application with it has named it. */
  seen: boolean;
  /** Why it will never be mined; null while it may be. */
  failure: string | null;
  /** Whether it is in a canonical block. Then it is listed from the block, and not from this row. */
  mined: boolean;
  /** When the node was last asked about it. */
  checked_at: number;
  /** When it was last known to exist: announced, in the mempool, or in a block that was applied or orphaned. */
  known_at: number;
}

interface ContactMessagesTable {
  id: Generated<number>;
  document: string;
  at: number;
  /** How often mailing it was tried. */
  attempts: Generated<number>;
  /** When the next attempt is due. Also in the future while it is being mailed, so that no other process sends it. */
  next_attempt_at: Generated<number>;
  /** When the mail server took it; null before, or where no server is configured. */
  sent_at: number | null;
}

interface ApplicationsTable {
  id: Generated<number>;
  applicant: string;
  document: string;
  at: number;
  /** `accepted` or `declined`; null while neither. `off-chain/application-status.ts` says what it follows from. */
  settled: Generated<string | null>;
  /** The CID of its image; null for a preset, or for an image outside of IPFS. */
  logo: string | null;
}

/** Rows are only added. The latest one counts, unless the chain has admitted the application. */
interface ApplicationDecisionsTable {
  id: Generated<number>;
  application_id: number;
  watcher: string;
  at: number;
  /** Why it was declined, as JSON; null where it was admitted. */
  reason: string | null;
  /** The transaction that admits it; one transaction admits one application. */
  tx_id: string | null;
  /** Whether its application is not settled. */
  open: Generated<boolean>;
}

/** What was reported to the watchers. Reports of the same thing share an open row while it looks the same. */
interface ReportsTable {
  id: Generated<number>;
  /** `ReportSubject`. */
  subject: string;
  /** `Reported`. */
  reported: string;
  /** The principals whom a watcher may suspend for it, as JSON. */
  responsible: string;
  /** SHA-256 of the three above, hexadecimal. */
  fingerprint: string;
  /** How many people reported it. */
  reporters: Generated<number>;
  first_at: number;
  last_at: number;
  /** Whether it is decided. `off-chain/report-status.ts` says what it follows from. */
  settled: Generated<boolean>;
}

/** Who reported it, and why. */
interface ReportReasonsTable {
  report_id: number;
  reporter: string;
  /** As JSON. */
  reason: string;
  at: number;
}

/** Rows are only added. The latest one counts. */
interface ReportDecisionsTable {
  id: Generated<number>;
  report_id: number;
  watcher: string;
  at: number;
  decision: ReportDecision["decision"];
  /** The transaction that suspends somebody. */
  tx_id: string | null;
  /** The image that was hidden or is shown again, as `normalizeImage` spells it. */
  image: string | null;
}

/** Images that are not served any more, as `normalizeImage` spells them, wherever they are stored. */
interface HiddenImagesTable {
  image: string;
}

interface ImagesTable {
  cid: string;
  bytes: Uint8Array;
  content_type: string;
  uploader: string;
  /** When it was uploaded last, or last kept as the logo of an open application. */
  at: number;
  /** When IPFS got it; null before, or where no Kubo is configured. */
  published_at: number | null;
  /** When the chain was first seen to name it; null before. An unused image is removed a day after `at`. */
  used: number | null;
}

/** The CIDs that the chain has named on any branch, stored here or not. */
interface NamedImagesTable {
  cid: string;
  at: number;
}

/** The bytes of all images, under the empty holder, and of each uploader's. */
interface ImageTotalsTable {
  holder: string;
  bytes: number;
}

/** Removed images that are pinned in IPFS. */
interface UnpinsTable {
  cid: string;
}

/** Images of other hosts, as WebP. */
interface LinkedImagesTable {
  /** As `normalizeImage` spells it. */
  address: string;
  bytes: Uint8Array;
  size: number;
  at: number;
}

interface SessionsTable {
  /** SHA-256 of the cookie's token, hexadecimal. */
  token_hash: string;
  address: string;
  expires_at: number;
  /** When it was last used, accurate to a few minutes. */
  used_at: number;
}

interface ChallengesTable {
  nonce: string;
  address: string;
  message: string;
  expires_at: number;
}

/** The keys that sign credentials. One of them signs now; the others stay published. */
interface IssuerKeysTable {
  id: Generated<number>;
  /** Multibase, as Multikey writes it. */
  public_key: string;
  /** Null once it is retired. */
  secret_key: string | null;
  at: number;
  retired_at: number | null;
}

/** Dumps of the public index, newest last. */
interface DumpsTable {
  id: Generated<number>;
  /** When it was begun; until it is whole, when it got its newest part. In milliseconds. */
  at: number;
  /** The file's SHA-256; null until it is whole. */
  sha256: string | null;
  /** The manifest, as JSON; null until the file is whole. */
  manifest: string | null;
  /** Whom watchers suspended when it was made. */
  suspended: string | null;
  /** The index block hash of the newest block that it was read at; null until it is whole. */
  tip: string | null;
}

interface DumpPartsTable {
  dump_id: number;
  n: number;
  bytes: Uint8Array;
}

export interface Tables {
  blocks: BlocksTable;
  transactions: TransactionsTable;
  contract_events: ContractEventsTable;
  event_recipients: EventRecipientsTable;
  profiles: ProfilesTable;
  endorsements: EndorsementsTable;
  organizations: OrganizationsTable;
  organization_roles: OrganizationRolesTable;
  blocked: BlockedTable;
  watchers: WatchersTable;
  quarantine: QuarantineTable;
  cursor: CursorTable;
  node_tip: NodeTipTable;
  follows: FollowsTable;
  follow_counts: FollowCountsTable;
  pending_events: PendingEventsTable;
  contact_messages: ContactMessagesTable;
  applications: ApplicationsTable;
  application_decisions: ApplicationDecisionsTable;
  reports: ReportsTable;
  report_reasons: ReportReasonsTable;
  report_decisions: ReportDecisionsTable;
  hidden_images: HiddenImagesTable;
  images: ImagesTable;
  linked_images: LinkedImagesTable;
  named_images: NamedImagesTable;
  image_totals: ImageTotalsTable;
  unpins: UnpinsTable;
  sessions: SessionsTable;
  challenges: ChallengesTable;
  issuer_keys: IssuerKeysTable;
  dumps: DumpsTable;
  dump_parts: DumpPartsTable;
}
