import { randomBytes } from "node:crypto";
import { deflateSync, gzipSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import {
  animatedPng,
  chunk,
  gif,
  loopingTiff,
  png,
  uint32,
  withJpegSize,
  withScans,
  withSegments,
} from "./image-bytes.ts";

/** A file that somebody uploads to do harm. */
export interface HostileFile {
  bytes: Uint8Array;
  /** `file.png` if absent. */
  name?: string;
  /** `image/png` if absent. */
  type?: string;
}

const text = (content: string): HostileFile => ({ bytes: Buffer.from(content, "latin1") });
const file = (bytes: Uint8Array): HostileFile => ({ bytes });

/** A photograph of 60 × 40 pixels. */
const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#c8431b" } });
const bytesOf = (image: Sharp) => image.toBuffer();
const small = { width: 60, height: 40 };
/** Deflates to a thousandth. */
const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1_000_000));
const keyword = (name: string, ...rest: Uint8Array[]) =>
  Buffer.concat([Buffer.from(`${name}\0`, "latin1"), ...rest]);
const svg = (content: string, head = "") =>
  text(
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">${content}</svg>`,
  );
const entity = (level: number) => `<!ENTITY lol${level} "${`&lol${level - 1};`.repeat(10)}">`;
const laughs = `<!DOCTYPE lolz [<!ENTITY lol0 "lol">${[1, 2, 3, 4, 5, 6, 7, 8, 9].map(entity).join("")}]>`;
const isoBox = (type: string, ...content: Uint8Array[]) => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), ...content]);
  return Buffer.concat([uint32(body.length + 4), body]);
};
const brand = (name: string) => isoBox("ftyp", Buffer.from(`${name}\0\0\0\0mif1${name}`, "latin1"));

