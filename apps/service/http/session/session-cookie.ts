import type { Config } from "@colonnade/domain/config.ts";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Env } from "../requests/env.ts";

type CookieConfig = Pick<Config, "origin">;

/**
 * The name of the session cookie. Browsers take a `__Host-` cookie over HTTPS only, for one host and all its paths, so
 * no other host of the domain can set it.
 */
export const sessionCookie = (origin: string) =>
  isSecure(origin) ? "__Host-colonnade" : "colonnade";

const isSecure = (origin: string) => origin.startsWith("https:");

const optionsOf = (origin: string) =>
  ({ httpOnly: true, sameSite: "Strict", secure: isSecure(origin), path: "/" }) as const;

export function readSessionCookie<AnyEnv extends Env>(
  c: Context<AnyEnv>,
  { origin }: CookieConfig,
): string | undefined {
  return getCookie(c, sessionCookie(origin));
}

export function setSessionCookie(
  c: Context<Env>,
  { origin }: CookieConfig,
  token: string,
  expires: Date,
): void {
  setCookie(c, sessionCookie(origin), token, { ...optionsOf(origin), expires });
}

export function deleteSessionCookie(c: Context<Env>, { origin }: CookieConfig): void {
  deleteCookie(c, sessionCookie(origin), optionsOf(origin));
}
