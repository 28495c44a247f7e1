import type { MiddlewareHandler } from "hono";
import { NotFoundError } from "../errors.ts";
import type { Env } from "../requests/env.ts";

/** Two slashes in a row, or a letter, digit, `-`, `.`, `_`, `~`, slash or backslash that is percent-encoded. */
const unusual = /\/\/|%(?:2[def]|3\d|[46][1-9a-f]|[57][\da]|5[cf]|7e)/i;

/**
 * Rejects a path that has a plainer form. The rules of a proxy in front may match only the plain form, and no other
 * spelling may get around them.
 */
export function rejectUnusualPaths(): MiddlewareHandler<Env> {
  return async (c, next) => {
    const [path = ""] = (c.env.incoming.url ?? "").split("?");
    // People choose how the address of an image is written.
    const isUnusual = unusual.test(path) && !path.startsWith("/ipfs/");
    // The URL parser resolves dots and turns backslashes into slashes.
    if (isUnusual || new URL(path, "http://path").pathname !== path) {
      throw new NotFoundError(
        "There is nothing here: write the path in its plain form",
        "bad_path_error",
      );
    }
    await next();
  };
}