/** Files of which nothing may be stored. */
export async function refusedFiles(): Promise<Record<string, HostileFile>> {
  const jpeg = await bytesOf(photo().jpeg());
  const webp = await bytesOf(photo().webp());
  const avif = await bytesOf(photo().avif());
  const whole = png(small);
  const lyingAvif = Buffer.from(avif);
  lyingAvif.writeUInt32BE(60_000, lyingAvif.indexOf("ispe") + 8);
  return {
    "a PNG of 50,000 × 50,000": file(png({ width: 50_000, height: 50_000, pixels: zeros(1) })),
    "a PNG of the greatest size": file(
      png({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, pixels: zeros(1) }),
    ),
    "a PNG without size": file(png({ width: 0, height: 0, pixels: zeros(1) })),
    "a PNG of 1 × 16,384": file(png({ width: 1, height: 16_384 })),
    "a PNG of 16,384 × 1": file(png({ width: 16_384, height: 1 })),
    "a PNG without most of its pixels": file(whole.subarray(0, 50)),
    "half of a PNG's header": file(whole.subarray(0, 16)),
    "a PNG whose pixels are no deflate": file(png({ ...small, pixels: Buffer.alloc(99, 7) })),
    "the start of a PNG, and HTML": text("\x89PNG\r\n\x1a\n<script>alert(1)</script>"),
    "half of a GIF's header": file(gif(4, 4, 1).subarray(0, 9)),
    "a script that begins as a GIF": text("GIF89a/*<!--*/=1;alert(document.domain)//"),
    "half of a WebP": file(webp.subarray(0, webp.length / 2)),
    "a WebP's header alone": file(webp.subarray(0, 12)),
    "a JPEG of 65,535 × 65,535": file(withJpegSize(jpeg, 65_535, 65_535)),
    "a JPEG without size": file(withJpegSize(jpeg, 0, 0)),
    "half of a JPEG": file(jpeg.subarray(0, jpeg.length / 2)),
    "a JPEG's header alone": file(jpeg.subarray(0, 20)),
    "half of an AVIF": file(avif.subarray(0, avif.length / 2)),
    "an AVIF that says 60,000 pixels": file(lyingAvif),
    "a HEIC's first box": file(brand("heic")),
    "an AVIF whose box has no end": file(Buffer.concat([uint32(0), Buffer.from("ftypavif")])),
    "a TIFF": file(await bytesOf(photo().tiff())),
    "a TIFF whose directories go round": file(loopingTiff()),
    "an SVG with a script": svg("<script>alert(1)</script>"),
    "an SVG that names a file": svg('<image href="file:///etc/passwd" width="9" height="9"/>'),
    "an SVG that asks another server": svg('<image xlink:href="http://127.0.0.1:1/x.png"/>'),
    "an SVG with an external entity": svg(
      "<text>&x;</text>",
      '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    ),
    "an SVG of a billion laughs": svg("<text>&lol9;</text>", laughs),
    "an SVG with HTML in it": svg(
      "<foreignObject><iframe src='javascript:alert(1)'/></foreignObject>",
    ),
    "an SVG said to be a PNG": { ...svg("<script/>"), name: "me.png", type: "image/png" },
    "a compressed SVG": file(gzipSync(svg("<script/>").bytes)),
    "a PDF": text("%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(1)>>>>endobj"),
    "a ZIP": file(Buffer.from(`504b0506${"00".repeat(18)}`, "hex")),
    HTML: text("<!doctype html><script>alert(1)</script>"),
    "a program": text(`\x7fELF\x02\x01\x01${"\0".repeat(99)}`),
    nothing: text(""),
    "one byte": text("\x89"),
    words: text("hello"),
    "noise of 9.9 MB": file(randomBytes(9_900_000)),
    "a PPM": text(`P6 2 2 255 ${"x".repeat(12)}`),
    "a file of libvips": file(Buffer.concat([Buffer.from("08f2a6b6", "hex"), Buffer.alloc(64)])),
    "a BMP": text(`BM${"\0".repeat(60)}`),
    "an icon": file(Buffer.from("00000100010001010000010020003000000016000000", "hex")),
    "a JPEG XL": file(Buffer.from("ff0a7f00", "hex")),
    "a Radiance file": text("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 2\n"),
  };
}

/** Files that hide something in an image. The image alone is stored. */
export async function cleanedFiles(): Promise<Record<string, HostileFile>> {
  const jpeg = await bytesOf(photo().jpeg());
  const gps = { IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } };
  const frames = Array<Buffer>(200).fill(await bytesOf(photo().png()));
  const comment = Buffer.alloc(65_000, "x");
  const xml = Buffer.from(
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><script>alert(1)</script></x:xmpmeta>',
  );
  const exif = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), loopingTiff()]);
  const after = (bytes: Uint8Array, more: string) =>
    file(Buffer.concat([bytes, Buffer.from(more, "latin1")]));
  const named = (name: string): HostileFile => ({ bytes: png(small), name });
  return {
    "a PNG of one pixel": file(png({ width: 1, height: 1 })),
    "a PNG with a text that inflates to 60 MB": file(
      png({ ...small, before: [chunk("zTXt", keyword("Comment", Buffer.from([0]), zeros(60)))] }),
    ),
    "a PNG with an international text that inflates to 60 MB": file(
      png({
        ...small,
        before: [chunk("iTXt", keyword("Comment", Buffer.from([1, 0, 0, 0]), zeros(60)))],
      }),
    ),
    "a PNG with a colour profile that inflates to 60 MB": file(
      png({ ...small, before: [chunk("iCCP", keyword("icc", Buffer.from([0]), zeros(60)))] }),
    ),
    "a PNG whose pixels inflate to 200 MB": file(png({ ...small, pixels: zeros(200) })),
    "a PNG with a comment of 5 MB": file(
      png({ ...small, before: [chunk("tEXt", keyword("Comment", Buffer.alloc(5_000_000, "x")))] }),
    ),
    "a PNG with 100,000 chunks": file(
      png({ ...small, after: Array<Buffer>(100_000).fill(chunk("tEXt", keyword("a"))) }),
    ),
    "a PNG and HTML": after(png(small), "<script>alert(1)</script>"),
    "a PNG and a ZIP": after(png(small), `PK\x05\x06${"\0".repeat(18)}`),
    "a PNG of 16 bits": file(await bytesOf(photo().toColourspace("rgb16").png())),
    "an interlaced PNG": file(await bytesOf(photo().png({ progressive: true }))),
    "an animated PNG of 10,000 frames": file(animatedPng(10_000)),
    "a GIF of 10,000 frames": file(gif(4, 4, 10_000)),
    "a GIF with a script in a comment": file(
      gif(4, 4, 1, Buffer.from("\x21\xfe\x19<script>alert(1)</script>\0", "latin1")),
    ),
    "an animated WebP": file(await bytesOf(sharp(frames, { join: { animated: true } }).webp())),
    "a WebP with metadata": file(
      await bytesOf(photo().withExif(gps).withXmp(xml.toString()).withIccProfile("p3").webp()),
    ),
    "a JPEG that says where it was taken, lying on its side": file(
      await bytesOf(photo().withMetadata({ orientation: 6 }).withExif(gps).jpeg()),
    ),
    "a JPEG for print": file(await bytesOf(photo().toColourspace("cmyk").jpeg())),
    "a JPEG with 6 MB of comments": file(
      withSegments(jpeg, ...Array<[number, Buffer]>(92).fill([0xfe, comment])),
    ),
    "a JPEG whose EXIF goes round": file(withSegments(jpeg, [0xe1, exif])),
    "a JPEG with the first of 255 parts of a colour profile": file(
      withSegments(jpeg, [0xe2, Buffer.from("ICC_PROFILE\0\x01\xff\0\0\0", "latin1")]),
    ),
    "a JPEG with a PHP script": file(
      withSegments(jpeg, [0xfe, Buffer.from("<?php system($_GET[0]);")]),
    ),
    "a JPEG and a PDF": after(jpeg, "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj"),
    "an AVIF": file(await bytesOf(photo().avif())),
    "a JPEG said to be an SVG": { bytes: jpeg, name: "x.svg", type: "image/svg+xml" },
    "a name that leads out of a folder": named("../../../../etc/passwd.png"),
    "a name with NUL": named("a\0.png"),
    "a name of 4,000 characters": named(`${"a".repeat(4_000)}.png`),
    "a name with quotes and HTML": named('"><script>alert(1)</script>.png'),
  };
}

/** Files whose decoding costs more than it is worth, so they may be taken or refused. */
export async function costlyFiles(): Promise<Record<string, HostileFile>> {
  const progressive = await bytesOf(photo().resize(2400, 2400).jpeg({ progressive: true }));
  return {
    "a GIF that says 65,535 × 65,535 and has one pixel": file(gif(65_535, 65_535, 1)),
    "a JPEG of 90 scans": file(withScans(await bytesOf(photo().jpeg({ progressive: true })), 80)),
    "a large JPEG of 5,000 scans": file(withScans(progressive, 5_000)),
    "a PNG with a broken checksum": file(Buffer.from(png(small)).fill(7, 29, 33)),
    "a PNG without an end": file(png({ ...small, end: false })),
    "a PNG with colours outside of its palette": file(
      png({
        ...small,
        colours: 3,
        before: [chunk("PLTE", Buffer.alloc(3))],
        pixels: deflateSync(Buffer.alloc(61 * 40, 9)),
      }),
    ),
  };
}
