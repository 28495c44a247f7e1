import { calls } from "@colonnade/domain/http/contract.ts";
import { Hono } from "hono";
import { ImageError, prepareImage } from "../images/processing.ts";
import { QuotaError } from "../images/quota.ts";
import { storeImage } from "../images/store.ts";
import { InputError, RequestError, TooLargeError, TooManyError } from "./errors.ts";
import { createFairTurns } from "./fair-turns.ts";
import { requireContentType } from "./input.ts";
import { readMultipartFile } from "./multipart-file.ts";
import { createRateLimit, HOUR } from "./rate-limit.ts";
import type { Env, Services } from "./services.ts";
import { requireUnsuspended } from "./session.ts";
import { createUploadPlaces } from "./upload-places.ts";

/** Uploads of one person in an hour. */
const UPLOADS = 40;
/** Images processed at once. No more wait than have a place. */
const TURNS = { all: 2, client: 1, waiting: 4 };
/** Seconds. */
const RETRY_AFTER = 5;

/** Uploading an image. Its origin is checked before. */
export function uploadRoutes(services: Services): Hono<Env> {
  const app = new Hono<Env>();
  const uploads = createRateLimit(services.config, UPLOADS, HOUR);
  const places = createUploadPlaces(services.config);
  const inTurn = createFairTurns(services.config, TURNS, RETRY_AFTER);

  app.post(calls.uploadImage.path, requireContentType("multipart/form-data"), async (c) => {
    const uploader = await requireUnsuspended(c, services);
    const place = places.take(c);
    try {
      uploads.count(c, uploader);
      const signal = AbortSignal.any([place.signal, c.var.ended]);
      const watch = { count: place.count, signal };
      const file = await readMultipartFile(c.env.incoming, calls.uploadImage.file, watch);
      place.keep();
      const image = await prepareImage(file, (task, isLong) => inTurn(c, task, { isLong }));
      signal.throwIfAborted();
      return c.json({ cid: await storeImage(services, image, uploader) });
    } catch (error) {
      throw refusalOf(error);
    } finally {
      place.release();
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
