import { createHash, randomBytes } from "node:crypto";
import { times } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { challengeText, type Session, type SignIn } from "@colonnade/domain/session.ts";
import { verifyMessageSignatureRsv } from "@stacks/encryption";
import { getAddressFromPublicKey } from "@stacks/transactions";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Executor } from "../db/database.ts";
import { ForbiddenError, RequestError, SignedOutError } from "./errors.ts";
import type { Env, Services } from "./services.ts";

const COOKIE = "colonnade_session";

const signedOut: Session = { address: null, expiresAt: null, watcher: false };

/**
 * A new challenge for an address; it can be used once. Anybody may ask for anybody's address, so an open one
 * is never dropped for a newer: the limit by client and the expiry keep them few.
 */
export async function makeChallenge(services: Services, address: string) {
  const { config, database } = services;
  const now = Date.now();
  const nonce = randomBytes(16).toString("hex");
  const expiresAt = new Date(now + times.challenge).toISOString();
  const message = challengeText({
    domain: new URL(config.origin).host,
    address,
    uri: config.origin,
    chainId: config.network === "mainnet" ? 1 : 2147483648,
    nonce,
    issuedAt: new Date(now).toISOString(),
    expiresAt,
  });
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
 * @throws RequestError login_failed for a challenge that is unknown, used, expired or another's;
 *   signature_verification_failure for a signature or a key that is not the address's
 */
export async function signIn(c: Context<Env>, services: Services, input: SignIn): Promise<Session> {
  const { config, database } = services;
  const now = Date.now();
  // Deleted whatever comes of it: a challenge is for one attempt.
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
    throw new RequestError(401, "login_failed", "The challenge is not open any more");
  }
  if (!isSignedBy(input, challenge.message, config.network === "mainnet" ? "mainnet" : "testnet")) {
    throw new RequestError(401, "signature_verification_failure", messages.invalidAuthResponse);
  }
  const token = randomBytes(32).toString("base64url");
  const expires = now + times.session;
  await database.kysely.transaction().execute(async (trx) => {
    await trx.deleteFrom("sessions").where("expires_at", "<=", now).execute();
    await trx
      .insertInto("sessions")
      .values({ token_hash: hashOf(token), address: input.address, expires_at: expires })
      .execute();
  });
  await endSession(c, database.kysely);
  setCookie(c, COOKIE, token, { ...cookieOptions(config.origin), expires: new Date(expires) });
  return describe(database.kysely, input.address, expires);
}

/** Signs out. */
export async function signOut(c: Context<Env>, { config, database }: Services): Promise<Session> {
  await endSession(c, database.kysely);
  deleteCookie(c, COOKIE, cookieOptions(config.origin));
  return signedOut;
}

/** Who is signed in, whether somebody is or not. */
export async function readSession(c: Context<Env>, { database }: Services): Promise<Session> {
  const session = await findSession(c, database.kysely);
  if (session === undefined) return signedOut;
  return describe(database.kysely, session.address, session.expires_at);
}

/**
 * The signed-in address, for a call that is only for one's own.
 * @param claimed the address that the input speaks for
 * @throws SignedOutError when nobody is signed in, ForbiddenError when somebody else is
 */
export async function requireSession<AnyEnv extends Env>(
  c: Context<AnyEnv>,
  { database }: Services,
  claimed?: string,
): Promise<string> {
  const session = await findSession(c, database.kysely);
  if (session === undefined) throw new SignedOutError();
  if (claimed !== undefined && claimed !== session.address) {
    throw new ForbiddenError("You are signed in with another address");
  }
  return session.address;
}

/**
 * The signed-in address, for a call that only watchers make.
 * @throws SignedOutError, ForbiddenError
 */
export async function requireWatcher(c: Context<Env>, services: Services): Promise<string> {
  const address = await requireSession(c, services);
  if (!(await isWatcher(services.database.kysely, address))) {
    throw new ForbiddenError("Only watchers may do this");
  }
  return address;
}

function isSignedBy(input: SignIn, message: string, network: "mainnet" | "testnet"): boolean {
  const { publicKey, signature, address } = input;
  try {
    return (
      getAddressFromPublicKey(publicKey, network) === address &&
      verifyMessageSignatureRsv({ message, publicKey, signature })
    );
  } catch {
    // The libraries throw for points that are not on the curve.
    return false;
  }
}

async function describe(db: Executor, address: string, expires: number): Promise<Session> {
  return {
    address,
    expiresAt: new Date(expires).toISOString(),
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

async function findSession<AnyEnv extends Env>(c: Context<AnyEnv>, db: Executor) {
  const token = getCookie(c, COOKIE);
  if (token === undefined) return undefined;
  return db
    .selectFrom("sessions")
    .where("token_hash", "=", hashOf(token))
    .where("expires_at", ">", Date.now())
    .select(["address", "expires_at"])
    .executeTakeFirst();
}

async function endSession(c: Context<Env>, db: Executor): Promise<void> {
  const token = getCookie(c, COOKIE);
  if (token === undefined) return;
  await db.deleteFrom("sessions").where("token_hash", "=", hashOf(token)).execute();
}

/** Kept hashed, so that who reads the database cannot be anybody. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function cookieOptions(origin: string) {
  return {
    httpOnly: true,
    sameSite: "Strict",
    secure: origin.startsWith("https:"),
    path: "/",
  } as const;
}
