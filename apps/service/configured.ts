import type { Config } from "@colonnade/domain/config.ts";
import { createDevnetNode } from "./chain/devnet-node.ts";
import { createHiroNode } from "./chain/hiro-node.ts";
import type { ChainNode } from "./chain/node.ts";
import type { Database } from "./db/database.ts";
import { openPgliteFolder } from "./db/pglite.ts";
import { openPostgres } from "./db/postgres.ts";
import { type Reads, readFromReplica } from "./db/replica.ts";
import type { HeadKeeper } from "./http/head.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Opens the database of the settings, brought to this release's tables.
 * @throws FolderLockError, and the database's own
 */
export function openDatabase(config: Config): Promise<Database> {
  return config.databaseUrl === undefined
    ? openPgliteFolder(`${config.dataFolder}/service`)
    : openPostgres(config.databaseUrl);
}

/** The node of the settings. */
export function nodeOf({ network, nodeUrl, protocolContract }: Config): ChainNode {
  return network === "devnet"
    ? createDevnetNode(nodeUrl)
    : createHiroNode(nodeUrl, protocolContract);
}

/** Where the hot reads go: to the replica of the settings, or to the database itself. */
export function readsOf(
  { databaseUrl, databaseReplicaUrl }: Config,
  database: Database,
  heads: HeadKeeper,
  metrics: Metrics,
): Reads {
  if (databaseUrl === undefined || databaseReplicaUrl === undefined) {
    return { ...database, close: () => Promise.resolve() };
  }
  return readFromReplica({
    primary: database,
    replicaUrl: databaseReplicaUrl,
    revision: () => heads.current().revision,
    onRead: (outcome) => metrics.replica.labels(outcome).inc(),
  });
}

/** The settings with the addresses that are made from the port, when the port was left to the system. */
export function atPort(config: Config, port: number): Config {
  const unknown = `http://127.0.0.1:${config.port}`;
  const known = `http://127.0.0.1:${port}`;
  return {
    ...config,
    port,
    origin: config.origin === unknown ? known : config.origin,
    ipfsGateway: config.ipfsGateway === unknown ? known : config.ipfsGateway,
  };
}
