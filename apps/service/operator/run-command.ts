import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "@colonnade/domain/config.ts";
import pino from "pino";
import { configuredNode } from "../chain/configured-node.ts";
import { createPayloadReader, type PayloadReader } from "../chain/payload-reader.ts";
import type { Database } from "../db/database.ts";
import { checkMigrated } from "../db/migrate.ts";
import { openPgliteFolder } from "../db/pglite.ts";
import { openPostgres } from "../db/postgres.ts";
import { retryQuarantine } from "../indexer/indexer.ts";
import { createLog, createTroubleLog } from "../monitoring/log.ts";
import { createMetrics } from "../monitoring/metrics.ts";
import {
  type ExitStatus,
  type Invocation,
  type OperatorContext,
  OperatorError,
  type Output,
} from "./command.ts";
import { runInService } from "./socket-client.ts";
import { SOCKET } from "./socket-messages.ts";

/**
 * Runs a command where the database is: on PostgreSQL directly; on the embedded database in the running service, or
 * here if no service runs.
 * @param argv what the invocation was parsed from
 * @throws OperatorError, FolderLockError, DatabaseVersionError, and the database's errors
 */
export async function runCommand(
  config: Config,
  invocation: Invocation,
  argv: readonly string[],
  output: Output,
  signal: AbortSignal,
): Promise<ExitStatus> {
  if (config.databaseUrl === undefined && invocation.needs === "service") {
    const socket = join(config.dataFolder, "service", SOCKET);
    const exit = await runInService(socket, argv, output, signal);
    if (exit !== null) return exit;
  }
  const database = await openDatabase(config, invocation.needs);
  const reader = createPayloadReader(config.protocolContract);
  try {
    return await invocation.run(contextOf(config, database, reader, signal), output);
  } finally {
    await reader.close();
    await database.close();
  }
}

function openDatabase(config: Config, needs: Invocation["needs"]): Promise<Database> {
  const { databaseUrl, dataFolder } = config;
  const onOpen = needs === "tables" ? () => Promise.resolve() : checkMigrated;
  if (databaseUrl !== undefined) return withPatience(openPostgres(databaseUrl, onOpen));
  const folder = join(dataFolder, "service");
  if (needs !== "tables" && !existsSync(join(folder, "pglite"))) {
    throw new OperatorError(
      `There is no database in ${folder}. Set COLONNADE_DATA or DATABASE_URL as for the service, or run \`npm run colonnade -- migrate\`.`,
    );
  }
  return openPgliteFolder(folder, onOpen);
}

/** A command may take longer than a request. */
async function withPatience(opening: Promise<Database>): Promise<Database> {
  const database = await opening;
  return { ...database, kysely: database.work };
}

/** What a command uses outside the service. It never leads. */
function contextOf(
  config: Config,
  database: Database,
  reader: PayloadReader,
  signal: AbortSignal,
): OperatorContext {
  const log = createLog(config.logLevel, pino.destination(2));
  const metrics = createMetrics();
  const node = configuredNode(config, reader, signal, metrics);
  const options = {
    database,
    node,
    protocolContract: config.protocolContract,
    canStartOver: false,
    finality: config.finality,
    leading: AbortSignal.abort(),
    stopping: signal,
    revision: { refresh: () => Promise.resolve() },
    metrics,
    log,
    warnOfTrouble: createTroubleLog(log),
  };
  return {
    config,
    database,
    node,
    log,
    signal,
    progress: { catchingUp: null },
    // Runs here, because several processes may index on one PostgreSQL.
    retryQuarantine: () => retryQuarantine(options),
  };
}
