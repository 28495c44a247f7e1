import type { StatusList } from "@colonnade/domain/credential.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import { type Context, Hono } from "hono";
import { didDocument, issuerDocument } from "../../credential/issuer.ts";
import { sign } from "../../credential/signing.ts";
import { describeStatusList, rangeOf } from "../../credential/status-list.ts";
import { isNearlyWhole } from "../../monitoring/index-status.ts";
import { readIssuerKeys } from "../../off-chain/issuer-key-store.ts";
import type { AppServices } from "../app-services.ts";
import { BusyError, NotFoundError } from "../errors.ts";
import { type ConcurrencyLimit, createConcurrencyLimit } from "../limits/concurrency-limit.ts";
import { createRateLimit, MINUTE } from "../limits/rate-limit.ts";
import { credentialOf, readApprovedIds, readBadgeProfile } from "../reads/credentials.ts";
import { readProof } from "../reads/proof.ts";
import type { Env } from "../requests/env.ts";
import { parseInput } from "../requests/input.ts";
import { jsonResponse } from "../responses/cached-response.ts";
import { openHeaders } from "../responses/cross-origin.ts";

/** Signatures at once. Each takes some milliseconds in which nothing else is answered. */
const SLOTS = { client: 8, all: 50 };
/** Credentials that are signed for one client. What is cached does not count. */
const CREDENTIALS_A_MINUTE = 600;
/** Seconds. */
const RETRY_AFTER = 1;
/** Seconds until the index may have caught up. */
const CATCHING_UP = 60;

/** Open Badges 3.0: the credentials of endorsements, who issues them, and which are revoked. */
export function credentialRoutes(services: AppServices): Hono<Env> {
  const { database, config } = services;
  const { origin } = config;
  const app = new Hono<Env>();
  const readLimit = createConcurrencyLimit(config, SLOTS, RETRY_AFTER);
  const rate = createRateLimit(config, CREDENTIALS_A_MINUTE, MINUTE);
  const credentialLimit: ConcurrencyLimit = {
    acquire(c) {
      rate.count(c);
      return readLimit.acquire(c);
    },
  };

  async function respond(
    c: Context<Env>,
    read: () => Promise<object | null>,
    limit: ConcurrencyLimit = readLimit,
  ): Promise<Response> {
    const response = await jsonResponse(c, { ...services, readLimit: limit }, async () => {
      const document = await read();
      return document === null ? null : JSON.stringify(document);
    });
    if (response === null) throw new NotFoundError("Not found");
    return response;
  }

  app.get("/api/credential/:id", (c) => {
    const { id } = parseInput(calls.getCredential.params, c.req.param());
    const read = async () => {
      const proof = await readProof(database, id, config);
      return proof && credentialOf(database, config, proof);
    };
    return respond(c, read, credentialLimit);
  });

  app.get("/api/badge-profile/:principal", (c) => {
    const { principal } = parseInput(calls.getBadgeProfile.params, c.req.param());
    return respond(c, () => readBadgeProfile(database, config, principal));
  });

  // A credential names a person by the address of the profile's page. A client that wants JSON is redirected.
  app.get("/profile/:principal", (c, next) => {
    const accept = c.req.header("accept") ?? "";
    if (!/application\/(?:ld\+)?json/.test(accept) || accept.includes("text/html")) return next();
    for (const [name, value] of Object.entries(openHeaders)) c.header(name, value);
    c.header("vary", "Accept");
    return c.redirect(`/api/badge-profile/${encodeURIComponent(c.req.param("principal"))}`, 303);
  });

  app.get("/api/status-list/:n", (c) => {
    const { n } = parseInput(calls.getStatusList.params, c.req.param());
    return respond(c, async () => {
      // What is not indexed yet would look revoked.
      if (!(await isNearlyWhole(config, database))) throw new BusyError(CATCHING_UP);
      const { first, last } = rangeOf(n);
      const approved = await readApprovedIds(database, first, last);
      if (approved === null) return null;
      const list = await describeStatusList(n, approved, origin);
      const { signing } = await readIssuerKeys(database.kysely);
      return { ...list, proof: await sign(list, origin, signing) } satisfies StatusList;
    });
  });

  for (const [{ path }, describe] of [
    [calls.getIssuer, issuerDocument],
    [calls.getDidDocument, didDocument],
  ] as const) {
    app.get(path, (c) =>
      respond(c, async () => {
        const { published } = await readIssuerKeys(database.kysely);
        return describe(origin, published);
      }),
    );
  }

  return app;
}
