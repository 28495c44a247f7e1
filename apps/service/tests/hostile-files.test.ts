import { limits } from "@colonnade/domain/limits.ts";
import { longestOf, tellRow } from "@colonnade/torture/torture.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fixture, signIn, startFixture } from "./support/fixture.ts";
import {
  cleanedFiles,
  costlyFiles,
  type HostileFile,
  refusedFiles,
} from "./support/hostile-files.ts";
import { people } from "./support/people.ts";
import { startProber } from "./support/prober.ts";

/** Bytes by which the process may grow. The largest upload takes 25 MB when it is decoded. */
const GROWTH = 700_000_000;
/** Milliseconds by which `/healthz` may wait longer than without them. */
const LONGEST_WAIT = longestOf(100, 3_000);

describe("Hostile files", () => {
  let fixture: Fixture;
  let uploaders: (typeof fetch)[];
  let uploads = 0;

  beforeAll(async () => {
    fixture = await startFixture();
    const signedIn = people.map((person) => signIn(fixture.service, person));
    uploaders = (await Promise.all(signedIn)).map(({ fetch: fetchAs }) => fetchAs);
  });

  afterAll(() => fixture.close());

  async function upload({ bytes, name = "file.png", type = "image/png" }: HostileFile) {
    const form = new FormData();
    form.set("file", new Blob([Uint8Array.from(bytes)], { type }), name);
    // Each person may upload a few times an hour.
    const fetchAs = uploaders[uploads % uploaders.length] ?? fetch;
    uploads += 1;
    const url = `${fixture.service.origin}/api/upload`;
    const response = await fetchAs(url, { method: "POST", body: form });
    const body: unknown = await response.json();
    return { status: response.status, body };
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
    const { longest, asked } = await prober.during(async () => {
      for (const [name, hostile] of Object.entries({ ...refused, ...cleaned, ...costly })) {
        outcomes.set(name, await outcomeOf(hostile));
        memory = Math.max(memory, process.memoryUsage().rss);
      }
    });
    const { longest: usual } = await prober.without(asked);
    await prober.close();
    const isCostly = (name: string) => name in costly;
    expect(Object.fromEntries([...outcomes].filter(([name]) => !isCostly(name)))).toEqual({
      ...Object.fromEntries(Object.keys(refused).map((name) => [name, "400"])),
      ...Object.fromEntries(Object.keys(cleaned).map((name) => [name, "stored"])),
    });
    for (const name of Object.keys(costly)) expect(outcomes.get(name)).toMatch(/^(400|stored)$/);
    expect(outcomes.size).toBeGreaterThanOrEqual(60);
    expect(memory - before).toBeLessThan(GROWTH);
    expect(longest - usual).toBeLessThan(LONGEST_WAIT);
    tellRow({
      fault: "hostile image files",
      tries: outcomes.size,
      result: "each is refused with words, or stored as a clean WebP of 400 kB at most",
      longestMs: Math.round(longest),
    });
  });
});
