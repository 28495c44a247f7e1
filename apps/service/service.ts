import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "@colonnade/domain/config.ts";
import pino, { type Logger } from "pino";
import type { ChainNode } from "./chain/node.ts";
import { atPort, nodeOf, openDatabase, readsOf } from "./configured.ts";
import type { Database } from "./db/database.ts";
import { type Duties, startDuties } from "./duties.ts";
import { createReaders } from "./http/answer.ts";
import { createAnswers } from "./http/answers.ts";
import { createAppListener } from "./http/app.ts";
import { createChanges } from "./http/changes.ts";
import { keepHead } from "./http/head.ts";
import { listen, stopListening } from "./http/listen.ts";
import { createObserver } from "./http/observer.ts";
import { createOffChain } from "./http/off-chain.ts";
import { createRelay } from "./http/relay.ts";
import { serverFolderOf } from "./http/rendered-pages.ts";
import { createIndexer } from "./indexer/indexer.ts";
import { createPendingEvents } from "./indexer/pending-events.ts";
import { createMetrics } from "./metrics.ts";
import { createRenderer } from "./render/renderer.ts";
import { createTakingOver } from "./taking-over.ts";

export interface ServiceOptions {
  config: Config;
  /** An open database instead of the configured one; closed with the service. */
  database?: Database;
  /** The node instead of the configured one. */
  node?: ChainNode;
  /** The built web app; `apps/web/dist` if absent. What it built to render its pages is in `{webFolder}-server`. */
  webFolder?: string;
  log?: Logger;
  /** Milliseconds between questions to the node, for what it does not post by itself. */
  askEvery?: number;
  /** Milliseconds that a visitor waits for a rendered page, and then for the plain one's words; a second if absent. */
  pagePatience?: number;
}

export interface Service {
  /** Where the app is: API and web. */
  origin: string;
  /** Where the node posts its blocks, as `{observerUrl}/new_block`. */
  observerUrl: string;
  /** Asks the node now for what it has not posted: missed blocks, and the fate of announced transactions. */
  askNode(): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const ASK_EVERY = 5_000;
const PAGE_PATIENCE = 1_000;
/** Longer than the proxies that stand before it keep theirs, or they send into a closing connection. */
const KEEP_ALIVE = 75_000;
const WEB_FOLDER = fileURLToPath(new URL("../web/dist", import.meta.url));

/**
 * Starts the service: database, indexer and both servers.
 * @throws FolderLockError, PortError, and the database's own
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const log = options.log ?? pino({ level: options.config.logLevel });
  const shutdown: [name: string, step: () => Promise<void>][] = [];
  const close = async () => {
    for (let next = shutdown.pop(); next !== undefined; next = shutdown.pop()) {
      const [name, step] = next;
      log.debug({ step: name }, "stopping");
      await step();
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

/** @param atClose notes a step of the shutdown; the last noted goes first */
async function start(
  options: ServiceOptions,
  log: Logger,
  atClose: (name: string, step: () => Promise<void>) => void,
): Promise<Omit<Service, "close" | typeof Symbol.asyncDispose>> {
  const database = options.database ?? (await openDatabase(options.config));
  atClose("database", () => database.close());

  const metrics = createMetrics();
  const heads = await keepHead(database);
  const answers = createAnswers(heads);
  const reads = readsOf(options.config, database, heads, metrics);
  atClose("replica", () => reads.close());
  const changes = createChanges();
  const offChain = createOffChain(database, heads);
  const { protocolContract, network } = options.config;
  const node = options.node ?? nodeOf(options.config);
  const pendingEvents = createPendingEvents({ database, offChain, node, protocolContract, log });
  const indexer = createIndexer({
    database,
    node,
    protocolContract,
    canStartOver: network === "devnet",
    isLeading: () => peers.isLeading(),
    log,
    async onIndexed() {
      metrics.blocks.inc();
      await heads.refresh();
    },
  });

  /** What was announced is asked after even where a block cannot be had. */
  async function askNode(): Promise<void> {
    try {
      await indexer.sync();
    } finally {
      await pendingEvents.check();
    }
  }

  const takingOver = createTakingOver(indexer, database, log);
  let duties: Duties | undefined;

  const relay = createRelay(heads, changes, log);
  atClose("relay", () => relay.close());
  const peers = await database.join({
    onNotice: relay.onNotice,
    onGap: relay.onGap,
    onLead() {
      log.info("this process leads now");
      void takingOver.begin();
      duties?.wake();
    },
  });
  atClose("peers", () => peers.leave());
  atClose("blocks set aside", () => takingOver.end());
  if (peers.isLeading()) await takingOver.begin();

  const observer = createObserver(indexer, log);
  const observerPort = await listen(
    observer,
    options.config.observerPort,
    "COLONNADE_OBSERVER_PORT",
  );
  atClose("observer", () => stopListening(observer));

  const webFolder = options.webFolder ?? WEB_FOLDER;
  const renderer = createRenderer({ bundle: join(serverFolderOf(webFolder), "server.js"), log });
  atClose("renderer", () => renderer.close());

  const app = createServer({ keepAliveTimeout: KEEP_ALIVE });
  const port = await listen(app, options.config.port, "COLONNADE_PORT");
  atClose("app", () => stopListening(app));
  const config = atPort(options.config, port);
  app.on(
    "request",
    createAppListener({
      config,
      database: { ...database, readJson: reads.readJson, openList: reads.openList },
      heads,
      answers,
      readers: createReaders(config),
      changes,
      offChain,
      indexer,
      pendingEvents,
      node,
      metrics,
      log,
      renderer,
      pagePatience: options.pagePatience ?? PAGE_PATIENCE,
      webFolder,
    }),
  );

  duties = startDuties({
    config,
    database,
    isLeading: () => peers.isLeading(),
    askNode,
    pause: options.askEvery ?? ASK_EVERY,
    log,
  });
  atClose("duties", duties.stop);

  const observerUrl = `http://127.0.0.1:${observerPort}`;
  log.info({ origin: config.origin, observerUrl, network }, "Colonnade service started");
  return { origin: config.origin, observerUrl, askNode };
}
