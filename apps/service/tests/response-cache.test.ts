import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { createResponseCache, type ResponseCache } from "../http/responses/response-cache.ts";

const revision = { indexBlockHash: "0x1", counter: 1, id: "1" };

describe("The response cache", () => {
  let responses: ResponseCache;
  let readings: number;

  beforeEach(() => {
    responses = createResponseCache({ current: () => revision });
    readings = 0;
  });

  const ask = (target: string, json = "[]") =>
    responses.getOrCreate(target, () => {
      readings += 1;
      return Promise.resolve(json);
    });
  const isKept = async (target: string) => {
    readings = 0;
    await ask(target);
    return readings === 0;
  };
  /** A target of 16 KB with 2 bytes of JSON. The cache has room for some 4,000 of them. */
  const askOther = (serial: number) => ask(`/${serial}?${"x".repeat(16_000)}`);

  it("drops the oldest response when bodies and targets exceed the capacity", async () => {
    await ask("/first");
    expect(await isKept("/first")).toBe(true);
    for (let serial = 0; serial < 5000; serial += 1) await askOther(serial);
    expect(await isKept("/first")).toBe(false);
  });

  it("keeps a response that is requested again and again", async () => {
    await ask("/first");
    for (let serial = 0; serial < 5000; serial += 1) {
      await askOther(serial);
      if (serial % 1000 === 0) await ask("/first");
    }
    expect(await isKept("/first")).toBe(true);
  });

  it("does not count the compressed body of a dropped response", async () => {
    const heavy = randomBytes(30_000_000).toString("base64");
    const gone = await ask("/gone", heavy);
    await ask("/here", heavy);
    if (gone === null) throw new Error("Nothing was made");
    await responses.body(gone, "gzip");
    expect(await isKept("/here")).toBe(true);
    expect(await isKept("/gone")).toBe(false);
  });
});
