import { calls } from "@colonnade/domain/http/contract.ts";
import { Hono } from "hono";
import { limitBody, requireContentType } from "./guard.ts";
import { parseInput, readJsonBody } from "./input.ts";
import { createLimiter, MINUTE } from "./limiter.ts";
import type { Env, Services } from "./services.ts";
import { makeChallenge, readSession, signIn, signOut } from "./session.ts";

/** Sign-in by wallet signature. */
export function sessionRoutes(services: Services): Hono<Env> {
  const app = new Hono<Env>();
  const challenges = createLimiter(services.config, 60, MINUTE);
  const attempts = createLimiter(services.config, 60, MINUTE);

  app.get(calls.getChallenge.path, async (c) => {
    const { address } = parseInput(calls.getChallenge.query, c.req.query());
    challenges.take(c);
    c.header("cache-control", "no-store");
    return c.json(await makeChallenge(services, address));
  });

  app.get(calls.getSession.path, async (c) => {
    c.header("cache-control", "no-store");
    return c.json(await readSession(c, services));
  });

  app.post(
    calls.signIn.path,
    requireContentType("application/json"),
    limitBody(4096, "A sign-in is smaller than this"),
    async (c) => {
      const input = parseInput(calls.signIn.body, await readJsonBody(c));
      attempts.take(c);
      return c.json(await signIn(c, services, input));
    },
  );

  app.delete(calls.signOut.path, async (c) => c.json(await signOut(c, services)));

  return app;
}
