import { setTimeout } from "node:timers/promises";
import { calls } from "@colonnade/domain/http/contract.ts";
import { openApiDocument } from "@colonnade/domain/http/openapi.ts";
import type { Status } from "@colonnade/domain/status.ts";
import { Hono } from "hono";
import { countSetAside } from "../indexer/quarantine.ts";
import { readTip } from "../indexer/tip.ts";
import { showStatus } from "../metrics.ts";
import { docsPage } from "./docs-page.ts";
import type { Env, Services } from "./services.ts";

const VERSION = "0.1.0";
/** So long the figures wait for those that the database has, in milliseconds; then they come without. */
const SCRAPE_PATIENCE = 1_000;

/** What operators and machines ask. */
export function systemRoutes(services: Services): Hono<Env> {
  const { config, database, metrics, log } = services;
  const app = new Hono<Env>();
  const document = openApiDocument({ origin: config.origin, version: VERSION });
  const page = docsPage(document);

  app.get(calls.getStatus.path, async (c) => {
    c.header("cache-control", "no-store");
    return c.json(await readStatus(services));
  });

  app.get("/healthz", (c) => c.text("ok"));

  app.get("/readyz", async (c) => {
    const tip = await readTip(database.kysely).catch((error) => {
      log.warn({ err: error }, "the database does not answer");
      return "unknown" as const;
    });
    if (tip === "unknown") return c.text("the database does not answer", 503);
    return tip === null ? c.text("no block indexed yet", 503) : c.text("ok");
  });

  app.get("/metrics", async (c) => {
    const reading = readStatus(services).catch((error) => {
      // The other figures are wanted then more than ever.
      log.warn({ err: error }, "the index could not be read for the metrics");
      return null;
    });
    const late = setTimeout(SCRAPE_PATIENCE, null, { ref: false });
    showStatus(metrics, await Promise.race([reading, late]));
    return c.text(await metrics.registry.metrics(), 200, {
      "content-type": metrics.registry.contentType,
    });
  });

  app.get("/openapi.json", (c) => c.json(document));

  app.get("/docs", (c) => {
    c.header("cache-control", "no-cache");
    return c.html(page);
  });

  return app;
}

async function readStatus({ config, database, indexer }: Services): Promise<Status> {
  const tip = await database.kysely
    .selectFrom("cursor as c")
    .innerJoin("blocks as b", "b.index_block_hash", "c.index_block_hash")
    .select(["b.height", "b.index_block_hash", "b.block_time"])
    .executeTakeFirst();
  const nodeHeight = indexer.nodeHeight();
  return {
    network: config.network,
    protocolContract: config.protocolContract,
    endorsementContract: config.endorsementContract,
    tip:
      tip === undefined
        ? null
        : {
            height: tip.height,
            indexBlockHash: tip.index_block_hash,
            blockTime: new Date(tip.block_time * 1000).toISOString(),
          },
    nodeHeight,
    lag: nodeHeight === null ? null : Math.max(0, nodeHeight - (tip?.height ?? 0)),
    quarantined: await countSetAside(database.kysely),
  };
}
