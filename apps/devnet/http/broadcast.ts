import { Hono } from "hono";
import { z } from "zod";
import { Rejection } from "../chain/rejection.ts";
import type { NodeContext } from "./context.ts";

const jsonBodySchema = z.object({
  tx: z.string().regex(/^(0x)?([0-9a-fA-F]{2})+$/, "tx is not hex"),
  attachment: z.string().nullish(),
});

/** `POST /v2/transactions`, with the transaction as octets or as `{"tx": "<hex>"}`. */
export function broadcastRoutes({ chain, scheduleMining }: NodeContext): Hono {
  return new Hono().post("/v2/transactions", async (c) => {
    try {
      const bytes = isJson(c.req.header("content-type"))
        ? decodeJson(await c.req.text())
        : new Uint8Array(await c.req.arrayBuffer());
      const txid = chain.broadcast(bytes);
      scheduleMining();
      return c.json(txid.replace(/^0x/, ""));
    } catch (error) {
      if (error instanceof Rejection) return c.json(error.toJSON(), 400);
      throw error;
    }
  });
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.toLowerCase().startsWith("application/json") ?? false;
}

function decodeJson(text: string): Uint8Array {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Rejection("Deserialization", { message: "the body is not JSON" });
  }
  const parsed = jsonBodySchema.safeParse(json);
  if (!parsed.success) {
    throw new Rejection("Deserialization", { message: z.prettifyError(parsed.error) });
  }
  return Buffer.from(parsed.data.tx.replace(/^0x/, ""), "hex");
}
