import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { shortLived } from "@colonnade/devnet/tests/short-lived.ts";
import { PGlite } from "@electric-sql/pglite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrations } from "../db/migrate.ts";
import { fillDataFolder } from "./support/database.ts";
import { queryPostgres, startPostgres } from "./support/postgres.ts";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

/** The name of a migration before it was changed in place. */
const changed = "0004-people";

/** What the migrator keeps in a database of another version, where these migrations ran. */
const ranBefore = (...names: string[]) => [
  "create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)",
  ...names.map(
    (name) => `insert into kysely_migration values ('${name}', '2026-11-20T00:00:00.000Z')`,
  ),
];

describe("The process refuses a database of another version, and says what to do", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "colonnade-version-"));
  });

  afterEach(() => rm(folder, { recursive: true }));

  async function expectRefused(environment: Record<string, string>, remedy: string): Promise<void> {
    const child = spawn(process.execPath, [main], {
      env: {
        ...process.env,
        ...shortLived,
        COLONNADE_DATA: folder,
        COLONNADE_PORT: "0",
        ...environment,
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect(errors).toBe(
      `Another version of Colonnade made this database (its migration ${changed} is unknown here). ` +
        `${remedy} The chain is then indexed again; follows, applications, messages, reports, decisions, images and the keys that sign credentials are lost.\n`,
    );
    expect(code).toBe(1);
  }

  it.each([
    ["in a PGlite folder", [changed]],
    ["where only one migration was changed", [...Object.keys(migrations).slice(1), changed]],
  ])("%s", async (_, names) => {
    await fillDataFolder(folder);
    const pglite = await PGlite.create(join(folder, "service/pglite"));
    await pglite.exec("drop schema public cascade; create schema public");
    for (const statement of ranBefore(...names)) await pglite.exec(statement);
    await pglite.close();
    await expectRefused({}, `Delete ${folder}/service.`);
  });

  it("on PostgreSQL", async () => {
    const postgres = await startPostgres();
    try {
      const address = await postgres.createDatabase();
      for (const statement of ranBefore(changed)) await queryPostgres(address, statement);
      await expectRefused({ DATABASE_URL: address }, "Let DATABASE_URL name an empty database.");
    } finally {
      await postgres.close();
    }
  });
});
