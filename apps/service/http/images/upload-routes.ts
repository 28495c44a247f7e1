import { calls } from "@colonnade/domain/http/contract.ts";
import { Hono } from "hono";
import { ImageError, prepareImage } from "../../images/processing.ts";
import { QuotaError } from "../../images/quota.ts";
import { storeImage } from "../../images/store.ts";
import type { AppServices } from "../app-services.ts";
import { BusyError, InputError, RequestError, TooLargeError, TooManyError } from "../errors.ts";
import { createBodySlots } from "../limits/body-slots.ts";
import { createFairQueue } from "../limits/fair-queue.ts";
import { createRateLimit, HOUR } from "../limits/rate-limit.ts";
import type { Env } from "../requests/env.ts";
import { requireContentType } from "../requests/input.ts";
import { requireUnsuspended } from "../session/session.ts";
import { readMultipartFile } from "./multipart-file.ts";

/** Uploads of one person in an hour. */
const UPLOADS = 40;
/** Uploads at once. Each is held in memory whole. */
const SLOTS = { client: 4, all: 24 };
/** Images processed at once. As many of a client may wait as it has upload slots. */
const TURNS = { all: 2, client: 1, waiting: 4 };
/** Seconds. */
const RETRY_AFTER = 5;

/** Uploading an image. A middleware has checked the request's origin. */
export function uploadRoutes(services: AppServices): Hono<Env> {
  const app = new Hono<Env>();
  const uploads = createRateLimit(services.config, UPLOADS, HOUR);
  const slots = createBodySlots(services.config, SLOTS, RETRY_AFTER);
  const inTurn = createFairQueue(services.config, TURNS, RETRY_AFTER);

  app.post(calls.uploadImage.path, requireContentType("multipart/form-data"), async (c) => {
    const uploader = await requireUnsuspended(c, services);
    const taken = new AbortController();
    const release = slots.acquire(c, () => taken.abort(new BusyError(RETRY_AFTER)));
    try {
      uploads.count(c, uploader);
      const signal = AbortSignal.any([taken.signal, c.var.ended]);
      const file = await readMultipartFile(c.env.incoming, calls.uploadImage.file, signal);
      const image = await prepareImage(file, (task, isLong) => inTurn(c, task, { isLong }));
      signal.throwIfAborted();
      return c.json({ cid: await storeImage(services, image, uploader) });
    } catch (error) {
      throw refusalOf(error);
    } finally {
      release();
    }
  });

  return app;
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ImageError) return new InputError(error.message);
  if (!(error instanceof QuotaError)) return error;
  const { scope, retryAfter, message } = error;
  if (scope === "all") return new RequestError(507, "not_enough_error", message, retryAfter);
  return retryAfter === null ? new TooLargeError(message) : new TooManyError(retryAfter, message);
}
