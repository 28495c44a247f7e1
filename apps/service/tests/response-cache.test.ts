import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import { readConfig } from "@colonnade/domain/config.ts";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { beforeEach, describe, expect, it } from "vitest";
import type { Env } from "../http/requests/env.ts";
import { createReadLimit, jsonResponse } from "../http/responses/cached-response.ts";
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

  it("compresses a new response once for all who ask meanwhile", async () => {
    const made = await ask("/new", randomBytes(100_000).toString("base64"));
    if (made === null) throw new Error("Nothing was made");
    const [first, ...others] = await Promise.all(
      Array.from({ length: 20 }, () => responses.body(made, "gzip")),
    );
    expect(others.every((body) => body === first)).toBe(true);
  });

  it("sends a new response to many from the same memory", async () => {
    const megabytes = 6_000_000;
    const services = { responseCache: responses, readLimit: createReadLimit(readConfig({})) };
    const app = new Hono<Env>();
    app.get("/long", async (c) => {
      const read = () => Promise.resolve("x".repeat(megabytes));
      return (await jsonResponse(c, services, read)) ?? c.notFound();
    });
    const server = createServer(getRequestListener(app.fetch)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const before = process.memoryUsage().arrayBuffers;
    /** Takes the head of the answer, and nothing more. */
    const ask = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const target = { host: "127.0.0.1", port, path: "/long", agent: false };
        get(target, resolve).on("error", reject);
      });
    const asked = await Promise.all(Array.from({ length: 40 }, ask));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10 * megabytes);
    for (const response of asked) response.on("error", () => {}).destroy();
    server.close();
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
