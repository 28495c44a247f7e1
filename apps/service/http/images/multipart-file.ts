import type { IncomingMessage } from "node:http";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { InputError, type RequestError, TooLargeError } from "../errors.ts";

/** Bytes of the body besides the file. */
const FORM_BYTES = 64 * 1024;
/** Characters of a content type. A boundary has at most 70, and searching for a long one takes long. */
const TYPE_CHARACTERS = 200;
/** Bytes that are parsed before the limits are checked again. */
const PIECE = 16_384;

/**
 * Reads the one file of a multipart body. Stops where a limit is passed and leaves the rest unread.
 * @param field the name of the file's part
 * @param signal ends the reading
 * @throws InputError, TooLargeError, and the reason of the signal
 */
export async function readMultipartFile(
  incoming: IncomingMessage,
  field: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const length = Number(incoming.headers["content-length"] ?? 0);
  if (length > limits.imageBytes + FORM_BYTES) throw new TooLargeError(messages.imageTooHeavy);
  const taken = Promise.withResolvers<never>();
  const onAbort = () => taken.reject(signal.reason);
  signal.addEventListener("abort", onAbort);
  try {
    return await Promise.race([parse(incoming, field, signal), taken.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

async function parse(
  incoming: IncomingMessage,
  field: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const form = openForm(incoming.headers["content-type"] ?? "", field);
  try {
    for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
      if (signal.aborted) break;
      await form.write(chunk);
    }
  } catch (error) {
    // The client went away, and nobody reads the answer.
    if (incoming.errored !== null) throw new InputError(messages.imageFile);
    throw error;
  }
  return form.end();
}

/** Parses a form that has one part, a file. */
function openForm(contentType: string, field: string) {
  let file: BusboyFileStream | null = null;
  let fault: RequestError | null = null;
  const chunks: Buffer[] = [];
  const fail = (error: RequestError) => {
    fault ??= error;
  };
  const parser = createParser(contentType);
  const ended = Promise.withResolvers<void>();
  parser.on("finish", ended.resolve);
  parser.on("error", () => {
    fail(new InputError(messages.imageFile));
    ended.resolve();
  });
  parser.on("partsLimit", () => fail(new InputError(messages.singleImageFile)));
  parser.on("file", (name, stream) => {
    stream.on("error", () => fail(new InputError(messages.imageFile)));
    stream.on("limit", () => fail(new TooLargeError(messages.imageTooHeavy)));
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    if (name === field) file = stream;
  });

  let bytes = 0;
  const writePiece = async (piece: Buffer) => {
    bytes += piece.length;
    const written = new Promise<void>((resolve) => parser.write(piece, () => resolve()));
    await Promise.race([written, ended.promise]);
    check();
    if (bytes - (file?.bytesRead ?? 0) > FORM_BYTES) throw new InputError(messages.imageFile);
  };
  const check = () => {
    if (fault !== null) throw fault;
  };

  return {
    /** @throws InputError, TooLargeError when the form breaks a rule */
    async write(chunk: Buffer): Promise<void> {
      for (let at = 0; at < chunk.length; at += PIECE) {
        await writePiece(chunk.subarray(at, at + PIECE));
      }
    },
    /** @throws InputError, TooLargeError when the form is incomplete or has no such file */
    async end(): Promise<Uint8Array> {
      parser.end();
      await ended.promise;
      check();
      if (file === null) throw new InputError(messages.imageFile, "missing_parameter");
      return Buffer.concat(chunks);
    },
  };
}

/** @throws InputError for a content type without a boundary, or with a very long one */
function createParser(contentType: string): BusboyInstance {
  if (contentType.length > TYPE_CHARACTERS) throw new InputError(messages.imageFile);
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: {
        parts: 1,
        files: 1,
        fields: 1,
        fieldSize: 1024,
        fileSize: limits.imageBytes - 1,
        headerPairs: 20,
        headerSize: 8192,
      },
    });
  } catch {
    throw new InputError(messages.imageFile);
  }
}
