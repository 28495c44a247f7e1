import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { sayListenError } from "@colonnade/domain/config.ts";
import { getRequestListener } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { cors } from "hono/cors";
import type { Chain } from "../chain/chain.ts";
import { DiskError } from "../chain/log.ts";
import { Rejection } from "../chain/rejection.ts";
import { VmError, VmTrap } from "../chain/vm.ts";
import { addressRoutes, nameRoutes } from "./addresses.ts";
import { blockRoutes } from "./blocks.ts";
import { colonnadeRoutes } from "./colonnade.ts";
import { contractRoutes } from "./contracts.ts";
import { explorerRoutes } from "./explorer.ts";
import { BadRequestError, notFound } from "./input.ts";
import { broadcastRoutes, nodeRoutes } from "./node.ts";
import { transactionRoutes } from "./transactions.ts";
import { v3Routes } from "./v3.ts";

interface AppOptions {
  chain: Chain;
  /** Called when the chain has taken a transaction. */
  scheduleMining: () => void;
  /** The folder of the built dev wallet. */
  walletFolder: string;
  /** Whether it answers the Hiro API's deprecated routes. If not, they answer 410, as on an API without them. */
  hasDeprecated: boolean;
  onError: (error: unknown) => void;
}

const deprecatedPaths = [
  "/extended/v1/tx",
  "/extended/v1/tx/*",
  "/extended/v1/address/:address/*",
  "/extended/v1/tokens/nft/holdings",
  "/extended/v2/addresses/*",
  "/extended/v2/blocks/:id/transactions",
];

/** All routes of the node. Every origin may call them, as with a public node, except the devnet's controls. */
export function createApp(options: AppOptions): Hono {
  const { chain, scheduleMining, walletFolder, hasDeprecated, onError } = options;
  const app = new Hono();
  app.use(cors());
  for (const path of hasDeprecated ? [] : deprecatedPaths) {
    app.get(path, (c) =>
      c.json({ error: "Gone", message: "This endpoint has been disabled." }, 410),
    );
  }
  for (const routes of [
    broadcastRoutes(chain, scheduleMining),
    nodeRoutes(chain),
    contractRoutes(chain),
    transactionRoutes(chain),
    v3Routes(chain),
    addressRoutes(chain),
    nameRoutes(chain),
    blockRoutes(chain),
    colonnadeRoutes(chain),
    explorerRoutes(chain),
    walletRoutes(walletFolder),
  ]) {
    app.route("/", routes);
  }
  app.notFound((c) => notFound(c, `Route ${c.req.method}:${c.req.path} not found`));
  app.onError((error, c) => {
    if (error instanceof BadRequestError || error instanceof RangeError) {
      return c.json({ statusCode: 400, error: "Bad Request", message: error.message }, 400);
    }
    if (error instanceof Rejection) return c.json(error.toJSON(), 400);
    if (error instanceof VmTrap) {
      onError(error);
      chain.rebuild();
    }
    if (error instanceof DiskError) {
      onError(error);
      const { message } = error;
      return c.json(new Rejection("ServerFailureDatabase", { message }).toJSON(), 503);
    }
    if (error instanceof VmError) return c.json({ error: error.message }, 400);
    onError(error);
    return c.json({ error: "the devnet failed; see its log" }, 500);
  });
  return app;
}

const NOT_BUILT =
  "The dev wallet is not built. Run npm start, which builds it, or npx vite build apps/devnet/wallet and start again.";

/** The dev wallet's page and its provider script, from the folder that Vite built them into. */
function walletRoutes(folder: string): Hono {
  const app = new Hono().get("/wallet", (c) => c.redirect("/wallet/"));
  if (!existsSync(folder)) return app.get("/wallet/*", (c) => c.text(NOT_BUILT, 404));
  const files = serveStatic({
    root: folder,
    rewriteRequestPath: (path) => path.slice("/wallet".length),
    onFound: (_path, c) => c.header("cache-control", "no-cache"),
  });
  return app.get("/wallet/*", files);
}

/** The port is taken. The message can be shown to the user. */
export class PortInUseError extends Error {
  override readonly name = "PortInUseError";
}

/**
 * Milliseconds that an idle connection is kept. Mining keeps the process busy for seconds. With Node's default of five
 * seconds it would then close connections on which a client sends its next request.
 */
const KEEP_ALIVE = 75_000;

/**
 * Answers requests on loopback.
 * @param port 0 takes any free one
 * @throws PortInUseError
 */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  port: number,
): Promise<{ server: Server; port: number }> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE }, getRequestListener(fetch));
  const host = "127.0.0.1";
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const sentence = sayListenError(error, { host, port, setting: "COLONNADE_DEVNET_PORT" });
    throw sentence === undefined ? error : new PortInUseError(sentence);
  }
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  return { server, port: address.port };
}

/** Also closes open connections. */
export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
