import { parseJson } from "@colonnade/domain/text.ts";
import { networkNames } from "@colonnade/domain/web-config.ts";
import type { Selectable } from "kysely";
import { z } from "zod";
import type { Tables } from "../db/tables.ts";

// A backup is a gzip file of JSON lines: a header, then one object for each row, `{"follows": {…}}`, and at the end how
// many rows there were. Columns are named as in the database.

export const VERSION = 2;

export const headerSchema = z.strictObject({
  colonnade: z.literal("backup"),
  version: z.literal(VERSION, `This release reads backups of version ${VERSION}`),
  network: z.enum(networkNames),
  protocolContract: z.string(),
  at: z.iso.datetime(),
});

const whole = z.int();
const text = z.string();
const json = z.string().refine((value) => parseJson(value) !== undefined, "is not JSON");
/** `bytea` as PostgreSQL writes it. */
const bytes = z.string().regex(/^\\x([0-9a-f]{2})*$/);

type Rows = { [Name in keyof Tables]: Selectable<Tables[Name]> };
/** A row as its JSON has it. */
type Stored<Row> = { [Column in keyof Row]: Row[Column] extends Uint8Array ? string : Row[Column] };

/**
 * What a backup holds: all that is off chain. It leaves out sessions and challenges, which end with the database;
 * images of other hosts, which can be loaded again; dumps, which are made again; and counts, which are counted again. A
 * table comes after those that it refers to.
 */
export const rowSchemas = {
  follows: z.strictObject({ follower: text, followee: text, at: whole }),
  pending_events: z.strictObject({
    tx_id: text,
    sender: text,
    event: text,
    metadata: json,
    announced_at: whole,
    seen: z.boolean(),
    failure: text.nullable(),
    mined: z.boolean(),
    checked_at: whole,
    known_at: whole,
  }),
  contact_messages: z.strictObject({
    id: whole,
    document: json,
    at: whole,
    attempts: whole,
    next_attempt_at: whole,
    sent_at: whole.nullable(),
  }),
  applications: z.strictObject({
    id: whole,
    applicant: text,
    document: json,
    at: whole,
    settled: text.nullable(),
    logo: text.nullable(),
  }),
  application_decisions: z.strictObject({
    id: whole,
    application_id: whole,
    watcher: text,
    at: whole,
    reason: json.nullable(),
    tx_id: text.nullable(),
    open: z.boolean(),
  }),
  reports: z.strictObject({
    id: whole,
    subject: json,
    reported: json,
    responsible: json,
    fingerprint: text,
    reporters: whole,
    first_at: whole,
    last_at: whole,
    settled: z.boolean(),
  }),
  report_reasons: z.strictObject({ report_id: whole, reporter: text, reason: json, at: whole }),
  report_decisions: z.strictObject({
    id: whole,
    report_id: whole,
    watcher: text,
    at: whole,
    decision: z.enum(["dismiss", "suspend", "hide-image", "unhide-image"]),
    tx_id: text.nullable(),
    image: text.nullable(),
  }),
  hidden_images: z.strictObject({ image: text }),
  images: z.strictObject({
    cid: text,
    bytes,
    content_type: text,
    uploader: text,
    at: whole,
    published_at: whole.nullable(),
    used: whole.nullable(),
  }),
  named_images: z.strictObject({ cid: text, at: whole }),
  unpins: z.strictObject({ cid: text }),
  issuer_keys: z.strictObject({
    id: whole,
    public_key: text,
    secret_key: text.nullable(),
    at: whole,
    retired_at: whole.nullable(),
  }),
} satisfies { [Name in keyof Tables]?: z.ZodType<Stored<Rows[Name]>> };

export type BackupTable = keyof typeof rowSchemas;

export const backupTables = Object.keys(rowSchemas).filter(isBackupTable);

export function isBackupTable(name: string): name is BackupTable {
  return Object.hasOwn(rowSchemas, name);
}

/** Tables whose restored rows are added to the present ones, because the index writes these tables, too. */
export const sharedTables: ReadonlySet<BackupTable> = new Set(["named_images", "unpins"]);

/** The last line. */
export const endSchema = z.strictObject({ end: z.record(z.string(), whole) });
