import type { PendingEvent } from "@colonnade/domain/event.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Hono, type MiddlewareHandler } from "hono";
import { NodeError } from "../chain/node.ts";
import { ImageError, prepareImage } from "../images/processing.ts";
import { storeImage } from "../images/store.ts";
import { AnnouncementError, type PendingEvents } from "../off-chain/pending-events.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import { ForbiddenError, InputError, RequestError, TooLargeError } from "./errors.ts";
import { follow, readFollowLists, unfollow } from "./follows.ts";
import { limitBody, parseInput, readJsonBody, requireContentType, requireJson } from "./input.ts";
import { createRateLimit, HOUR, MINUTE } from "./rate-limit.ts";
import type { Env, Services, SignedInEnv } from "./services.ts";
import { requireSession, requireUnsuspended } from "./session.ts";

/** Bytes of a multipart body beside the file. */
const FORM_BYTES = 64 * 1024;
/** Uploads at once. Each is held in memory whole. */
const UPLOADS = { client: 4, all: 16 };
/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 5;

/** The calls that write what is off chain. Their origin is checked before. */
export function writeRoutes(services: Services): Hono<Env> {
  const { config, database, pendingEvents } = services;
  const app = new Hono<Env>();
  const announcements = createRateLimit(config, 60, MINUTE);
  const follows = createRateLimit(config, 60, MINUTE);
  const contacts = createRateLimit(config, 10, 10 * MINUTE);
  const uploads = createRateLimit(config, 100, HOUR);
  const uploadSlots = createConcurrencyLimit(config, UPLOADS, RETRY_AFTER);

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

  /** Runs before the body is read. */
  const admitUpload: MiddlewareHandler<SignedInEnv> = async (c, next) => {
    const uploader = await requireUnsuspended(c, services);
    const release = uploadSlots.acquire(c);
    try {
      uploads.count(c, uploader);
      c.set("signedIn", uploader);
      await next();
    } finally {
      release();
    }
  };

  app.post(
    calls.uploadImage.path,
    requireContentType("multipart/form-data"),
    admitUpload,
    limitBody(limits.imageBytes + FORM_BYTES, messages.imageTooHeavy),
    async (c) => {
      const form = await c.req.parseBody({ all: true }).catch(() => {
        throw new InputError(messages.imageFile);
      });
      const file = form[calls.uploadImage.file];
      if (Array.isArray(file)) throw new InputError(messages.singleImageFile);
      if (!(file instanceof File)) throw new InputError(messages.imageFile, "missing_parameter");
      if (file.size >= limits.imageBytes) throw new TooLargeError(messages.imageTooHeavy);
      try {
        const image = await prepareImage(new Uint8Array(await file.arrayBuffer()));
        return c.json({ cid: await storeImage(services, image, c.get("signedIn")) });
      } catch (error) {
        if (error instanceof ImageError) throw new InputError(error.message);
        throw error;
      }
    },
  );

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
