import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { openApiDocument } from "../../http/openapi/document.ts";

export type Document = ReturnType<typeof openApiDocument>;

/** The members of a response that the OpenAPI document describes. */
export interface CheckedResponse {
  method: string;
  path: string;
  status: number;
  /** The media type without parameters; null if absent. */
  type: string | null;
  text: string;
}

/** Returns how a response differs from the document, or null. */
export type Check = (answer: CheckedResponse) => string | null;

/** Other paths belong to the web app, unless the document has them. */
const isOfTheApi = (path: string) => /^\/(api|ipfs)(\/|$)/.test(path);

/** Makes a check of responses against a document, by method, path and status. */
export function checkBy(document: Document): Check {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(document, "api");
  const validators = new Map<string, ValidateFunction>();
  const patterns = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
  }));

  function checkBody(pointer: string[], { text, type }: CheckedResponse): string | null {
    const value: unknown = /^application\/(?:\w+\+)?json$/.test(type ?? "") ? parse(text) : text;
    const reference = `api#/${pointer.map(escapePointer).join("/")}`;
    const validate = validators.get(reference) ?? ajv.compile({ $ref: reference });
    validators.set(reference, validate);
    if (validate(value)) return null;
    return `${ajv.errorsText(validate.errors)} in ${text.slice(0, 500)}`;
  }

  function checkUndocumented(
    path: string | undefined,
    method: string,
    answer: CheckedResponse,
  ): string | null {
    const { status } = answer;
    if (path === undefined && !isOfTheApi(answer.path)) return null;
    if (method === "options" && status === 204) return null;
    // The service refuses an unknown call, or one that comes from another site.
    return status === 404 || status === 403
      ? checkBody(["components", "schemas", "Error"], answer)
      : "The document has no such call";
  }

  /** @param pointer where the response stands in the document */
  function checkContent(
    pointer: string[],
    { content }: { content?: Record<string, unknown> },
    answer: CheckedResponse,
  ): string | null {
    const { type } = answer;
    if (content === undefined) return answer.text === "" ? null : "The document has no body for it";
    const known = Object.keys(content).find((range) => isWithin(type, range));
    if (known === undefined) return `The document has no type ${type} for it`;
    if (answer.method === "HEAD" || !hasText(known)) return null;
    return checkBody([...pointer, "content", known, "schema"], answer);
  }

  return (answer) => {
    const { status } = answer;
    const method = answer.method === "HEAD" ? "get" : answer.method.toLowerCase();
    const path = patterns.find(({ pattern }) => pattern.test(answer.path))?.path;
    const operation = path === undefined ? undefined : document.paths[path]?.[method];
    if (path === undefined || operation === undefined) {
      return checkUndocumented(path, method, answer);
    }
    const documented = operation.responses[String(status)];
    if (documented === undefined) return `The document has no status ${status} for it`;
    if (documented.$ref === undefined) {
      return checkContent(["paths", path, method, "responses", String(status)], documented, answer);
    }
    const shared = document.components.responses[status] ?? {};
    return checkContent(["components", "responses", String(status)], shared, answer);
  };
}

const withoutText = ["text/event-stream", "application/zip", "application/gzip"];

/** Whether a body of this type can be checked: a stream has no end, and neither an image nor an archive a schema. */
export function hasText(type: string | null): boolean {
  return type !== null && !withoutText.includes(type) && !type.startsWith("image/");
}

function isWithin(type: string | null, range: string): boolean {
  return (
    type !== null && (range.endsWith("/*") ? type.startsWith(range.slice(0, -1)) : type === range)
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Escapes a part of a JSON pointer for use in a URL. */
function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}
