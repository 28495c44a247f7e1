import { createHash } from "node:crypto";
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from "kysely";
import type { Migration } from "kysely/migration";
import { expect, test } from "vitest";
import { migrations } from "../db/migrate.ts";

/** The first eight digits of the SHA-256 of the statements that a migration runs. */
async function digestOf({ up }: Migration): Promise<string> {
  const hash = createHash("sha256");
  const nowhere = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log({ query }) {
      hash.update(`${query.sql};`);
    },
  });
  await up(nowhere);
  return hash.digest("hex").slice(0, 8);
}

test.each(Object.entries(migrations))(
  "the migration %s runs the statements that its name has the digest of",
  async (name, migration) => {
    // If this fails, give the migration the next number and this digest.
    expect(name).toMatch(new RegExp(`^\\d{4}-[a-z]+-${await digestOf(migration)}$`));
  },
);
