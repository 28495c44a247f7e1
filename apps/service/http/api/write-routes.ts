import type { PendingEvent } from "@colonnade/domain/event.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import { Hono } from "hono";
import { NodeError } from "../../chain/node.ts";
import { AnnouncementError, type PendingEvents } from "../../off-chain/pending-events.ts";
import type { AppServices } from "../app-services.ts";
import { ForbiddenError, RequestError } from "../errors.ts";
import { createRateLimit, MINUTE } from "../limits/rate-limit.ts";
import type { Env } from "../requests/env.ts";
import { parseInput, readJsonBody, requireJson } from "../requests/input.ts";
import { requireSession, requireUnsuspended } from "../session/session.ts";
import { follow, readFollowLists, unfollow } from "./follows.ts";

/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 5;

/** The calls that write off-chain data. A middleware has checked their origin. */
export function writeRoutes(services: AppServices): Hono<Env> {
  const { config, database, pendingEvents } = services;
  const app = new Hono<Env>();
  const announcements = createRateLimit(config, 60, MINUTE);
  const follows = createRateLimit(config, 60, MINUTE);
  const contacts = createRateLimit(config, 10, 10 * MINUTE);

  app.post(calls.announceTransaction.path, ...requireJson, async (c) => {
    const event = parseInput(calls.announceTransaction.body, await readJsonBody(c));
    announcements.count(c);
    return c.json({ seen: await announce(pendingEvents, event) }, 202);
  });

  const followCalls = [
    { call: calls.follow, change: follow, admit: requireUnsuspended },
    { call: calls.unfollow, change: unfollow, admit: requireSession },
  ];
  for (const { call, change, admit } of followCalls) {
    app.post(call.path, ...requireJson, async (c) => {
      const input = parseInput(call.body, await readJsonBody(c));
      const address = await admit(c, services, input.userPrincipal);
      follows.count(c, address);
      await change(services, address, input.profilePrincipal);
      return c.body(await readFollowLists(database, address), 200, jsonType);
    });
  }

  app.post(calls.sendContact.path, ...requireJson, async (c) => {
    const { website, ...message } = parseInput(calls.sendContact.body, await readJsonBody(c));
    contacts.count(c);
    // Only bots fill the hidden field. They get the usual response, and nothing is stored.
    if (website === "") {
      await database.kysely
        .insertInto("contact_messages")
        .values({ document: JSON.stringify(message), at: Date.now(), sent_at: null })
        .execute();
    }
    return c.json({ accepted: true });
  });

  return app;
}

const jsonType = { "content-type": "application/json; charset=utf-8" };

/**
 * Keeps an announced transaction if the node has it. Only the id and the sender of the announcement are used.
 * @returns whether the node has seen it
 * @throws ForbiddenError when it is not that sender's call of Colonnade
 * @throws RequestError unavailable when the node cannot be asked now
 */
async function announce(
  pendingEvents: PendingEvents,
  { txId, senderPrincipal }: PendingEvent,
): Promise<boolean> {
  try {
    return await pendingEvents.announce(txId, senderPrincipal);
  } catch (error) {
    if (error instanceof AnnouncementError) throw new ForbiddenError(error.message);
    if (error instanceof NodeError) {
      const message = "The node cannot be asked about the transaction now, please try again";
      throw new RequestError(503, "unavailable", message, RETRY_AFTER);
    }
    throw error;
  }
}
