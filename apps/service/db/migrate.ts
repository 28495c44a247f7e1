import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import * as chain from "./migrations/2026-11-20-chain.ts";
import * as people from "./migrations/2026-11-20-people.ts";
import * as publication from "./migrations/2026-11-20-publication.ts";
import * as review from "./migrations/2026-11-20-review.ts";
import * as sending from "./migrations/2026-11-20-sending.ts";
import * as standing from "./migrations/2026-11-20-standing.ts";
import * as search from "./migrations/2026-11-21-search.ts";
import * as unseen from "./migrations/2026-11-21-unseen.ts";
import * as waiting from "./migrations/2026-11-21-waiting.ts";
import * as within from "./migrations/2026-11-21-within.ts";
import * as word from "./migrations/2026-11-21-word.ts";
import * as yet from "./migrations/2026-11-21-yet.ts";
import * as again from "./migrations/2026-11-22-again.ts";
import * as kinds from "./migrations/2026-11-22-kinds.ts";
import * as senders from "./migrations/2026-11-22-senders.ts";
import * as toldWhy from "./migrations/2026-11-22-told-why.ts";
import * as underReview from "./migrations/2026-11-22-under-review.ts";
import * as whoever from "./migrations/2026-11-22-whoever.ts";
import * as younger from "./migrations/2026-11-22-younger.ts";
import * as about from "./migrations/2026-11-23-about.ts";
import type { Tables } from "./tables.ts";

// In the order of their names, which is the order they are run in: a new one goes last.
const migrations = {
  "2026-11-20-chain": chain,
  "2026-11-20-people": people,
  "2026-11-20-publication": publication,
  "2026-11-20-review": review,
  "2026-11-20-sending": sending,
  "2026-11-20-standing": standing,
  "2026-11-21-search": search,
  "2026-11-21-unseen": unseen,
  "2026-11-21-waiting": waiting,
  "2026-11-21-within": within,
  "2026-11-21-word": word,
  "2026-11-21-yet": yet,
  "2026-11-22-again": again,
  "2026-11-22-kinds": kinds,
  "2026-11-22-senders": senders,
  "2026-11-22-told-why": toldWhy,
  "2026-11-22-under-review": underReview,
  "2026-11-22-whoever": whoever,
  "2026-11-22-younger": younger,
  "2026-11-23-about": about,
};

/** Brings the database to today's shape. */
export async function migrate(kysely: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
