import type { Generated } from "kysely";
import type { ChainTables } from "./chain-tables.ts";

// What is off chain, and where the index stands. Times and JSON are kept as in the tables of the chain.

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

export interface Tables extends ChainTables {
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
