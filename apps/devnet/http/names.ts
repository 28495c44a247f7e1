import { Hono } from "hono";
import { isName, readName, readPrimaryName } from "../names.ts";
import type { NodeContext } from "./context.ts";

/** The Hiro API's routes about names, answered by the BNS stand-in. */
export function nameRoutes({ chain }: NodeContext): Hono {
  return new Hono()
    .get("/v1/addresses/stacks/:address", (c) => {
      const name = readPrimaryName(chain, c.req.param("address"));
      return c.json({ names: name === undefined ? [] : [name] });
    })
    .get("/v1/names/:name", (c) => {
      const name = c.req.param("name");
      const record = isName(name) ? readName(chain, name) : undefined;
      if (record === undefined) return c.json({ error: "cannot find subdomain/name" }, 404);
      return c.json({
        address: record.owner,
        blockchain: "stacks",
        expire_block: record.renewal,
        grace_period: 0,
        last_txid: "",
        resolver: "",
        status: "name-register",
        zonefile: "",
        zonefile_hash: "",
      });
    });
}
