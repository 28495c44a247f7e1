import { messages } from "@colonnade/domain/messages.ts";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { InputError, RequestError, TooLargeError } from "../errors.ts";
import type { Env } from "./env.ts";

const fixedMessages = new Set<string>(Object.values(messages));

/**
 * Parses input by the contract's schema.
 * @throws InputError with the message that the screens show, where the schema has one
 */
export function parseInput<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.join(".") ?? "";
  const message = issue?.message ?? "Invalid input";
  const isMissing = issue !== undefined && valueAt(value, issue.path) === undefined;
  throw new InputError(
    fixedMessages.has(message) || path === ""
      ? message
      : `${path}: ${isMissing ? "Required" : message}`,
    isMissing ? "missing_parameter" : "validation_error",
  );
}

function valueAt(value: unknown, path: PropertyKey[]): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

/** @throws InputError when the body is not JSON */
export async function readJsonBody(c: Context): Promise<unknown> {
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError("Expected JSON");
  }
}

/** Rejects a body of another content type. */
export function requireContentType(
  type: "application/json" | "multipart/form-data",
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const sent = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (sent !== type) throw new RequestError(415, "validation_error", `Expected ${type}`);
    await next();
  };
}

/** Rejects a larger body without reading it to its end. */
export function limitBody(bytes: number, message: string): MiddlewareHandler<Env> {
  return bodyLimit({
    maxSize: bytes,
    onError: () => {
      throw new TooLargeError(message);
    },
  });
}

/** Bytes: the longest contact message when JSON escapes every character in up to twelve bytes, and the other fields. */
const JSON_BYTES = 80 * 1024;

/** The middleware of every call that takes JSON. */
export const requireJson = [
  requireContentType("application/json"),
  limitBody(JSON_BYTES, "Too long"),
] as const;
