import { afterAll, afterEach, expect } from "vitest";
import { type Answered, type Check, checkBy, type Document, hasText } from "./documented.ts";

const ask = globalThis.fetch;
const checks = new Map<string, Check>();
/** By the document without the service's own address: those that say the same are compiled once. */
const compiled = new Map<string, Check>();
const findings: string[] = [];

/** From now on, every answer that a test gets from a service is checked against the service's own document. */
export async function checkAnswersOf(origin: string): Promise<void> {
  const response = await ask(`${origin}/openapi.json`);
  const document = (await response.text()).replaceAll(origin, "");
  const check = compiled.get(document) ?? checkBy(parseDocument(document));
  compiled.set(document, check);
  checks.set(origin, check);
}

function parseDocument(text: string): Document {
  return JSON.parse(text);
}

/**
 * Compares an answer with the document of the service it came from, if `checkAnswersOf` knows that. What is not so
 * fails the test.
 * @returns what is not so, or null
 */
export function compare(
  method: string,
  url: URL,
  answer: Omit<Answered, "method" | "path">,
): string | null {
  const finding = checks.get(url.origin)?.({ method, path: url.pathname, ...answer }) ?? null;
  if (finding === null) return null;
  const said = `${method} ${url.pathname}${url.search} ${answer.status}: ${finding}`;
  findings.push(said);
  return said;
}

globalThis.fetch = async (input, init) => {
  const response = await ask(input, init);
  const url = new URL(input instanceof Request ? input.url : input);
  if (!checks.has(url.origin) || response.redirected) return response;
  const method = init?.method ?? (input instanceof Request ? input.method : "GET");
  const type = response.headers.get("content-type")?.split(";")[0] ?? null;
  const text = hasText(type) ? await response.clone().text() : "";
  const finding = compare(method, url, { status: response.status, type, text });
  if (finding === null) return response;
  throw new Error(finding);
};

// Said again, in case a test expected an error, and took this for it.
const expectNone = () => expect(findings.splice(0)).toEqual([]);
afterEach(expectNone);
afterAll(expectNone);
