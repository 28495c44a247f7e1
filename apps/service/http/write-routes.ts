import { calls } from "@colonnade/domain/http/contract.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Hono, type MiddlewareHandler } from "hono";
import { ImageError, prepareImage } from "../images/prepare.ts";
import { storeImage } from "../images/store.ts";
import { InputError, TooLargeError } from "./errors.ts";
import { limitBody, requireContentType, requireJson } from "./guard.ts";
import { parseInput, readJsonBody } from "./input.ts";
import { createLimiter, HOUR, MINUTE } from "./limiter.ts";
import { createPlaces } from "./places.ts";
import { clientOf, type Env, type Services, type SignedInEnv } from "./services.ts";
import { readSession, requireSession } from "./session.ts";
import { announce } from "./writes/announce.ts";
import { follow, readFollowLists, unfollow } from "./writes/follow.ts";

/** What a multipart body has beside the file. */
const FORM_BYTES = 64 * 1024;
/** Uploads at once: each is in memory, whole. */
const UPLOADS = { client: 4, all: 16 };
/** Seconds until one of them may be done. */
const RETRY_AFTER = 5;

/** The calls that change what is off chain. Their origin is checked before them. */
export function writeRoutes(services: Services): Hono<Env> {
  const { config, database, offChain, pendingEvents } = services;
  const app = new Hono<Env>();
  const announcements = createLimiter(config, 120, MINUTE);
  const follows = createLimiter(config, 60, MINUTE);
  const contacts = createLimiter(config, 10, 10 * MINUTE);
  const uploads = createLimiter(config, 100, HOUR);
  const places = createPlaces(config, UPLOADS, RETRY_AFTER);

  app.post(calls.announceTransaction.path, ...requireJson, async (c) => {
    const event = parseInput(calls.announceTransaction.body, await readJsonBody(c));
    announcements.take(c);
    const address = (await readSession(c, services)).address;
    const isOwn = address === event.senderPrincipal;
    await announce(pendingEvents, event, isOwn ? address : clientOf(c, config));
    return c.json({ accepted: true }, 202);
  });

  const changesOfFollows = [
    { call: calls.follow, change: follow },
    { call: calls.unfollow, change: unfollow },
  ];
  for (const { call, change } of changesOfFollows) {
    app.post(call.path, ...requireJson, async (c) => {
      const input = parseInput(call.body, await readJsonBody(c));
      const address = await requireSession(c, services, input.userPrincipal);
      follows.take(c, address);
      await change(offChain, address, input.profilePrincipal);
      return c.body(await readFollowLists(database, address), 200, jsonType);
    });
  }

  app.post(calls.sendContact.path, ...requireJson, async (c) => {
    const { website, ...message } = parseInput(calls.sendContact.body, await readJsonBody(c));
    contacts.take(c);
    // What fills the field that no person sees is told all is well, and nothing is kept.
    if (website === "") {
      await database.kysely
        .insertInto("contact_messages")
        .values({ document: JSON.stringify(message), at: Date.now(), sent_at: null })
        .execute();
    }
    return c.json({ accepted: true });
  });

  /** Before anything of the body is read. */
  const admitUpload: MiddlewareHandler<SignedInEnv> = async (c, next) => {
    const uploader = await requireSession(c, services);
    const leave = places.take(c);
    try {
      uploads.take(c, uploader);
      c.set("signedIn", uploader);
      await next();
    } finally {
      leave();
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
