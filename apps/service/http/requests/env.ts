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
    /** The ETag of what the service knew when a cached read began. A 404 of such a read has it, too. */
    etag?: string;
  };
}
