import { createHash } from "node:crypto";
import { calls } from "@colonnade/domain/http/contract.ts";
import { type Context, Hono } from "hono";
import type { AppServices } from "../app-services.ts";
import { NotFoundError } from "../errors.ts";
import { readProof } from "../reads/proof.ts";
import type { Env } from "../requests/env.ts";
import { parseInput } from "../requests/input.ts";
import { cachedBody, jsonResponse } from "../responses/cached-response.ts";
import { matchesEtag } from "../responses/content-negotiation.ts";
import { jsonHeaders } from "../responses/response-cache.ts";

/** The proof of an endorsement: the current one at `/api/proof/{id}`, and one version at an address with its digest. */
export function proofRoutes(services: AppServices): Hono<Env> {
  const { database, config, responseCache, readLimit } = services;
  const app = new Hono<Env>();

  const read = (id: number) => async () => {
    const proof = await readProof(database, id, config);
    return proof === null ? null : JSON.stringify(proof);
  };

  app.get("/api/proof/:id", async (c) => {
    const { id } = parseInput(calls.getProof.params, c.req.param());
    const response = await jsonResponse(c, services, read(id));
    if (response === null) throw new NotFoundError("Not found");
    return response;
  });

  app.get("/api/proof/:id/:digest", async (c: Context<Env>) => {
    const { id, digest } = parseInput(calls.getProofVersion.params, c.req.param());
    const acquire = () => readLimit.acquire(c);
    const found = await responseCache.getOrCreate(`/api/proof/${id}`, read(id), acquire);
    if (found === null) throw new NotFoundError("Not found");
    const bytes = await responseCache.body(found, "identity");
    if (createHash("sha256").update(bytes).digest("hex") !== digest)
      throw new NotFoundError("The proof has other bytes now");
    const headers = { ...jsonHeaders, "cache-control": immutable, etag: `W/"${digest}"` };
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    if (matchesEtag(c.req.header("if-none-match"), headers.etag)) return c.body(null, 304);
    return cachedBody(c, responseCache, found);
  });

  return app;
}

const immutable = "public, max-age=31536000, immutable";
