import type { Generated } from "kysely";

// Times are Unix milliseconds, except where a column says seconds. A `document`, `state`, `fragment`, `brief`,
// `card` or `payload` is JSON as text, never `json`: Clarity's texts may hold U+0000, which JSON escapes
// and PostgreSQL's own text and JSON types refuse.

export interface BlocksTable {
  index_block_hash: string;
  parent_index_block_hash: string;
  height: number;
  /** Unix seconds. */
  block_time: number;
  canonical: boolean;
  /** Order of arrival. */
  arrival: Generated<number>;
}

export interface TransactionsTable {
  index_block_hash: string;
  tx_index: number;
  tx_id: string;
  sender: string;
  /** The protocol function called; null when another contract called the protocol. */
  function_name: string | null;
  /** `success`, `abort_by_response` or `abort_by_post_condition`. */
  status: string;
  /** Whether the sender's events list the transaction itself, for want of contract events of it. */
  listed: boolean;
  /** The block's time. */
  at: number;
  /** Place among the sender's events of the same time. */
  position: string;
  /** By which error the contract refused it; null where it did not, and where that is not known. */
  error_code: number | null;
  /** What a listed one is about, as JSON. */
  metadata: Generated<string>;
}

export interface ContractEventsTable {
  index_block_hash: string;
  tx_index: number;
  event_index: number;
  tx_id: string;
  topic: string;
  /** The noun that the event touches, such as `endorsements:12`. */
  subject: string;
  payload: string;
}

/** Whom an event of the chain concerns. */
export interface EventPartiesTable {
  principal: string;
  index_block_hash: string;
  tx_index: number;
  event_index: number;
  at: number;
  position: string;
  endorsement_id: number | null;
  organization_id: number | null;
}

/** Every principal that ever had a profile. */
export interface ProfilesTable {
  address: string;
  /** Whether the principal has a profile now. */
  registered: boolean;
  /** The fold's state; null while not registered. */
  state: string | null;
  /** `ProfileBrief`. */
  brief: string;
  /** The statement as JSON. */
  statement: string;
  /** `alice.btc`, what the directory is sorted by. */
  name_key: string;
  /** Lower-cased name, empty while not registered. */
  search: string;
  earned: Generated<number>;
  issued: Generated<number>;
  pending: Generated<number>;
}

export interface EndorsementsTable {
  id: number;
  state: string;
  /** `Endorsement` without its two people, and without the closing brace. */
  fragment: string;
  sender: string;
  receiver: string;
  organization_id: number | null;
  category: string;
  /** `pending`, `approved` or `rejected`. */
  status: string;
  shown: boolean;
  /** Lower-cased names of sender, receiver and organization; empty where it is rejected, and never found. */
  search: string;
}

export interface OrganizationsTable {
  id: number;
  state: string;
  /** `OrganizationBrief`. */
  brief: string;
  /** `OrganizationCard` without `issued` and the closing brace. */
  card: string;
  admin: string;
  name_key: string;
  search: string;
  issued: Generated<number>;
}

export interface RepresentativesTable {
  organization_id: number;
  principal: string;
  place: number;
}

export interface WatchersTable {
  principal: string;
}

export interface QuarantineTable {
  id: Generated<number>;
  index_block_hash: string | null;
  parent_index_block_hash: string | null;
  reason: string;
  payload: string;
  arrived_at: number;
}

/** One row: where the index stands, and how often anything that is read has changed. */
export interface CursorTable {
  id: number;
  index_block_hash: string | null;
  revision: number;
}

export interface FollowsTable {
  follower: string;
  followee: string;
  at: number;
}

export interface FollowCountsTable {
  principal: string;
  followers: number;
  following: number;
}

export interface PendingEventsTable {
  tx_id: string;
  sender: string;
  event: string;
  /** `PendingEvent["metaData"]`. */
  metadata: string;
  announced_at: number;
  /** Whether the node has confirmed that the transaction exists and is what it was announced as. */
  verified: boolean;
  /** Why it will never be mined; null while it may be. */
  failure: string | null;
  /**
   * Who announced it: its sender, signed in, or a visitor; null once a node has been seen to have it, until somebody
   * announces it again though it had failed.
   */
  announcer: string | null;
  /** When its turn last came to be asked after. */
  checked_at: Generated<number>;
  /** When it was last known to be somewhere: announced, in the mempool, or in a block that came or went. */
  known_at: Generated<number>;
  /** Whether it is in a canonical block: it need not be asked after, and its announcement shows nothing. */
  mined: Generated<boolean>;
}

export interface ContactMessagesTable {
  id: Generated<number>;
  document: string;
  at: number;
  /** How often it was mailed, or tried to be. */
  attempts: Generated<number>;
  /** While it is under way, too: so no two processes send it. */
  next_attempt_at: Generated<number>;
  /** When the mail server took it; null before, and where none is configured. */
  sent_at: number | null;
}

export interface ApplicationsTable {
  id: Generated<number>;
  applicant: string;
  document: string;
  at: number;
  /** `accepted` or `declined`; null while neither. What it follows from is in `indexer/standings.ts`. */
  settled: Generated<string | null>;
}

/** Appended to, and nothing said is changed: the latest counts, unless the chain has admitted the application. */
export interface ApplicationDecisionsTable {
  id: Generated<number>;
  application_id: number;
  watcher: string;
  at: number;
  /** Why it was declined, as JSON; null where it was admitted. */
  reason: string | null;
  /** The transaction that admits it; one transaction admits one application. */
  tx_id: string | null;
  /** Whether its application is not settled, or not looked at since. */
  open: Generated<boolean>;
}

export interface ImagesTable {
  cid: string;
  bytes: Uint8Array;
  content_type: string;
  uploader: string;
  at: number;
  /** When IPFS was given it; null before, and where no Kubo is configured. */
  published_at: number | null;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's token, hexadecimal. */
  token_hash: string;
  address: string;
  expires_at: number;
}

export interface ChallengesTable {
  nonce: string;
  address: string;
  message: string;
  expires_at: number;
}

export interface Tables {
  blocks: BlocksTable;
  transactions: TransactionsTable;
  contract_events: ContractEventsTable;
  event_parties: EventPartiesTable;
  profiles: ProfilesTable;
  endorsements: EndorsementsTable;
  organizations: OrganizationsTable;
  representatives: RepresentativesTable;
  watchers: WatchersTable;
  quarantine: QuarantineTable;
  cursor: CursorTable;
  follows: FollowsTable;
  follow_counts: FollowCountsTable;
  pending_events: PendingEventsTable;
  contact_messages: ContactMessagesTable;
  applications: ApplicationsTable;
  application_decisions: ApplicationDecisionsTable;
  images: ImagesTable;
  sessions: SessionsTable;
  challenges: ChallengesTable;
}

/** What is derived from the chain, and so can be thrown away and indexed again. */
export const chainTables = [
  "blocks",
  "transactions",
  "contract_events",
  "event_parties",
  "profiles",
  "endorsements",
  "organizations",
  "representatives",
  "watchers",
  "quarantine",
] as const satisfies (keyof Tables)[];
