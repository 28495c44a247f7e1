import type { Call } from "@colonnade/domain/http/call.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { feedTypes } from "../http/feeds/feed-document.ts";
import { databases } from "./support/databases.ts";
import {
  approve,
  type Fixture,
  registerThree,
  signIn,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { alice, bob, carol, owner } from "./support/people.ts";
import { readRoutes } from "./support/read-routes.ts";
import { insertApplication } from "./support/review.ts";
import { validBodiesOf } from "./support/valid-bodies.ts";

/** Cases of each route on one database, half of those on both. */
const numRuns = Math.ceil(triesOf({ usual: 200, torture: 20_000 }) / databases.length);
const timeout = 60_000 + numRuns * 200;
/** Images of endorsements that one block mines. */
const IMAGES_A_BLOCK = 20;
/** The rate limit of archives of one's own. */
const ARCHIVES_AN_HOUR = 6;
/** The lowest rate limit of any write. `period` is in milliseconds. */
const least = { times: 10, period: 3_600_000 };

const value = fc.oneof(
  fc.constantFrom("", "0", "1", "2", "-1", "1.5", "1e3", "9007199254740991", "9007199254740993"),
  fc.constantFrom("NaN", "null", "true", "%", "_", "\\", "'", '"', "\u0000", "\u202E", "~", "c0~"),
  fc.constantFrom(alice.address, bob.address, `${alice.address}.contract`, "Art and Culture"),
  fc.constantFrom(`1~${"c".repeat(9)}`, `0x${"ab".repeat(32)}`, "decline", "EDIT_ENDORSEMENT"),
  fc.constantFrom("ab".repeat(32), "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy"),
  fc.string({ unit: "binary", maxLength: 40 }),
);
/** Values of all parts of a path: two of them at most. */
const parts = fc.array(value, { minLength: 2, maxLength: 2 });
const formats = Object.keys(feedTypes);
const headers = fc.dictionary(
  fc.constantFrom("if-none-match", "accept-encoding", "accept", "range", "cookie", "user-agent"),
  fc.oneof(
    fc.constantFrom('"x"', "*", "br;q=0, gzip", "identity", "bytes=0-", "colonnade=x"),
    fc.stringMatching(/^[!-~]{0,30}$/),
  ),
  { maxKeys: 2 },
);

const inside = fc.oneof(
  value,
  fc.jsonValue(),
  fc.array(value, { maxLength: 12 }),
  fc.dictionary(fc.constantFrom("endorsementId", "organizationId"), value),
  fc.constant(undefined),
);

/** A body with one or two fields replaced by nonsense or left out. */
const nearly = (body: object) =>
  fc
    .dictionary(fc.constantFrom(...Object.keys(body), "x"), inside, { minKeys: 1, maxKeys: 2 })
    .map((fields) => JSON.stringify({ ...body, ...fields }));

/** A form with one part, which may be the expected one. */
const form = (field: string) =>
  fc
    .tuple(fc.oneof(fc.constant(field), value), value, fc.string({ unit: "binary" }))
    .map(
      ([name, filename, text]) =>
        `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${filename}"\r\n\r\n${text}\r\n--b--\r\n`,
    );

/** Any text that the contract accepts as an image, often a URL. */
const image = fc.oneof(
  fc
    .tuple(fc.constantFrom("https://", "https://x.example/", "http://", "ipfs://", ""), ascii(200))
    .map((parts) => parts.join("")),
  fc.webUrl({
    validSchemes: ["https"],
    withQueryParameters: true,
    withFragments: true,
    size: "small",
  }),
);

function ascii(maxLength: number) {
  return fc.string({ unit: "grapheme-ascii", maxLength });
}

// These tests only send requests: answers.ts checks every response against the OpenAPI document.
describe.each(databases)("Nonsense on %s", (databaseName, openDatabase) => {
  let fixture: Fixture;
  let asAlice: typeof fetch;

  beforeAll(async () => {
    // Each case comes from another client address, so that no rate limit rejects it.
    fixture = await startFixture({
      database: await openDatabase(),
      environment: { COLONNADE_TRUSTED_PROXIES: "1" },
    });
    await registerThree(fixture);
    await fixture.mine(
      submit(1, alice, bob),
      submit(2, bob, carol),
      approve(1, alice, bob),
      watch(alice.address),
    );
    await insertApplication(fixture, bob);
  });

  let isGood = true;
  afterEach(({ task }) => {
    vi.useRealTimers();
    isGood &&= task.result?.state !== "fail";
  });
  afterAll(async () => {
    await fixture.close();
    if (!isGood) return;
    tellRow({
      fault: `nonsense in every field of ${readRoutes.length + writes.length} routes, on ${databaseName}`,
      tries: numRuns * (readRoutes.length + writes.length),
      result: "only responses that /openapi.json documents",
      longestMs: null,
    });
  });

  let now = Date.now();
  /** Moves the clock until all rate limits start again, and signs alice in again. */
  async function waitAWhile(): Promise<void> {
    now += least.period;
    vi.useFakeTimers({ toFake: ["Date"], now });
    ({ fetch: asAlice } = await signIn(fixture.service, alice));
  }

  const writes = Object.entries<Call>(calls).filter(([, { method }]) => method !== "GET");
  /** An address with a value for each part of the path that is one. */
  const target = (path: string, parts: readonly string[]) => {
    const left = [...parts];
    const fill = (part: string) => {
      const text = left.shift() ?? "";
      return part === "{format}"
        ? (formats[text.length % formats.length] ?? "")
        : encodeURIComponent(text);
    };
    return `${fixture.service.origin}${path.replace(/\{\w+\}/g, fill)}`;
  };

  /** Sends as alice, signs her in again before a limit rejects her, and takes no rejection. */
  function sendPrivately(limit: number): typeof fetch {
    let sent = 0;
    return async (...request) => {
      if (sent % limit === 0) await waitAWhile();
      sent += 1;
      const response = await asAlice(...request);
      expect([401, 429]).not.toContain(response.status);
      return response;
    };
  }

  it.each(readRoutes)(
    "in a read of $path, $keys gets a documented response",
    async ({ path, keys, access }) => {
      const sendPrivate = sendPrivately(access === "private" ? 1_000 : ARCHIVES_AN_HOUR);
      let cases = 0;
      const chooseSender = () => {
        cases += 1;
        const isPrivate =
          access === "private" || (access === "private, at a cost" && cases % 10 === 1);
        return isPrivate ? sendPrivate : fetch;
      };
      const query = fc.dictionary(keys.length === 0 ? value : fc.constantFrom(...keys), value, {
        maxKeys: 4,
      });
      const property = fc.asyncProperty(parts, query, headers, async (filled, asked, sent) => {
        const search = new URLSearchParams(asked).toString();
        const response = await chooseSender()(`${target(path, filled)}?${search}`, {
          headers: sent,
        });
        await response.body?.cancel();
        if (path !== "/readyz") expect(response.status).toBeLessThan(500);
      });
      await fc.assert(property, { numRuns });
    },
    timeout,
  );

  it(
    "in an image's address on chain gets a documented response",
    async () => {
      let last = 2;
      const images = fc.array(image, { minLength: IMAGES_A_BLOCK, maxLength: IMAGES_A_BLOCK });
      const property = fc.asyncProperty(images, async (images) => {
        const shown = images.map((image, place) => ({ id: last + 1 + place, image }));
        last += images.length;
        await fixture.mine(
          ...shown.flatMap(({ id, image }) => [
            submit(id, alice, bob, { image }),
            approve(id, alice, bob, { image }),
          ]),
        );
        for (const { id } of shown) {
          for (const path of [`/api/token-metadata/${id}`, `/api/milestone?id=${id}`]) {
            const response = await fetch(`${fixture.service.origin}${path}`);
            await response.body?.cancel();
            expect(response.status).toBe(200);
          }
        }
      });
      await fc.assert(property, { numRuns: Math.ceil(numRuns / IMAGES_A_BLOCK) });
    },
    timeout,
  );

  it.each(writes.filter(([, { body }]) => body !== undefined))(
    "starts from bodies that %s accepts",
    (name, { body: schema }) => {
      if (schema === undefined) throw new Error(`${name} takes no body`);
      // Also fails if the schema adds or drops a field.
      for (const body of validBodiesOf(name)) expect(z.parse(schema, body)).toEqual(body);
    },
  );

  it.each(writes)(
    "in a write by %s gets a documented response",
    async (name, call) => {
      const asked = call.file === undefined ? validBodiesOf(name).map(nearly) : [form(call.file)];
      expect(asked.length > 0).toBe(call.body !== undefined || call.file !== undefined);
      const body = fc.oneof(
        ...asked.map((arbitrary) => ({ arbitrary, weight: 4 })),
        { arbitrary: fc.json(), weight: 1 },
        { arbitrary: fc.string({ unit: "binary" }), weight: 1 },
      );
      const type = call.file === undefined ? "application/json" : "multipart/form-data; boundary=b";
      const ids = fc.oneof(fc.constant(["1"]), parts);
      // A sign-out ends the session, so the next case needs another one.
      const sessionLasts = call.method === "DELETE" ? 1 : least.times;
      let cases = 0;
      const property = fc.asyncProperty(ids, body, fc.ipV4(), async (filled, text, client) => {
        if (cases % sessionLasts === 0) await waitAWhile();
        cases += 1;
        const response = await asAlice(target(call.path, filled), {
          method: call.method,
          headers: { "content-type": type, "x-forwarded-for": client },
          body: text,
        });
        await response.body?.cancel();
        expect(response.status).toBeLessThan(500);
        expect(response.status).not.toBe(429);
      });
      await fc.assert(property, { numRuns });
    },
    timeout,
  );
});

const watch = (watcher: string) => ({
  sender: owner,
  functionName: "add-watcher" as const,
  events: [{ topic: "add-watcher" as const, watcher, by: watcher }],
});
