import { generate } from "@digitalbazaar/ed25519-multikey";
import { sql } from "kysely";
import type { Executor, Trx } from "../db/database.ts";

/** A key that signed credentials. The texts are multibase, as Multikey writes them. */
export interface PublicKey {
  publicKeyMultibase: string;
}

/** The key that signs now. */
export interface SigningKey extends PublicKey {
  secretKeyMultibase: string;
}

/** What the issuer signs with, and all that it publishes, oldest first. */
interface IssuerKeys {
  signing: SigningKey;
  published: PublicKey[];
}

/**
 * Reads the issuer's keys. The first process that asks makes the first key. The keys are read each time, so that all
 * processes sign with the same one, also after a rotation or a restore.
 */
export async function readIssuerKeys(db: Executor): Promise<IssuerKeys> {
  const found = await findIssuerKeys(db);
  if (found !== null) return found;
  await addSigningKey(db);
  const made = await findIssuerKeys(db);
  if (made === null) throw new Error("There is no key of the issuer");
  return made;
}

/** Retires the key that signs, and makes the next. The retired one stays published, without its secret part. */
export async function rotateIssuerKey(trx: Trx): Promise<void> {
  await trx
    .updateTable("issuer_keys")
    .set({ secret_key: null, retired_at: Date.now() })
    .where("retired_at", "is", null)
    .execute();
  await addSigningKey(trx);
}

/**
 * Forgets a key that somebody stole, so that nothing it signed is valid any more. If it signs now, the next key is
 * made.
 * @returns whether there is such a key
 */
export async function withdrawIssuerKey(trx: Trx, publicKey: string): Promise<boolean> {
  const withdrawn = await trx
    .deleteFrom("issuer_keys")
    .where("public_key", "=", publicKey)
    .returning("retired_at")
    .executeTakeFirst();
  if (withdrawn?.retired_at === null) await addSigningKey(trx);
  return withdrawn !== undefined;
}

async function findIssuerKeys(db: Executor): Promise<IssuerKeys | null> {
  const rows = await db
    .selectFrom("issuer_keys")
    .select(["public_key as publicKeyMultibase", "secret_key as secretKeyMultibase"])
    .orderBy("id")
    .execute();
  for (const { publicKeyMultibase, secretKeyMultibase } of rows) {
    if (secretKeyMultibase === null) continue;
    const published = rows.map((row) => ({ publicKeyMultibase: row.publicKeyMultibase }));
    return { signing: { publicKeyMultibase, secretKeyMultibase }, published };
  }
  return null;
}

/** Adds a key, unless another process was first: a unique index lets only one sign. */
async function addSigningKey(db: Executor): Promise<void> {
  const { publicKeyMultibase, secretKeyMultibase } = await generate();
  await sql`
    insert into issuer_keys (public_key, secret_key, at)
    values (${publicKeyMultibase}, ${secretKeyMultibase}, ${Date.now()})
    on conflict do nothing`.execute(db);
}
