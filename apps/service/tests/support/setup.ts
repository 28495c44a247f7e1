import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { openPglite } from "../../db/pglite.ts";
import { openPostgres } from "../../db/postgres.ts";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /**
     * A server that has empty migrated databases to copy. `/pglite` returns the file of a dump, `/postgres` the
     * address of a database without other connections.
     */
    templatesUrl: string;
  }
}

/** Serves the template databases to the test files. Each is made when a file first asks for it. */
export async function setup(project: TestProject) {
  const started = new AsyncDisposableStack();
  const templates: Record<string, () => Promise<string>> = {
    "/pglite": makeOnce(makePglite),
    "/postgres": makeOnce(() => makePostgres(started)),
  };
  const server = createServer((request, response) => {
    const template = templates[request.url ?? ""]?.() ?? Promise.reject(new Error("No template"));
    template.then(
      (address) => response.end(address),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  project.provide("templatesUrl", `http://127.0.0.1:${address.port}`);
  return async () => {
    server.close();
    await started.disposeAsync();
  };
}

function makeOnce(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function makePostgres(started: AsyncDisposableStack): Promise<string> {
  const server = await startPostgres();
  started.defer(() => server.close());
  const address = await server.createDatabase();
  await (await openPostgres(address)).close();
  return address;
}

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const dumps = join(root, ".cache/pglite");

/** Making the dump takes some five seconds, so it is kept for later runs from the same sources. */
async function makePglite(): Promise<string> {
  const file = join(dumps, `${await hashOfSources()}.tar`);
  if (existsSync(file)) return file;
  await mkdir(dumps, { recursive: true });
  const older = (await readdir(dumps)).filter(
    (name) => name.endsWith(".tar") && !file.endsWith(name),
  );
  const unfinished = `${file}.${process.pid}`;
  await dumpPglite(unfinished);
  await rename(unfinished, file);
  for (const name of older) await rm(join(dumps, name), { force: true });
  return file;
}

async function hashOfSources(): Promise<string> {
  const sources = join(root, "apps/service/db");
  const names = await readdir(sources, { recursive: true });
  const files = names.filter((name) => name.endsWith(".ts")).map((name) => join(sources, name));
  const hash = createHash("sha256");
  for (const file of [
    ...files.sort(),
    fileURLToPath(import.meta.url),
    join(root, "package-lock.json"),
  ]) {
    hash.update(await readFile(file));
  }
  return hash.digest("hex").slice(0, 16);
}

/** Makes the dump small, because every test unpacks and starts its own copy. */
async function dumpPglite(file: string): Promise<void> {
  const { pglite, close } = await openPglite();
  await pglite.query("alter system set shared_buffers = '16MB'");
  await pglite.query("update pg_database set datistemplate = false");
  for (const unused of ["template0", "template1"]) await pglite.query(`drop database ${unused}`);
  await pglite.query("checkpoint");
  await pglite.dump(file);
  await close();
}
