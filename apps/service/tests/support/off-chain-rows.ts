import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import { backupTables } from "../../operator/backup-format.ts";
import { alice, bob, carol } from "./people.ts";

/** Every off-chain row that a backup holds, and the counts of follows. */
export async function readOffChain({ kysely }: Database): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const name of [...backupTables, "follow_counts", "image_totals"]) {
    all[name] = (
      await sql
        .raw(`select md5(t::text) as hash, left(t::text, 1000) as row from ${name} t order by 1`)
        .execute(kysely)
    ).rows;
  }
  return all;
}

const AWKWARD = JSON.stringify({ text: '\u0000 \\u0000 \n “quoted” 😀 {"end":{}}' });

/** Writes rows of every kind, in one transaction. */
export async function fillOffChain({ kysely }: Database, salt: number): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const at = 1_790_000_000_000 + salt;
    for (const [follower, followee] of [
      [alice, bob],
      [carol, bob],
    ] as const) {
      const names = { follower: `${follower.address}${salt}`, followee: followee.address };
      await trx
        .insertInto("follows")
        .values({ ...names, at })
        .execute();
      for (const [principal, followers, following] of [
        [names.follower, 0, 1],
        [names.followee, 1, 0],
      ] as const) {
        await sql`insert into follow_counts as c values (${principal}, ${followers}, ${following})
          on conflict (principal) do update set followers = c.followers + excluded.followers`.execute(
          trx,
        );
      }
    }
    await trx
      .insertInto("pending_events")
      .values({
        ...{ tx_id: `0x${salt}`, sender: alice.address, event: "NEW_COLUMN", metadata: "{}" },
        ...{ announced_at: at, seen: true, failure: "expired", mined: false },
        ...{ checked_at: at, known_at: at },
      })
      .execute();
    await trx.insertInto("contact_messages").values({ document: AWKWARD, at }).execute();
    const application = await trx
      .insertInto("applications")
      .values({ applicant: bob.address, document: AWKWARD, at, settled: "declined", logo: "cid" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("application_decisions")
      .values({
        ...{ application_id: application.id, watcher: carol.address, at, reason: AWKWARD },
        open: false,
      })
      .execute();
    const report = await trx
      .insertInto("reports")
      .values({
        ...{ subject: "{}", reported: AWKWARD, responsible: "[]", fingerprint: `${salt}` },
        ...{ reporters: 1, first_at: at, last_at: at, settled: true },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const of = { report_id: report.id, at };
    await trx
      .insertInto("report_reasons")
      .values({ ...of, reporter: alice.address, reason: AWKWARD })
      .execute();
    await trx
      .insertInto("report_decisions")
      .values({ ...of, watcher: carol.address, decision: "hide-image", tx_id: null, image: "x" })
      .execute();
    await trx
      .insertInto("hidden_images")
      .values({ image: `ipfs://${salt}` })
      .execute();
    const bytes = Buffer.concat(Array(3_000).fill(createHash("sha512").update(`${salt}`).digest()));
    await trx
      .insertInto("images")
      .values({
        ...{ cid: `cid${salt}`, bytes, content_type: "image/webp" },
        ...{ uploader: alice.address, at, published_at: null, used: at },
      })
      .execute();
    await trx
      .insertInto("named_images")
      .values({ cid: `cid${salt}`, at })
      .execute();
    await trx
      .insertInto("unpins")
      .values({ cid: `gone${salt}` })
      .execute();
    // One key at most signs.
    const retiring = { secret_key: null, retired_at: at };
    await trx.updateTable("issuer_keys").set(retiring).where("retired_at", "is", null).execute();
    await trx
      .insertInto("issuer_keys")
      .values({ public_key: `z${salt}`, secret_key: `zs${salt}`, at, retired_at: null })
      .execute();
    for (const holder of ["", alice.address]) {
      await sql`insert into image_totals as t values (${holder}, ${bytes.length})
        on conflict (holder) do update set bytes = t.bytes + excluded.bytes`.execute(trx);
    }
  });
}

export async function fillMuch(database: Database): Promise<void> {
  for (let salt = 0; salt < 20; salt += 1) await fillOffChain(database, salt);
}
