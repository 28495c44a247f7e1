import { calls } from "@colonnade/domain/http/contract.ts";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, it } from "vitest";
import { openApiDocument } from "../http/openapi/document.ts";
import { startFixture } from "./support/fixture.ts";
import { checkBy } from "./support/openapi-check.ts";

it("serves a valid OpenAPI 3.1 document whose references all resolve", async () => {
  const fixture = await startFixture();
  const text = await (await fetch(`${fixture.service.origin}/openapi.json`)).text();
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(text))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  expect(() => validator.resolveRefs()).not.toThrow();
  await fixture.close();
});

const document = openApiDocument({ origin: "http://service.test", version: "1" });

it("documents every call of the HTTP contract", () => {
  for (const [name, call] of Object.entries(calls)) {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()];
    expect(operation?.operationId).toContain(name);
  }
});

it("marks the calls that need a session", () => {
  expect(document.paths["/api/follow"]?.post).toHaveProperty("security");
  expect(document.paths["/api/milestone"]?.get).not.toHaveProperty("security");
});

it("marks required query parameters as required", () => {
  expect(document.paths["/api/column"]?.get).toMatchObject({
    parameters: [{ name: "principal", in: "query", required: true }],
  });
});

const check = checkBy(document);
const error = {
  error: { code: "does_not_exist", message: "Not found", requestId: "1" },
};
const token = { sip: 16, name: "Holds the line", attributes: [], properties: {} };

/** Checks a documented response with some of its members changed. */
const answer = (change: Partial<Parameters<typeof check>[0]> = {}) =>
  check({
    method: "GET",
    path: "/api/token-metadata/1",
    status: 404,
    type: "application/json",
    text: JSON.stringify(error),
    ...change,
  });

it("accepts documented responses in the check that all tests run", () => {
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
  ["body of a 304", { status: 304 }],
  ["path", { path: "/api/nonsense", status: 200 }],
  ["method", { method: "PUT", status: 200 }],
  ["error of an unknown path", { path: "/api/nonsense", text: "{}" }],
])("rejects an undocumented %s in that check", (_, change) => {
  expect(answer(change)).not.toBeNull();
});
