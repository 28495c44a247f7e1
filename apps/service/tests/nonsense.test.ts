import { errorBodySchema } from "@colonnade/domain/error.ts";
import { type Call, calls } from "@colonnade/domain/http/contract.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { databases } from "./support/databases.ts";
import {
  approve,
  browser,
  type Fixture,
  registerThree,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { alice, bob, carol } from "./support/people.ts";

/** Many more on demand. */
const numRuns = Number(process.env.COLONNADE_FUZZ_RUNS ?? 40);

const value = fc.oneof(
  fc.constantFrom("", "0", "1", "2", "-1", "1.5", "1e3", "9007199254740991", "9007199254740993"),
  fc.constantFrom("NaN", "null", "true", "%", "_", "\\", "'", '"', "\u0000", "\u202E", "~", "c0~"),
  fc.constantFrom(
    alice.address,
    `${alice.address}.contract`,
    "Art and Culture",
    `1~${"c".repeat(9)}`,
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
);

describe.each(databases)("Nonsense on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    await registerThree(fixture);
    await fixture.mine(submit(1, alice, bob), submit(2, bob, carol), approve(1, alice, bob));
  });

  afterAll(() => fixture.close());

  const reads = Object.entries<Call>(calls).filter(([, { method }]) => method === "GET");
  const writes = Object.entries<Call>(calls).filter(([, { method }]) => method === "POST");

  it.each(reads)(
    "is answered by %s with its result or an error of the one shape",
    async (_name, call) => {
      const keys = Object.keys(call.query?.shape ?? {});
      const target = fc.record({
        id: value,
        query: fc.dictionary(keys.length === 0 ? value : fc.constantFrom(...keys), value, {
          maxKeys: 4,
        }),
      });
      await fc.assert(
        fc.asyncProperty(target, async ({ id, query }) => {
          const path = call.path.replace("{id}", encodeURIComponent(id));
          const search = new URLSearchParams(query).toString();
          const response = await fetch(`${fixture.service.origin}${path}?${search}`);
          await expectSense(response, [call.result, ...pageOf(call)]);
        }),
        { numRuns },
      );
    },
  );

  it.each(writes)(
    "is answered by %s with its result or an error of the one shape",
    async (_name, call) => {
      const send = browser(fixture.service);
      const body = fc.oneof(
        fc.json(),
        fc.string({ unit: "binary" }),
        fc
          .dictionary(fc.constantFrom(...bodyKeys(call), "x"), fc.oneof(value, fc.jsonValue()))
          .map((fields) => JSON.stringify(fields)),
      );
      await fc.assert(
        fc.asyncProperty(body, async (text) => {
          const response = await send(`${fixture.service.origin}${call.path}`, {
            method: "POST",
            headers: {
              "content-type":
                call.file === undefined ? "application/json" : "multipart/form-data; boundary=b",
            },
            body: text,
          });
          await expectSense(response, [call.result]);
        }),
        { numRuns },
      );
    },
  );
});

/** A whole list and a page of it share a path. */
function pageOf(call: Call): z.ZodType[] {
  return Object.values<Call>(calls)
    .filter(({ path, method }) => path === call.path && method === call.method)
    .map(({ result }) => result);
}

function bodyKeys({ body }: Call): string[] {
  return body instanceof z.ZodObject ? Object.keys(body.shape) : [];
}

async function expectSense(response: Response, results: z.ZodType[]): Promise<void> {
  const answer: unknown = await response.json();
  expect(response.status, JSON.stringify(answer)).toBeLessThan(500);
  const schema = response.ok ? z.union(results) : errorBodySchema;
  expect(schema.safeParse(answer).error).toBeUndefined();
}
