import { createServer, type Server } from "node:http";
import { cidOfBytes } from "@colonnade/domain/cid-of-bytes.ts";
import pino from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../db/database.ts";
import { KuboError } from "../images/kubo.ts";
import { publishImages } from "../images/publish.ts";
import { listen, stopListening } from "../server/listen.ts";
import { databases } from "./support/databases.ts";

const log = pino({ level: "silent" });

describe.each(databases)("Publishing images from %s", (_, openDatabase) => {
  let database: Database;
  let kubo: Server;
  let kuboUrl: string;
  let answer: (file: Uint8Array) => Promise<{ status: number; body: string }>;
  const given: string[] = [];

  beforeAll(async () => {
    database = await openDatabase();
    kubo = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      given.push(request.url ?? "");
      const form = await new Response(Buffer.concat(chunks), {
        headers: { "content-type": request.headers["content-type"] ?? "" },
      }).formData();
      const file = form.get("file");
      const bytes =
        file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array();
      const { status, body } = await answer(bytes);
      response.writeHead(status).end(body);
    });
    kuboUrl = `http://127.0.0.1:${await listen(kubo, 0, "")}`;
  });

  afterAll(async () => {
    await stopListening(kubo);
    await database.close();
  });

  afterEach(async () => {
    given.length = 0;
    await database.kysely.deleteFrom("images").execute();
  });

  const store = async (text: string) => {
    const bytes = new TextEncoder().encode(text);
    const cid = await cidOfBytes(bytes);
    await database.kysely
      .insertInto("images")
      .values({
        cid,
        bytes,
        content_type: "image/webp",
        uploader: "x",
        at: 1,
        published_at: null,
        used: null,
      })
      .execute();
  };
  const honest = async (file: Uint8Array) => ({
    status: 200,
    body: JSON.stringify({ Name: "f", Hash: await cidOfBytes(file), Size: "1" }),
  });

  it("sends each image to Kubo once, pinned under its CID", async () => {
    answer = honest;
    await store("one");
    await store("two");
    await publishImages(database, kuboUrl, log);
    await publishImages(database, kuboUrl, log);
    expect(given).toEqual([
      "/api/v0/add?cid-version=1&raw-leaves=true&pin=true",
      "/api/v0/add?cid-version=1&raw-leaves=true&pin=true",
    ]);
  });

  it.each([
    ["fails", { status: 500, body: "no room" }],
    ["answers another CID", { status: 200, body: JSON.stringify({ Hash: "bafother" }) }],
    ["answers nonsense", { status: 200, body: "<html>" }],
  ])("tries again when Kubo %s", async (_name, failure) => {
    answer = () => Promise.resolve(failure);
    await store("one");
    await expect(publishImages(database, kuboUrl, log)).rejects.toThrow(KuboError);
    answer = honest;
    await publishImages(database, kuboUrl, log);
    expect(given).toHaveLength(2);
  });
});
