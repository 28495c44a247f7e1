import type { HttpBindings } from "@hono/node-server";
import type { RequestIdVariables } from "hono/request-id";

/** What the context of every request has. */
export interface Env {
  Bindings: HttpBindings;
  Variables: RequestIdVariables & {
    /**
     * Aborted when the client has left, or got an error because the request was late or slow. The reason is an Error.
     */
    ended: AbortSignal;
  };
}
