import { expect } from "vitest";
import {
  type Check,
  type CheckedResponse,
  checkBy,
  type Document,
  hasText,
} from "./openapi-check.ts";

const realFetch = globalThis.fetch;
const checks = new Map<string, Check>();
/** Checks by document, without the service's origin: equal documents are compiled once. */
const compiled = new Map<string, Check>();
const differences: string[] = [];

/** From now on, checks every response from a service against that service's OpenAPI document. */
export async function checkResponsesOf(origin: string): Promise<void> {
  const response = await realFetch(`${origin}/openapi.json`);
  const document = (await response.text()).replaceAll(origin, "");
  const check = compiled.get(document) ?? checkBy(parseDocument(document));
  compiled.set(document, check);
  checks.set(origin, check);
}

function parseDocument(text: string): Document {
  return JSON.parse(text);
}

/** The services of a test file have ended. Another server may listen at one of their ports. */
export function forgetServices(): void {
  checks.clear();
}

/**
 * Compares a response with its service's document, if `checkResponsesOf` was called for it. A difference fails the
 * test.
 * @returns the difference, or null
 */
export function compare(
  method: string,
  url: URL,
  response: Omit<CheckedResponse, "method" | "path">,
): string | null {
  const difference = checks.get(url.origin)?.({ method, path: url.pathname, ...response }) ?? null;
  if (difference === null) return null;
  const message = `${method} ${url.pathname}${url.search} ${response.status}: ${difference}`;
  differences.push(message);
  return message;
}

globalThis.fetch = async (input, init) => {
  const response = await realFetch(input, init);
  const url = new URL(input instanceof Request ? input.url : input);
  if (!checks.has(url.origin) || response.redirected) return response;
  const method = init?.method ?? (input instanceof Request ? input.method : "GET");
  const type = response.headers.get("content-type")?.split(";")[0] ?? null;
  const text = hasText(type)
    ? await response
        .clone()
        .text()
        .catch(() => null)
    : "";
  // It broke off. Who reads it meets that.
  if (text === null) return response;
  const difference = compare(method, url, { status: response.status, type, text });
  if (difference === null) return response;
  throw new Error(difference);
};

/** Fails for every difference since the last call. A test that caught the error of one fails here. */
export function expectNoDifferences(): void {
  expect(differences.splice(0)).toEqual([]);
}
