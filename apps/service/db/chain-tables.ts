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

/** The tables of what is derived from the chain. */
export interface ChainTables {
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
}

/** Their names. What they hold can be thrown away and indexed again. */
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
] as const satisfies (keyof ChainTables)[];
