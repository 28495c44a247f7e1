import { openApiDocument } from "@colonnade/domain/http/openapi.ts";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { checkBy } from "./support/documented.ts";
import { startFixture } from "./support/fixture.ts";

it("The document that is served is valid OpenAPI 3.1, and every reference in it leads somewhere", async () => {
  const fixture = await startFixture();
  const text = await (await fetch(`${fixture.service.origin}/openapi.json`)).text();
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  expect(() => validator.resolveRefs()).not.toThrow();
  await fixture.close();
});

const check = checkBy(openApiDocument({ origin: "http://service.test", version: "1" }));
const error = { error: { code: "does_not_exist", message: "There is no such thing" } };
const token = { sip: 16, name: "Holds the line", attributes: [], properties: {} };

/** An answer that is as documented, but for what is changed about it. */
const answer = (change: Partial<Parameters<typeof check>[0]> = {}) =>
  check({
    method: "GET",
    path: "/api/token-metadata/1",
    status: 404,
    type: "application/json",
    text: JSON.stringify(error),
    ...change,
  });

it("An answer as documented passes the check of every answer in these tests", () => {
  expect(answer()).toBeNull();
  expect(answer({ status: 304, type: null, text: "" })).toBeNull();
  expect(answer({ path: "/api/nonsense" })).toBeNull();
  expect(answer({ path: "/home", status: 200, type: "text/html", text: "<p>" })).toBeNull();
  expect(
    answer({ path: "/api/stream", status: 200, type: "text/event-stream", text: "" }),
  ).toBeNull();
  expect(answer({ path: "/ipfs/bafy", status: 200, type: "image/webp", text: "" })).toBeNull();
});

it.each([
  ["status", { status: 409 }],
  ["body", { text: JSON.stringify({ error: "no" }) }],
  ["result", { status: 200, text: JSON.stringify({ ...token, sip: "16" }) }],
  ["field of the result", { status: 200, text: JSON.stringify({ ...token, more: 1 }) }],
  ["text for JSON", { text: "<html>" }],
  ["type", { type: "text/plain" }],
  ["missing type", { type: null }],
  ["type of a stream", { path: "/api/stream", status: 200 }],
  ["type of an image", { path: "/ipfs/bafy", status: 200, type: "text/html" }],
  ["body of what is unchanged", { status: 304 }],
  ["path", { path: "/api/nonsense", status: 200 }],
  ["method", { method: "PUT", status: 200 }],
  ["error of an unknown path", { path: "/api/nonsense", text: "{}" }],
])("An undocumented %s does not", (_, change) => {
  expect(answer(change)).not.toBeNull();
});
