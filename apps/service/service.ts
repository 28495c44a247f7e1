import type { Agent } from "node:https";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Config, localUrl } from "@colonnade/domain/config.ts";
import type { Logger } from "pino";
import { configuredNode } from "./chain/configured-node.ts";
import { type ChainNode, NodeError, NodeVersionError } from "./chain/node.ts";
import { createObserver } from "./chain/observer.ts";
import { createPayloadReader } from "./chain/payload-reader.ts";
import type { Database } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import { LONGEST_STATEMENT, openPgliteFolder } from "./db/pglite.ts";
import { openPostgres } from "./db/postgres.ts";
import { type Reads, readFromReplica } from "./db/replica.ts";
import { createAppListener } from "./http/app.ts";
import { limitConnections } from "./http/limits/connection-limit.ts";
import { createMetricsServer } from "./http/metrics-server.ts";
import { serverFolderOf } from "./http/pages/rendered-pages.ts";
import { createReadLimit } from "./http/responses/cached-response.ts";
import { createResponseCache } from "./http/responses/response-cache.ts";
import { createDrawingPool } from "./images/drawing/drawing-pool.ts";
import { createPublicAgent } from "./images/request-image.ts";
import { createIndexer } from "./indexer/indexer.ts";
import { type LeaderTasks, startLeaderTasks } from "./leader-tasks.ts";
import { createLog, createTroubleLog } from "./monitoring/log.ts";
import { createMetrics, type Metrics } from "./monitoring/metrics.ts";
import { createPendingEvents } from "./off-chain/pending-events.ts";
import { SOCKET } from "./operator/socket-messages.ts";
import { listenForCommands } from "./operator/socket-server.ts";
import { createRenderer } from "./render/renderer.ts";
import { createChangeFeed } from "./revision/change-feed.ts";
import { createRevisionCache, type RevisionCache } from "./revision/revision.ts";
import { createGuardedServer, type Patience, usualPatience } from "./server/guarded-server.ts";
import { listen, stopListening } from "./server/listen.ts";
import { createRequestTimeout } from "./server/request-timeout.ts";

export interface ServiceOptions {
  config: Config;
  /** An open database instead of the configured one; closed with the service. */
  database?: Database;
  /** The node instead of the configured one. */
  node?: ChainNode;
  /** The built web app; `apps/web/dist` if absent. The bundle that renders pages is in `{webFolder}-server`. */
  webFolder?: string;
  /** Makes the connections to other hosts' images; one that keeps out of private networks if absent. */
  imageAgent?: Agent;
  log?: Logger;
  /** Milliseconds between requests to the node for what it has not posted. */
  askEvery?: number;
  /** Milliseconds to wait for a rendered page before the plain page is served; a second if absent. */
  pageTimeout?: number;
  /** How slow a client may be. An absent value is the usual one. */
  patience?: Partial<Patience>;
  /** Called when the embedded database has ended by itself. From then on everything that needs it answers 503. */
  onLost?: () => void;
}

