import { createHash, randomBytes } from "node:crypto";
import { calls } from "@colonnade/domain/http/contract.ts";
import { times } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import type { Session, SignIn } from "@colonnade/domain/session.ts";
import { type Context, Hono } from "hono";
import type { Executor } from "../../db/database.ts";
import type { AppServices } from "../app-services.ts";
import { ForbiddenError, RequestError, SignedOutError } from "../errors.ts";
import { createRateLimit, MINUTE } from "../limits/rate-limit.ts";
import type { Env } from "../requests/env.ts";
import { limitBody, parseInput, readJsonBody, requireContentType } from "../requests/input.ts";
import { deleteSessionCookie, readSessionCookie, setSessionCookie } from "./session-cookie.ts";
import { isSignedBy } from "./signature.ts";

/** Milliseconds between two writes of when a session was last used. */
const USE_WRITTEN_EVERY = 5 * MINUTE;

const signedOut: Session = { address: null, expiresAt: null, watcher: false };

/** Sign-in by wallet signature. */
export function sessionRoutes(services: AppServices): Hono<Env> {
  const app = new Hono<Env>();
  const challengeLimit = createRateLimit(services.config, 60, MINUTE);
  const signInLimit = createRateLimit(services.config, 60, MINUTE);

  app.get(calls.getChallenge.path, async (c) => {
    const { address } = parseInput(calls.getChallenge.query, c.req.query());
    challengeLimit.count(c);
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
    limitBody(4096, "This is too large for a sign-in"),
    async (c) => {
      const input = parseInput(calls.signIn.body, await readJsonBody(c));
      signInLimit.count(c);
      return c.json(await signIn(c, services, input));
    },
  );

  app.delete(calls.signOut.path, async (c) => {
    await endSession(c, services);
    deleteSessionCookie(c, services.config);
    return c.json(signedOut);
  });

  app.delete(calls.signOutEverywhere.path, async (c) => {
    const { config, database } = services;
    const address = await requireSession(c, services);
    await database.kysely.deleteFrom("sessions").where("address", "=", address).execute();
    deleteSessionCookie(c, config);
    return c.json(signedOut);
  });

  return app;
}

/**
 * Stores a new challenge for an address. Anybody may ask for anybody's address, so a new challenge never replaces an
 * open one; the rate limit and the expiry keep them few.
 */
async function makeChallenge(services: AppServices, address: string) {
  const { config, database } = services;
  const now = Date.now();
  const nonce = randomBytes(16).toString("hex");
  const expiresAt = new Date(now + times.challenge).toISOString();
  // In the form of EIP-4361.
  const message = [
    `${new URL(config.origin).host} wants you to sign in with your Stacks account:`,
    address,
    "",
    "Sign in to Colonnade. This is not a transaction and costs nothing.",
    "",
    `URI: ${config.origin}`,
    "Version: 1",
    `Chain ID: ${config.network === "mainnet" ? 1 : 2147483648}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(now).toISOString()}`,
    `Expiration Time: ${expiresAt}`,
  ].join("\n");
  await database.kysely.transaction().execute(async (trx) => {
    await trx.deleteFrom("challenges").where("expires_at", "<=", now).execute();
    await trx
      .insertInto("challenges")
      .values({ nonce, address, message, expires_at: now + times.challenge })
      .execute();
  });
  return { message, nonce, expiresAt };
}

/**
 * Signs in with a signed challenge and sets the cookie.
 * @throws RequestError login_failed when the challenge is unknown, used, expired or another address's;
 *   signature_verification_failure when the signature or the key does not belong to the address
 */
async function signIn(c: Context<Env>, services: AppServices, input: SignIn): Promise<Session> {
  const { config, database } = services;
  const now = Date.now();
  // Deleted even when the sign-in fails: a challenge is for one attempt.
  const challenge = await database.kysely
    .deleteFrom("challenges")
    .where("nonce", "=", input.nonce)
    .returning(["address", "message", "expires_at"])
    .executeTakeFirst();
  if (
    challenge === undefined ||
    challenge.expires_at <= now ||
    challenge.address !== input.address
  ) {
    throw new RequestError(401, "login_failed", "The challenge is no longer valid");
  }
  if (!isSignedBy(input, challenge.message, config.network === "mainnet" ? "mainnet" : "testnet")) {
    throw new RequestError(401, "signature_verification_failure", messages.invalidAuthResponse);
  }
  const token = randomBytes(32).toString("base64url");
  const expires = now + times.session;
  await database.kysely.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("sessions")
      .where(({ eb, or }) =>
        or([eb("expires_at", "<=", now), eb("used_at", "<=", now - times.sessionIdle)]),
      )
      .execute();
    await trx
      .insertInto("sessions")
      .values({
        token_hash: hashOf(token),
        address: input.address,
        expires_at: expires,
        used_at: now,
      })
      .execute();
  });
  await endSession(c, services);
  setSessionCookie(c, config, token, new Date(expires));
  return describe(database.kysely, { address: input.address, expires_at: expires, used_at: now });
}

