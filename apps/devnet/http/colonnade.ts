import { Hono, type MiddlewareHandler } from "hono";
import { z } from "zod";
import type { Chain } from "../chain/chain.ts";
import { droppedStatusSchema, type SystemCall } from "../chain/log.ts";
import { expireName, giveName, transferName } from "../names.ts";
import { findAnyBlock } from "./blocks.ts";
import { readBody, readHash } from "./input.ts";

const mineSchema = z.object({
  /** The number of blocks. The first takes the whole mempool, so the others are mostly empty. */
  blocks: z.int().min(1).max(1000).default(1),
  /** Mine Bitcoin blocks instead. */
  burn: z.boolean().default(false),
});

const forkSchema = z.object({
  back: z.int().min(1),
  blocks: z.int().min(0).max(1000).default(1),
  transactions: z.enum(["return", "drop"]).default("return"),
});

const nameSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("give"), name: z.string(), owner: z.string() }),
  z.object({ action: z.literal("transfer"), name: z.string(), owner: z.string() }),
  z.object({ action: z.literal("expire"), name: z.string(), renewal: z.int().min(0) }),
]);

const dropSchema = z.object({ txid: z.string(), status: droppedStatusSchema });

/**
 * Refuses a browser's request, which has an `Origin`. Else any site that a developer visits could roll the chain back.
 */
const refuseBrowsers: MiddlewareHandler = async (c, next) => {
  if (c.req.method === "POST" && c.req.header("origin") !== undefined) {
    return c.json({ error: "no web page may use the devnet's controls" }, 403);
  }
  return next();
};

/** The devnet's own routes: whole blocks for catching up, and controls that no public node has. */
export function colonnadeRoutes(chain: Chain): Hono {
  return new Hono()
    .use("/colonnade/*", refuseBrowsers)
    .get("/colonnade/v1/blocks/:id", (c) => {
      const block = findAnyBlock(chain, c.req.param("id"));
      return block === undefined ? c.json({ error: "Block not found" }, 404) : c.json(block);
    })
    .post("/colonnade/v1/mine", async (c) => {
      const { blocks, burn } = await readBody(c, mineSchema);
      const mined = Array.from({ length: blocks }, () =>
        burn ? chain.mineBurnBlock() : chain.mine(),
      );
      return c.json(mined);
    })
    .post("/colonnade/v1/fork", async (c) => c.json(chain.fork(await readBody(c, forkSchema))))
    .post("/colonnade/v1/drop", async (c) => {
      const { txid, status } = await readBody(c, dropSchema);
      return chain.drop(readHash(txid), status)
        ? c.json({ txid: readHash(txid), status })
        : c.json({ error: "no such transaction is waiting" }, 404);
    })
    .post("/colonnade/v1/names", async (c) =>
      c.json(chain.mineSystemCalls([nameCall(await readBody(c, nameSchema))])),
    );
}

function nameCall(change: z.infer<typeof nameSchema>): SystemCall {
  switch (change.action) {
    case "give":
      return giveName(change.name, change.owner);
    case "transfer":
      return transferName(change.name, change.owner);
    case "expire":
      return expireName(change.name, change.renewal);
  }
}
