import { Hono } from "hono";
import { z } from "zod";
import { droppedStatusSchema } from "../chain/log.ts";
import { expireName, giveName, transferName } from "../names.ts";
import { findBlock } from "./blocks.ts";
import type { NodeContext } from "./context.ts";
import { readBody, readHash } from "./input.ts";

const mineSchema = z.object({
  /** How many blocks; one takes all that the mempool holds, so the rest are mostly empty. */
  blocks: z.int().min(1).max(1000).default(1),
  /** Bring Bitcoin blocks instead. */
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

/** The devnet's own routes: whole blocks for backfill, and what no public node lets anyone do. */
export function colonnadeRoutes(context: NodeContext): Hono {
  const { chain } = context;
  return new Hono()
    .get("/colonnade/v1/blocks/:id", (c) => {
      const block = findBlock(chain, c.req.param("id"));
      return block === undefined ? c.json({ error: "Block not found" }, 404) : c.json(block);
    })
    .post("/colonnade/v1/mine", async (c) => {
      const { blocks, burn } = await readBody(c, mineSchema);
      const mined = Array.from({ length: blocks }, () =>
        burn ? context.mineBurnBlock() : context.mine(),
      );
      return c.json(mined);
    })
    .post("/colonnade/v1/fork", async (c) => {
      const request = await readBody(c, forkSchema);
      try {
        return c.json(context.fork(request));
      } catch (error) {
        if (error instanceof RangeError) return c.json({ error: error.message }, 400);
        throw error;
      }
    })
    .post("/colonnade/v1/drop", async (c) => {
      const { txid, status } = await readBody(c, dropSchema);
      return chain.drop(readHash(txid), status)
        ? c.json({ txid: readHash(txid), status })
        : c.json({ error: "no such transaction is waiting" }, 404);
    })
    .post("/colonnade/v1/names", async (c) => {
      const request = await readBody(c, nameSchema);
      switch (request.action) {
        case "give":
          return c.json(context.callSystem([giveName(request.name, request.owner)]));
        case "transfer":
          return c.json(context.callSystem([transferName(request.name, request.owner)]));
        case "expire":
          return c.json(context.callSystem([expireName(request.name, request.renewal)]));
      }
    });
}
