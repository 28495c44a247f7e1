import { type Call, calls } from "@colonnade/domain/http/contract.ts";
import { plainPaths } from "@colonnade/domain/http/plain-paths.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
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
import { applyStraight } from "./support/review.ts";

/** Cases a route. Few each time; `COLONNADE_FUZZ_RUNS=2000` for many. */
const numRuns = Number(process.env.COLONNADE_FUZZ_RUNS ?? 40);
const timeout = 60_000 + numRuns * 200;

const value = fc.oneof(
  fc.constantFrom("", "0", "1", "2", "-1", "1.5", "1e3", "9007199254740991", "9007199254740993"),
  fc.constantFrom("NaN", "null", "true", "%", "_", "\\", "'", '"', "\u0000", "\u202E", "~", "c0~"),
  fc.constantFrom(alice.address, bob.address, `${alice.address}.contract`, "Art and Culture"),
  fc.constantFrom(`1~${"c".repeat(9)}`, `0x${"ab".repeat(32)}`, "decline", "EDIT_ENDORSEMENT"),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const headers = fc.dictionary(
  fc.constantFrom("if-none-match", "accept-encoding", "accept", "range", "cookie", "user-agent"),
  fc.oneof(
    fc.constantFrom('"x"', "*", "br;q=0, gzip", "identity", "bytes=0-", "colonnade_session=x"),
    fc.stringMatching(/^[!-~]{0,30}$/),
  ),
  { maxKeys: 2 },
);

// That every answer is as the API's document says is checked for all tests; here it is only asked for.
describe.each(databases)("Nonsense on %s", (_, openDatabase) => {
  let fixture: Fixture;
  let asAlice: typeof fetch;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    await registerThree(fixture);
    await fixture.mine(
      submit(1, alice, bob),
      submit(2, bob, carol),
      approve(1, alice, bob),
      watch(alice.address),
    );
    ({ fetch: asAlice } = await signIn(fixture.service, alice));
    await applyStraight(fixture, bob);
  });

  afterAll(() => fixture.close());

  const reads = [
    ...Object.values<Call>(calls)
      .filter(({ method }) => method === "GET")
      .map(({ path, query }) => ({ path, keys: Object.keys(query?.shape ?? {}) })),
    ...Object.keys(plainPaths).map((path) => ({ path, keys: ["principal"] })),
  ];
  const writes = Object.entries<Call>(calls).filter(([, { method }]) => method === "POST");
  const target = (path: string, id: string) =>
    `${fixture.service.origin}${path.replace(/\{\w+\}/, encodeURIComponent(id))}`;

  it.each(reads)(
    "is answered by $path, $keys as documented",
    async ({ path, keys }) => {
      const query = fc.dictionary(keys.length === 0 ? value : fc.constantFrom(...keys), value, {
        maxKeys: 4,
      });
      const property = fc.asyncProperty(value, query, headers, async (id, asked, sent) => {
        const search = new URLSearchParams(asked).toString();
        const response = await fetch(`${target(path, id)}?${search}`, { headers: sent });
        await response.body?.cancel();
        if (path !== "/readyz") expect(response.status).toBeLessThan(500);
      });
      await fc.assert(property, { numRuns });
    },
    timeout,
  );

  it.each(writes)(
    "is answered by %s as documented",
    async (_name, call) => {
      const known = fc.constantFrom(...bodyKeys(call), "x");
      const body = fc.oneof(
        fc.json(),
        fc.string({ unit: "binary" }),
        fc.dictionary(known, fc.oneof(value, fc.jsonValue())).map((it) => JSON.stringify(it)),
      );
      const type = call.file === undefined ? "application/json" : "multipart/form-data; boundary=b";
      const property = fc.asyncProperty(value, body, async (id, text) => {
        const response = await asAlice(target(call.path, id), {
          method: "POST",
          headers: { "content-type": type },
          body: text,
        });
        await response.body?.cancel();
        expect(response.status).toBeLessThan(500);
      });
      await fc.assert(property, { numRuns });
    },
    timeout,
  );
});

const watch = (watcher: string) => ({
  sender: owner,
  functionName: "add-watcher" as const,
  events: [{ topic: "add-watcher" as const, watcher }],
});

/** Every name that a body may have, whichever of its forms it takes. */
function bodyKeys({ body, file }: Call): string[] {
  if (file !== undefined) return [file];
  if (body instanceof z.ZodObject) return Object.keys(body.shape);
  if (body instanceof z.ZodDiscriminatedUnion) {
    return body.options.flatMap((option) =>
      option instanceof z.ZodObject ? Object.keys(option.shape) : [],
    );
  }
  return [];
}
