import { limits } from "@colonnade/domain/limits.ts";
import { isTorture, longestOf, tellRow } from "@colonnade/torture/torture.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FileUploader, startFileUploader } from "./support/file-upload.ts";
import { type Fixture, signInForCookie, startFixture } from "./support/fixture.ts";
import {
  cleanedFiles,
  costlyFiles,
  type HostileFile,
  refusedFiles,
} from "./support/hostile-files.ts";
import { people } from "./support/people.ts";
import { startProber } from "./support/prober.ts";
import { measureStall, sayWaits } from "./support/stall.ts";

/** Bytes by which the process may grow. The largest upload takes 25 MB when it is decoded. */
const GROWTH = 700_000_000;
/** Milliseconds that `/healthz` may wait. In `npm test` all files together count as one. */
const LONGEST_WAIT = longestOf(100, 3_000);

describe("Hostile files", () => {
  let fixture: Fixture;
  let uploader: FileUploader;
  let cookies: string[];
  let uploads = 0;

  beforeAll(async () => {
    fixture = await startFixture();
    uploader = startFileUploader();
    cookies = await Promise.all(people.map((person) => signInForCookie(fixture.service, person)));
  });

  afterAll(async () => {
    await uploader[Symbol.asyncDispose]();
    await fixture.close();
  });

  function upload({ bytes, name = "file.png", type = "image/png" }: HostileFile) {
    // Each person may upload a few times an hour.
    const cookie = cookies[uploads % cookies.length] ?? "";
    uploads += 1;
    const { origin } = fixture.service;
    return uploader.upload({ origin, cookie, bytes: new Uint8Array(bytes), name, type });
  }

  /** Whether a file was refused with words, or stored as a clean image. */
  async function outcomeOf(hostile: HostileFile): Promise<string> {
    const { status, body } = await upload(hostile);
    if (status !== 200) {
      expect(body).toMatchObject({ error: { message: expect.stringMatching(/^\w+ .*\w$/) } });
      return String(status);
    }
    expect(body).toEqual({ cid: expect.any(String) });
    const cid = typeof body === "object" && body !== null && "cid" in body ? body.cid : "";
    const response = await fetch(`${fixture.service.origin}/ipfs/${String(cid)}`);
    expect(response.headers.get("content-type")).toBe("image/webp");
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBeLessThanOrEqual(limits.storedImageBytes);
    // Nothing follows the image.
    expect(bytes.readUInt32LE(4) + 8).toBe(bytes.length);
    const { format, exif, xmp, icc, iptc, comments, pages, width, height } =
      await sharp(bytes).metadata();
    expect({ format, exif, xmp, icc, iptc, comments, pages }).toEqual({ format: "webp" });
    expect(width).toBeLessThan(limits.imagePixels);
    expect(height).toBeLessThanOrEqual(limits.imageResizeHeight);
    return "stored";
  }

  it("are refused with words, or stored without what they hide, and others are served meanwhile", async () => {
    const refused = await refusedFiles();
    const cleaned = await cleanedFiles();
    const costly = await costlyFiles();
    const outcomes = new Map<string, string>();
    let memory = process.memoryUsage().rss;
    const before = memory;
    const prober = await startProber(fixture.service.origin);
    const files = Object.entries({ ...refused, ...cleaned, ...costly });
    const waits: number[] = [];
    let [longestMs, tries] = [0, 0];
    for (const batch of isTorture ? files.map((each) => [each]) : [files]) {
      const send = async () => {
        for (const [name, hostile] of batch) {
          outcomes.set(name, await outcomeOf(hostile));
          memory = Math.max(memory, process.memoryUsage().rss);
          tries += 1;
        }
      };
      const stall = await measureStall(prober, send, LONGEST_WAIT);
      expect(stall.wait, batch[0]?.[0]).toBeLessThan(LONGEST_WAIT);
      waits.push(stall.wait);
      longestMs = Math.max(longestMs, stall.longest);
    }
    await prober.close();
    const isCostly = (name: string) => name in costly;
    expect(Object.fromEntries([...outcomes].filter(([name]) => !isCostly(name)))).toEqual({
      ...Object.fromEntries(Object.keys(refused).map((name) => [name, "400"])),
      ...Object.fromEntries(Object.keys(cleaned).map((name) => [name, "stored"])),
    });
    for (const name of Object.keys(costly)) expect(outcomes.get(name)).toMatch(/^(400|stored)$/);
    expect(outcomes.size).toBeGreaterThanOrEqual(60);
    expect(memory - before).toBeLessThan(GROWTH);
    tellRow({
      fault: `hostile image files of ${files.length} kinds`,
      tries,
      result: `each is refused with words, or stored as a clean WebP of 400 kB at most; ${sayWaits(waits, LONGEST_WAIT)}`,
      longestMs,
    });
  });
});
