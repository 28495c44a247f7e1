import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { openPglite } from "../../db/pglite.ts";
import { openPostgres } from "../../db/postgres.ts";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The file of an empty migrated PGlite's data folder. */
    migratedPglite: string;
    /** The address of an empty migrated database, which others are copied from and nobody else connects to. */
    migratedPostgres: string;
  }
}

/** Makes each database once that the service's tests begin with; every test gets a copy of its own. */
export async function setup(project: TestProject) {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "colonnade-service-"));
  started.defer(() => rm(folder, { recursive: true }));
  const migratedPglite = join(folder, "pglite.tar");
  await dumpPglite(migratedPglite);
  const postgres = await startPostgres();
  started.defer(() => postgres.close());
  const migratedPostgres = await postgres.createDatabase();
  await (await openPostgres(migratedPostgres)).close();
  project.provide("migratedPglite", migratedPglite);
  project.provide("migratedPostgres", migratedPostgres);
  const running = started.move();
  return () => running.disposeAsync();
}

/** Keeps what a test needs of it and no more: every copy is unpacked and started anew. */
async function dumpPglite(file: string): Promise<void> {
  const { pglite, close } = await openPglite();
  await pglite.exec("alter system set shared_buffers = '16MB'");
  await pglite.exec("update pg_database set datistemplate = false");
  for (const unused of ["template0", "template1"]) await pglite.exec(`drop database ${unused}`);
  await pglite.exec("checkpoint");
  const dump = await pglite.dumpDataDir("none");
  await close();
  await writeFile(file, dump.stream());
}
