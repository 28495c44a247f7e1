import type { Context } from "hono";
import type { WarnOfTrouble } from "../../monitoring/log.ts";
import type { Env } from "../requests/env.ts";

/**
 * Sends a body while it is read, no faster than the client takes it. If the reading fails, closes the connection, so
 * that nobody takes a part for the whole.
 * @param kind what the log says then
 */
export function streamedBody(
  c: Context<Env>,
  source: ReadableStream<Uint8Array>,
  warnOfTrouble: WarnOfTrouble,
  kind: string,
): Response {
  const { outgoing } = c.env;
  const reader = source.getReader();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          if (!outgoing.destroyed) warnOfTrouble({ err: error }, kind);
          outgoing.destroy();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return c.body(body);
}
