import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { LRUCache } from "lru-cache";
import sharp, { type Sharp } from "sharp";

/** An image is rejected; the message is shown to its owner. */
export class ImageError extends Error {
  override readonly name = "ImageError";
}

export interface PreparedImage {
  bytes: Uint8Array;
  contentType: "image/webp";
}

// Only the loaders of raster formats stay enabled. SVG and PDF are refused under any file name.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpegBuffer",
    "VipsForeignLoadPngBuffer",
    "VipsForeignLoadWebpBuffer",
    "VipsForeignLoadNsgifBuffer",
    "VipsForeignLoadHeifBuffer",
  ],
});

const QUALITY = limits.imageResizeQuality * 100;

/** Pixels of an image that is decoded and encoded quickly, even if it is noise. */
const QUICK = 500_000;

/** Runs a task in its turn. @param isLong whether it may take a second */
export type DecodeInTurn = <Result>(
  task: () => Promise<Result>,
  isLong: boolean,
) => Promise<Result>;

/**
 * Decodes an uploaded image and encodes it again as WebP: upright, at most 500 pixels high. Metadata and anything else
 * in the file are lost. An image that takes many bytes is encoded more coarsely, and then smaller.
 * @param inTurn decodes and encodes it, once its size is known
 * @throws ImageError, and what `inTurn` throws
 */
export async function prepareImage(file: Uint8Array, inTurn: DecodeInTurn): Promise<PreparedImage> {
  const { width, height } = await readSize(file);
  if (width >= limits.imagePixels || height >= limits.imagePixels) {
    throw new ImageError(messages.imageTooLarge);
  }
  return inTurn(() => encodeAgain(file), width * height > QUICK);
}

const TOO_SLOW = "This image takes too long to prepare. Please try again, or choose a smaller one.";

async function encodeAgain(file: Uint8Array): Promise<PreparedImage> {
  try {
    return { bytes: await encodeToFit(open(file).autoOrient()), contentType: "image/webp" };
  } catch (error) {
    // It may be made to be slow, or the machine may be busy.
    const isLate = error instanceof Error && error.message.startsWith("timeout");
    throw new ImageError(isLate ? TOO_SLOW : messages.imageFile);
  }
}

/**
 * Tried in order until an image has few enough bytes. Noise of 2499 × 500 pixels needs the third; if it is transparent,
 * the fourth: WebP keeps transparency without loss, up to a byte for each pixel. The last is a reserve.
 */
const COARSER = [
  { scale: 1, quality: 75 },
  { scale: 1, quality: 50 },
  { scale: 0.7, quality: 50 },
  { scale: 0.5, quality: 50 },
  { scale: 0.35, quality: 50 },
];

async function encodeToFit(image: Sharp): Promise<Uint8Array> {
  const { data: whole, info } = await encode(image, limits.imageResizeHeight, QUALITY);
  let bytes = whole;
  for (const { scale, quality } of COARSER) {
    if (bytes.length <= limits.storedImageBytes) break;
    ({ data: bytes } = await encode(sharp(whole), Math.ceil(info.height * scale), quality));
  }
  return bytes;
}

/**
 * Seconds that one decoding and encoding may take. A request has less than five, and waits for another's image, too.
 */
const TIMEOUT = 3;

function encode(image: Sharp, height: number, quality: number) {
  return image
    .resize({ height, withoutEnlargement: true })
    .webp({ quality })
    .timeout({ seconds: TIMEOUT })
    .toBuffer({ resolveWithObject: true });
}

/** Reads the size from the file's header, before a pixel is decoded. */
async function readSize(file: Uint8Array): Promise<{ width: number; height: number }> {
  try {
    const { width, height } = await open(file, Number.MAX_SAFE_INTEGER).metadata();
    return { width, height };
  } catch {
    throw new ImageError(messages.imageFile);
  }
}

function open(file: Uint8Array, limitInputPixels = limits.imagePixels ** 2) {
  return sharp(file, { limitInputPixels, failOn: "error", pages: 1 });
}

/** Bytes of variants in memory. Any other is made again, in some twenty milliseconds. */
const VARIANTS_CAPACITY = 64 * 1024 * 1024;
/**
 * With this effort AVIF takes as long to encode as WebP. An engraved preset then has well under half the bytes, and
 * every browser that the web app is built for shows it.
 */
const VARIANT = { quality: 45, effort: 0 };
/** As wide as a phone, where it is the largest paint of an endorsement's page. */
const WIDEST = { ...VARIANT, quality: 38 };

/** Smaller versions of stored images, as AVIF. Concurrent requests for the same one scale it once. */
export function createVariants() {
  const cache = new LRUCache<string, Uint8Array, ScaledImage>({
    maxSize: VARIANTS_CAPACITY,
    sizeCalculation: (bytes) => bytes.length,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _old, { context: { width, read } }) => scale(await read(), width),
  });
  const keyOf = ({ cid, width }: ScaledImage) => `${width} ${cid}`;
  return {
    /** Returns a variant that is cached. */
    find: (image: ScaledImage) => cache.get(keyOf(image)),
    /** Scales an image down until it just fills the square of its width; never up. */
    make: (image: ScaledImage) => cache.forceFetch(keyOf(image), { context: image }),
  };
}

export interface ScaledImage {
  cid: string;
  width: number;
  /** Reads the stored image. */
  read(): Promise<Uint8Array>;
}

function scale(bytes: Uint8Array, width: number): Promise<Uint8Array> {
  return sharp(bytes)
    .resize({ width, height: width, fit: "outside", withoutEnlargement: true })
    .avif(width === limits.imageWidths.at(-1) ? WIDEST : VARIANT)
    .toBuffer();
}
