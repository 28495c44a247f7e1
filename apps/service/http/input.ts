import { messages } from "@colonnade/domain/messages.ts";
import type { Context } from "hono";
import { z } from "zod";
import { InputError } from "./errors.ts";

const fixedMessages = new Set<string>(Object.values(messages));

/**
 * Reads input by the contract's schema.
 * @throws InputError in the words that the screens have for it, where the schema says them
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
