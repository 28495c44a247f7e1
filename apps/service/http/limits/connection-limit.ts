import type { Server } from "node:http";
import type { Config } from "@colonnade/domain/config.ts";
import type { WarnOfTrouble } from "../../monitoring/log.ts";
import { TooManyError } from "../errors.ts";
import { clientAt } from "../requests/client-address.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";

/**
 * Bounds the open connections of one client, where no proxy is in front. Closes any other at once: nothing of it was
 * read, so it gets no answer.
 */
export function limitConnections(
  server: Server,
  config: Config,
  warnOfTrouble: WarnOfTrouble,
): void {
  if (config.trustedProxies > 0) return;
  const slots = { client: config.connectionsPerClient, all: Number.POSITIVE_INFINITY };
  const limit = createConcurrencyLimit(config, slots, 0);
  server.on("connection", (socket) => {
    try {
      socket.once("close", limit.acquireFor(clientAt(socket)));
    } catch (error) {
      if (!(error instanceof TooManyError)) throw error;
      const { remoteAddress = "unknown" } = socket;
      warnOfTrouble(
        { remoteAddress },
        "a connection was closed; COLONNADE_CONNECTIONS_PER_CLIENT says how many a client may have",
      );
      socket.destroy();
    }
  });
}