export interface Service {
  /** The address of the app: API and web. */
  origin: string;
  /** The node posts its blocks to `{observerUrl}/new_block`. */
  observerUrl: string;
  /** Prometheus reads `{metricsUrl}/metrics`. */
  metricsUrl: string;
  /** Asks the node now for what it has not posted: missed blocks, and statuses of announced transactions. */
  askNode(): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const ASK_EVERY = 5_000;
const PAGE_TIMEOUT = 1_000;
/** Milliseconds that the start waits for the node. */
const LONGEST_CHECK = 2_000;
/**
 * Milliseconds that all steps of a stop may take, and that each step may take after that. A silent database ends no
 * step.
 */
const LONGEST_STOP = 2_500;
const SHORTEST_STEP = 200;
const WEB_FOLDER = fileURLToPath(new URL("../web/dist", import.meta.url));

/**
 * Starts the service: the database, the indexer, and the servers of the app, the observer and the metrics.
 * @throws FolderLockError, NodeVersionError, PortError, and the database's errors
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const log = options.log ?? createLog(options.config.logLevel);
  const shutdown: [name: string, step: () => Promise<void>][] = [];
  const close = async () => {
    const end = performance.now() + LONGEST_STOP;
    for (let next = shutdown.pop(); next !== undefined; next = shutdown.pop()) {
      const [name, step] = next;
      log.debug({ step: name }, "stopping");
      const left = Math.max(end - performance.now(), SHORTEST_STEP);
      const late = delay(left, "late", { ref: false });
      if ((await Promise.race([step(), late])) === "late") {
        log.warn({ step: name }, "a step of the stop takes too long; the stop goes on without it");
      }
      if (shutdown.length === 0) log.info("Colonnade service stopped");
    }
  };
  try {
    const service = await start(options, log, (name, step) => shutdown.push([name, step]));
    return { ...service, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param atClose adds a step of the shutdown; the last added runs first */
async function start(
  options: ServiceOptions,
  log: Logger,
  atClose: (name: string, step: () => Promise<void>) => void,
): Promise<Omit<Service, "close" | typeof Symbol.asyncDispose>> {
  const database = options.database ?? (await openDatabase(options.config));
  atClose("database", () => database.close());

  const warnOfTrouble = createTroubleLog(log);
  const metrics = createMetrics();
  const revision = await createRevisionCache(database);
  const responseCache = createResponseCache(revision);
  const reads = readsOf(options.config, database, revision, metrics);
  atClose("replica", () => reads.close());
  const changes = createChangeFeed(revision, warnOfTrouble);
  atClose("change feed", () => changes.close());
  const { protocolContract, network } = options.config;
  const stopping = new AbortController();
  const inTime = createRequestTimeout(stopping.signal);
  const patient = { ...database, kysely: database.work };
  const reader = createPayloadReader(protocolContract);
  atClose("payload reader", () => reader.close());
  const node = options.node ?? configuredNode(options.config, reader, stopping.signal, metrics);
  if (network !== "devnet") await checkNode(node, log);
  const pendingEvents = createPendingEvents({
    database,
    revision,
    node,
    protocolContract,
    warnOfTrouble,
  });
  const indexer = createIndexer({
    database: patient,
    node,
    reader,
    protocolContract,
    canStartOver: network === "devnet",
    finality: options.config.finality,
    stopping: stopping.signal,
    revision,
    metrics,
    log,
    warnOfTrouble,
  });

  /** Settles pending events even if blocks cannot be fetched. */
  async function askNode(): Promise<void> {
    try {
      await indexer.sync(leadership.term());
    } finally {
      await pendingEvents.settle();
    }
  }

  const retryQuarantine = () => indexer.retryQuarantine(leadership.term());

  /** A leader of another release may have quarantined blocks that this one can index. Not awaited at the start. */
  let retrying = Promise.resolve();
  const retryAsLeader = () => {
    retrying = retryQuarantine().catch((error) => {
      log.warn({ err: error }, "quarantined blocks could not be tried again");
    });
  };

  let leaderTasks: LeaderTasks | undefined;
  const leadership = await database.join({
    onNotice: changes.onNotice,
    onGap: changes.onGap,
    onUnheard: changes.onUnheard,
    onLead() {
      log.info("this process leads now");
      retryAsLeader();
      leaderTasks?.wake();
    },
    onLost(reason) {
      log.error({ err: reason }, "the embedded database has ended; start the process again");
      options.onLost?.();
    },
  });
  atClose("leadership", () => leadership.leave());
  atClose("quarantine", () => retrying);
  if (leadership.isLeading()) retryAsLeader();

  const { host, observerHost, observerAllowed: allowed } = options.config;
  const patience = { ...usualPatience, ...options.patience };
  const observer = createObserver({
    async receive(body, onRead) {
      const outcome = await indexer.receive(body, leadership.term(), onRead);
      if (outcome === "left to the leader") leaderTasks?.wake();
    },
    allowed,
    inTime,
    metrics,
    warnOfTrouble,
    patience,
  });
  const observerPort = await listen(
    observer,
    options.config.observerPort,
    "COLONNADE_OBSERVER_PORT",
    observerHost,
  );
  atClose("observer", () => stopListening(observer));

  const { metricsHost } = options.config;
  const { progress } = indexer;
  const metricsServer = createMetricsServer({
    patience,
    config: options.config,
    database,
    progress,
    metrics,
    warnOfTrouble,
  });
  const metricsPort = await listen(
    metricsServer,
    options.config.metricsPort,
    "COLONNADE_METRICS_PORT",
    metricsHost,
  );
  atClose("metrics", () => stopListening(metricsServer));

  const { databaseUrl, dataFolder } = options.config;
  if (options.database === undefined && databaseUrl === undefined) {
    const commands = await listenForCommands(
      join(dataFolder, "service", SOCKET),
      {
        config: options.config,
        database,
        node,
        log,
        progress,
        retryQuarantine,
      },
      stopping.signal,
    );
    atClose("operator's commands", () => commands.close());
  }

  const webFolder = options.webFolder ?? WEB_FOLDER;
  const renderer = createRenderer({ bundle: join(serverFolderOf(webFolder), "server.js"), log });
  atClose("renderer", () => renderer.close());
  const drawingPool = createDrawingPool();
  atClose("drawing pool", () => drawingPool.close());

  const app = createGuardedServer(patience, (bytes) => metrics.unsent.set(bytes));
  limitConnections(app, options.config, warnOfTrouble);
  const port = await listen(app, options.config.port, "COLONNADE_PORT", host);
  const config = atPort(options.config, port);
  app.on(
    "request",
    createAppListener({
      config,
      database: { ...database, readJson: reads.readJson, openList: reads.openList },
      revision,
      responseCache,
      readLimit: createReadLimit(config),
      changes,
      progress,
      pendingEvents,
      node,
      metrics,
      log,
      imageAgent: options.imageAgent ?? createPublicAgent(),
      warnOfTrouble,
      inTime,
      stopping: stopping.signal,
      renderer,
      drawingPool,
      pageTimeout: options.pageTimeout ?? PAGE_TIMEOUT,
      patience,
      webFolder,
    }),
  );

  leaderTasks = startLeaderTasks({
    config,
    database: patient,
    isLeading: () => leadership.isLeading(),
    askNode,
    pause: options.askEvery ?? ASK_EVERY,
    stopping: stopping.signal,
    progress,
    log,
    warnOfTrouble,
  });
  atClose("leader tasks", leaderTasks.stop);
  // Runs before the steps that may wait for the database, so that all requests are answered.
  atClose("app", () => stopListening(app));
  atClose("requests", async () => stopping.abort());

  const observerUrl = localUrl(observerHost, observerPort);
  const metricsUrl = localUrl(metricsHost, metricsPort);
  log.info(
    { origin: config.origin, observerUrl, metricsUrl, network },
    "Colonnade service started",
  );
  return { origin: config.origin, observerUrl, metricsUrl, askNode };
}

/**
 * Opens the configured database.
 * @throws FolderLockError, and the database's errors
 */
function openDatabase(config: Config): Promise<Database> {
  return config.databaseUrl === undefined
    ? openPgliteFolder(`${config.dataFolder}/service`, migrate, LONGEST_STATEMENT)
    : openPostgres(config.databaseUrl);
}

/**
 * Does not wait long for a node's answer: posts and readers wait for the service, and the node is asked again later.
 * @throws NodeVersionError
 */
async function checkNode(node: ChainNode, log: Logger): Promise<void> {
  const late = delay(LONGEST_CHECK, "late", { ref: false });
  try {
    if ((await Promise.race([node.tip(), late])) === "late") {
      log.warn("the service starts before the node has answered");
    }
  } catch (error) {
    if (!(error instanceof NodeError) || error instanceof NodeVersionError) throw error;
    log.warn({ err: error }, "the node does not answer yet");
  }
}

/** Reads go to the configured replica, if there is one. */
function readsOf(
  { databaseUrl, databaseReplicaUrl }: Config,
  database: Database,
  revision: RevisionCache,
  metrics: Metrics,
): Reads {
  if (databaseUrl === undefined || databaseReplicaUrl === undefined) {
    return { ...database, close: () => Promise.resolve() };
  }
  return readFromReplica({
    primary: database,
    replicaUrl: databaseReplicaUrl,
    revisionId: () => revision.current().id,
    onRead: (outcome) => metrics.replica.labels(outcome).inc(),
  });
}

/** Puts the port that the operating system chose into the addresses. */
function atPort(config: Config, port: number): Config {
  const unknown = localUrl(config.host, config.port);
  const known = localUrl(config.host, port);
  return {
    ...config,
    port,
    origin: config.origin === unknown ? known : config.origin,
    ipfsGateway: config.ipfsGateway === unknown ? known : config.ipfsGateway,
  };
}
