import sharp from "sharp";
import { inTurn } from "./turns.ts";

/** Smaller versions of stored images, as WebP. */
export interface Variants {
  /**
   * An image scaled down until it just fills a square of a width; never scaled up.
   * @param read reads the image itself, when its variant is not at hand
   */
  read(cid: string, width: number, read: () => Promise<Uint8Array>): Promise<Uint8Array>;
}

/** Bytes kept. Whatever is not is made anew, in some twenty milliseconds. */
const CAPACITY = 64 * 1024 * 1024;
const QUALITY = 78;

/** Makes each variant once and keeps those asked for last, in memory: a cache in front of the browsers' own. */
export function createVariants(): Variants {
  const kept = new Map<string, Uint8Array>();
  const making = new Map<string, Promise<Uint8Array>>();
  let size = 0;

  function keep(key: string, bytes: Uint8Array): void {
    kept.set(key, bytes);
    size += bytes.length;
    for (const [oldest, { length }] of kept) {
      if (size <= CAPACITY) return;
      kept.delete(oldest);
      size -= length;
    }
  }

  return {
    read(cid, width, read) {
      const key = `${width} ${cid}`;
      const bytes = kept.get(key);
      if (bytes !== undefined) {
        // The last asked for is the last to go.
        kept.delete(key);
        kept.set(key, bytes);
        return Promise.resolve(bytes);
      }
      const underway = making.get(key);
      if (underway !== undefined) return underway;
      const made = inTurn(async () => {
        const scaled = await scale(await read(), width);
        keep(key, scaled);
        return scaled;
      }).finally(() => making.delete(key));
      making.set(key, made);
      return made;
    },
  };
}

function scale(bytes: Uint8Array, width: number): Promise<Uint8Array> {
  return sharp(bytes)
    .resize({ width, height: width, fit: "outside", withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();
}