/** Reads the session of a request; its fields are null when nobody is signed in. */
async function readSession(c: Context<Env>, services: AppServices): Promise<Session> {
  const session = await findSession(c, services);
  if (session === undefined) return signedOut;
  return describe(services.database.kysely, session);
}

/**
 * Returns the signed-in address.
 * @param claimed the address that the input names; it must be the signed-in one
 * @throws SignedOutError, ForbiddenError
 */
export async function requireSession<AnyEnv extends Env>(
  c: Context<AnyEnv>,
  services: AppServices,
  claimed?: string,
): Promise<string> {
  const session = await findSession(c, services);
  if (session === undefined) throw new SignedOutError();
  if (claimed !== undefined && claimed !== session.address) {
    throw new ForbiddenError("You are signed in with another address");
  }
  return session.address;
}

/**
 * Returns the signed-in address, for a call that a suspended principal may not make.
 * @param claimed as in `requireSession`
 * @throws SignedOutError, ForbiddenError
 */
export async function requireUnsuspended<AnyEnv extends Env>(
  c: Context<AnyEnv>,
  services: AppServices,
  claimed?: string,
): Promise<string> {
  const address = await requireSession(c, services, claimed);
  const suspended = await services.database.kysely
    .selectFrom("profiles")
    .where("address", "=", address)
    .where("suspended", "=", true)
    .select("address")
    .executeTakeFirst();
  if (suspended !== undefined) throw new ForbiddenError(messages.suspended);
  return address;
}

/**
 * Returns the signed-in address, for a call that only watchers may make.
 * @throws SignedOutError, ForbiddenError
 */
export async function requireWatcher(c: Context<Env>, services: AppServices): Promise<string> {
  const address = await requireSession(c, services);
  await checkWatcher(services.database.kysely, address);
  return address;
}

/** Says whether an address is a watcher's now. @throws ForbiddenError */
export async function checkWatcher(db: Executor, address: string): Promise<void> {
  if (!(await isWatcher(db, address))) throw new ForbiddenError("Only watchers may do this");
}

interface KeptSession {
  address: string;
  expires_at: number;
  used_at: number;
}

async function describe(db: Executor, session: KeptSession): Promise<Session> {
  const { address, expires_at, used_at } = session;
  return {
    address,
    expiresAt: new Date(Math.min(expires_at, used_at + times.sessionIdle)).toISOString(),
    watcher: await isWatcher(db, address),
  };
}

async function isWatcher(db: Executor, address: string): Promise<boolean> {
  const row = await db
    .selectFrom("watchers")
    .where("principal", "=", address)
    .select("principal")
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the session of a request, and writes that it was used. */
async function findSession<AnyEnv extends Env>(
  c: Context<AnyEnv>,
  { config, database: { kysely } }: AppServices,
): Promise<KeptSession | undefined> {
  const token = readSessionCookie(c, config);
  if (token === undefined) return undefined;
  const now = Date.now();
  const session = await kysely
    .selectFrom("sessions")
    .where("token_hash", "=", hashOf(token))
    .where("expires_at", ">", now)
    .where("used_at", ">", now - times.sessionIdle)
    .select(["address", "expires_at", "used_at"])
    .executeTakeFirst();
  if (session === undefined || now - session.used_at < USE_WRITTEN_EVERY) return session;
  await kysely
    .updateTable("sessions")
    .set({ used_at: now })
    .where("token_hash", "=", hashOf(token))
    .execute();
  return { ...session, used_at: now };
}

async function endSession(c: Context<Env>, { config, database }: AppServices): Promise<void> {
  const token = readSessionCookie(c, config);
  if (token === undefined) return;
  await database.kysely.deleteFrom("sessions").where("token_hash", "=", hashOf(token)).execute();
}

/** Tokens are stored as hashes, so that nobody can sign in with a copy of the database. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
