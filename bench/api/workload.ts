import type { NewBlock } from "@colonnade/service/chain/new-block.ts";
import { anyText } from "@colonnade/service/db/bulk.ts";
import type { Database } from "@colonnade/service/db/database.ts";
import { sql } from "kysely";
import { type Call, hashOf, makeBlock } from "./blocks.ts";
import { addressOf } from "./build.ts";

/** The last block of a built database, and the values that a measurement changes. */
export interface Mark {
  height: number;
  hash: string;
  /** Unix seconds. */
  time: number;
  /** The last endorsement's id. */
  endorsement: number;
}

/** Reads a database's mark. It is stored, so that the next run can undo what a killed run left. */
export async function readMark({ kysely }: Database, people: readonly string[]): Promise<Mark> {
  await sql`create table if not exists bench.mark as
    select b.height, b.index_block_hash as hash, b.block_time as time, (select max(id) from endorsements) as endorsement
    from cursor c join blocks b on b.index_block_hash = c.index_block_hash`.execute(kysely);
  await sql`create table if not exists bench.counts as
    select address, earned, issued, pending from profiles where address = ${anyText(people)}`.execute(
    kysely,
  );
  const { rows } = await sql<Mark>`select * from bench.mark`.execute(kysely);
  const [mark] = rows;
  if (mark === undefined) throw new Error("The database is empty");
  return mark;
}

/** Removes the rows indexed after a mark, without the indexer. */
export async function restore({ work }: Database, mark: Mark): Promise<void> {
  await work.transaction().execute(async (trx) => {
    await trx
      .updateTable("blocks")
      .set({ canonical: true })
      .where("canonical", "=", false)
      .execute();
    const newer = trx.selectFrom("blocks").where("height", ">", mark.height);
    for (const table of ["transactions", "contract_events", "event_recipients"] as const) {
      const hashes = newer.select("index_block_hash");
      await trx.deleteFrom(table).where("index_block_hash", "in", hashes).execute();
    }
    await trx.deleteFrom("blocks").where("height", ">", mark.height).execute();
    await trx.deleteFrom("endorsements").where("id", ">", mark.endorsement).execute();
    await sql`delete from profiles where name_key like 'newcomer%'`.execute(trx);
    await sql`update profiles p set earned = c.earned, issued = c.issued, pending = c.pending
      from bench.counts c where c.address = p.address
        and (p.earned, p.issued, p.pending) <> (c.earned, c.issued, c.pending)`.execute(trx);
    await trx.updateTable("cursor").set({ index_block_hash: mark.hash }).execute();
  });
}

/** Restores, and removes what that leaves in tables and indexes: autovacuum is off. */
export async function startAnew(database: Database, mark: Mark): Promise<void> {
  await restore(database, mark);
  await sql`vacuum`.execute(database.work);
}

const WORDS =
  "We shipped the release together, and every review was kind, exact and on time. I learned from each of them, and so did the rest of the team.";

/** New people are numbered from here. */
const NEWCOMERS = 10_000_000;

/**
 * Makes blocks on top of a mark. One call in fifty registers a profile. The others submit endorsements and approve
 * those of the block before.
 * @param label blocks of another label have other hashes
 */
export async function makeBlocks(
  mark: Mark,
  people: readonly string[],
  { label, count, calls }: { label: string; count: number; calls: number },
): Promise<NewBlock[]> {
  const blocks: NewBlock[] = [];
  let waiting: { id: number; sender: string; receiver: string }[] = [];
  let id = mark.endorsement;
  let newcomer = NEWCOMERS;
  for (let index = 0; index < count; index += 1) {
    const height = mark.height + 1 + index;
    const made: Call[] = waiting.map((known) => ({
      sender: known.receiver,
      event: { topic: "approve-endorsement", ...known, ...wordsOf(known.id), date: height - 1 },
    }));
    waiting = [];
    for (let registered = 0; registered < calls / 50; registered += 1) {
      newcomer += 1;
      made.push(registration(addressOf(newcomer), `newcomer${newcomer}`));
    }
    while (made.length < calls) {
      id += 1;
      const sender = people[(id * 17) % people.length] ?? "";
      const receiver = people[(id * 17 + 1 + (id % 89)) % people.length] ?? "";
      const known = { id, sender, receiver };
      if (waiting.length < calls / 2) waiting.push(known);
      const submission = {
        topic: "submit-endorsement",
        ...known,
        ...wordsOf(id),
      } as const;
      made.push({ sender, event: { ...submission, "block-height": height, org: null } });
    }
    const time = mark.time + 5 * (index + 1);
    const parent = blocks.at(-1)?.index_block_hash ?? mark.hash;
    blocks.push(await makeBlock({ label, height, time, parent }, made));
  }
  return blocks;
}

function wordsOf(id: number) {
  return {
    words: hashOf(`words ${id}`),
    title: `For the release, no. ${id}`,
    description: WORDS,
    image: `https://images.example/new/${id}.png`,
  };
}

function registration(principal: string, name: string): Call {
  return {
    sender: principal,
    event: {
      topic: "register-profile",
      principal,
      bns: "btc",
      "bns-name": name,
      statement: "New here.",
      image: "https://images.example/new/face.png",
    },
  };
}
