import { Hono } from "hono";
import { cors } from "hono/cors";
import { Rejection } from "../chain/rejection.ts";
import { VmError, VmTrap } from "../chain/vm.ts";
import { explorerRoutes } from "../explorer/routes.ts";
import { addressRoutes } from "./addresses.ts";
import { blockRoutes } from "./blocks.ts";
import { broadcastRoutes } from "./broadcast.ts";
import { colonnadeRoutes } from "./colonnade.ts";
import type { NodeContext } from "./context.ts";
import { contractRoutes } from "./contracts.ts";
import { BadRequestError } from "./input.ts";
import { nameRoutes } from "./names.ts";
import { nodeRoutes } from "./node.ts";
import { transactionRoutes } from "./transactions.ts";
import { walletRoutes } from "./wallet.ts";

export interface AppOptions {
  context: NodeContext;
  /** Where the built dev wallet lies. */
  walletFolder: string;
  onError: (error: unknown) => void;
}

/** All routes of the node. Anybody may call them from anywhere, as with a public node. */
export function createApp({ context, walletFolder, onError }: AppOptions): Hono {
  const app = new Hono();
  app.use(cors());
  for (const routes of [
    broadcastRoutes(context),
    nodeRoutes(context),
    contractRoutes(context),
    transactionRoutes(context),
    addressRoutes(context),
    nameRoutes(context),
    blockRoutes(context),
    colonnadeRoutes(context),
    explorerRoutes(context),
    walletRoutes(walletFolder),
  ]) {
    app.route("/", routes);
  }
  app.notFound((c) => c.json({ error: `no route ${c.req.method} ${c.req.path}` }, 404));
  app.onError((error, c) => {
    if (error instanceof BadRequestError || error instanceof RangeError) {
      return c.json({ error: error.message }, 400);
    }
    if (error instanceof Rejection) return c.json(error.toJSON(), 400);
    if (error instanceof VmTrap) {
      onError(error);
      context.chain.rebuild();
    }
    if (error instanceof VmError) return c.json({ error: error.message }, 400);
    onError(error);
    return c.json({ error: "the devnet failed; see its log" }, 500);
  });
  return app;
}
