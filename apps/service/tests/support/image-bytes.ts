import { crc32, deflateSync } from "node:zlib";

// Image files written byte by byte, where an encoder would refuse to write what a test needs.

const PNG_START = Buffer.from("89504e470d0a1a0a", "hex");

export const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const uint16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};

const little16 = (value: number) => uint16(value).reverse();

/** A chunk of a PNG. */
export function chunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([uint32(data.length), typed, uint32(crc32(typed))]);
}

interface PngOptions {
  width: number;
  height: number;
  /** Between the header and the pixels. */
  before?: Buffer[];
  /** The pixels, compressed; all black if absent. */
  pixels?: Buffer;
  /** After the pixels. */
  after?: Buffer[];
  /** 0 for grey, 3 for a palette. */
  colours?: number;
  end?: boolean;
}

/** A grey PNG of 8 bits. */
export function png(options: PngOptions): Buffer {
  const { width, height, before = [], after = [], colours = 0, end = true } = options;
  const pixels = options.pixels ?? deflateSync(Buffer.alloc((width + 1) * height));
  const head = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, colours, 0, 0, 0])]);
  return Buffer.concat([
    PNG_START,
    chunk("IHDR", head),
    ...before,
    chunk("IDAT", pixels),
    ...after,
    ...(end ? [chunk("IEND")] : []),
  ]);
}

/** An animated PNG of 4 × 4 pixels. */
export function animatedPng(frames: number): Buffer {
  const control = (sequence: number) =>
    chunk(
      "fcTL",
      Buffer.concat([
        uint32(sequence),
        uint32(4),
        uint32(4),
        uint32(0),
        uint32(0),
        Buffer.from([0, 1, 0, 10, 0, 0]),
      ]),
    );
  const pixels = deflateSync(Buffer.alloc(5 * 4));
  const later = Array.from({ length: frames - 1 }, (_, at) => [
    control(2 * at + 1),
    chunk("fdAT", Buffer.concat([uint32(2 * at + 2), pixels])),
  ]);
  const count = chunk("acTL", Buffer.concat([uint32(frames), uint32(0)]));
  return png({ width: 4, height: 4, before: [count, control(0)], pixels, after: later.flat() });
}

/** One black pixel, as the data of a GIF's frame. */
const GIF_PIXEL = Buffer.from([0x02, 0x02, 0x44, 0x01, 0x00]);

/** A GIF whose frames have one pixel each. */
export function gif(width: number, height: number, frames: number, before = Buffer.alloc(0)) {
  const frame = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0]),
    GIF_PIXEL,
  ]);
  return Buffer.concat([
    Buffer.from("GIF89a", "latin1"),
    little16(width),
    little16(height),
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    before,
    ...Array<Buffer>(frames).fill(frame),
    Buffer.from([0x3b]),
  ]);
}

/** Puts segments into a JPEG, after its first two bytes. */
export function withSegments(jpeg: Buffer, ...segments: [marker: number, data: Uint8Array][]) {
  const written = segments.map(([marker, data]) =>
    Buffer.concat([Buffer.from([0xff, marker]), uint16(data.length + 2), data]),
  );
  return Buffer.concat([jpeg.subarray(0, 2), ...written, jpeg.subarray(2)]);
}

/** Changes the size that a JPEG's header says. */
export function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  const at = copy.findIndex(
    (byte, place) => byte === 0xff && [0xc0, 0xc2].includes(copy[place + 1] ?? 0),
  );
  copy.writeUInt16BE(height, at + 5);
  copy.writeUInt16BE(width, at + 7);
  return copy;
}

/** Repeats the last scan of a progressive JPEG. */
export function withScans(jpeg: Buffer, times: number): Buffer {
  const at = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(at, -2);
  return Buffer.concat([
    jpeg.subarray(0, at),
    ...Array<Buffer>(times).fill(scan),
    jpeg.subarray(-2),
  ]);
}

/** A TIFF, or the body of EXIF data, whose directory names itself as the next one, and as its own part. */
export function loopingTiff(): Buffer {
  const entry = Buffer.alloc(12);
  // A pointer to another directory, of one long value: the offset of this directory.
  entry.writeUInt16LE(0x8769, 0);
  entry.writeUInt16LE(4, 2);
  entry.writeUInt32LE(1, 4);
  entry.writeUInt32LE(8, 8);
  const head = Buffer.from([0x49, 0x49, 42, 0, 8, 0, 0, 0]);
  return Buffer.concat([head, little16(1), entry, Buffer.from([8, 0, 0, 0])]);
}
