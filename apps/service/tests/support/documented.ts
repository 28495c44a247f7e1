import type { openApiDocument } from "@colonnade/domain/http/openapi.ts";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";

export type Document = ReturnType<typeof openApiDocument>;

/** An answer, in so far as the API's document speaks of it. */
export interface Answered {
  method: string;
  path: string;
  status: number;
  /** Without its parameters; null where the answer names none. */
  type: string | null;
  text: string;
}

/** Answers what about an answer is not as the document says, or null. */
export type Check = (answer: Answered) => string | null;

/** Paths that are the web app's unless the document has them. */
const isOfTheApi = (path: string) => /^\/(api|ipfs)(\/|$)/.test(path);

/** Compares answers with what a document says of their method, path and status. */
export function checkBy(document: Document): Check {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(document, "api");
  const validators = new Map<string, ValidateFunction>();
  const patterns = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
  }));

  function checkBody(pointer: string[], { text, type }: Answered): string | null {
    const value: unknown = type === "application/json" ? parse(text) : text;
    const reference = `api#/${pointer.map(escapePointer).join("/")}`;
    const validate = validators.get(reference) ?? ajv.compile({ $ref: reference });
    validators.set(reference, validate);
    if (validate(value)) return null;
    return `${ajv.errorsText(validate.errors)} in ${text.slice(0, 500)}`;
  }

  return (answer) => {
    const { status, type } = answer;
    const method = answer.method === "HEAD" ? "get" : answer.method.toLowerCase();
    const path = patterns.find(({ pattern }) => pattern.test(answer.path))?.path;
    const operation = path === undefined ? undefined : document.paths[path]?.[method];
    if (path === undefined || operation === undefined) {
      if (path === undefined && !isOfTheApi(answer.path)) return null;
      if (method === "options" && status === 204) return null;
      // What is no call is refused, as such or for coming from another site.
      return status === 404 || status === 403
        ? checkBody(["components", "schemas", "Error"], answer)
        : "The document has no such call";
    }
    const said = operation.responses[String(status)];
    if (said === undefined) return `The document has no status ${status} for it`;
    const pointer =
      said.$ref === undefined
        ? ["paths", path, method, "responses", String(status)]
        : ["components", "responses", String(status)];
    const { content } =
      said.$ref === undefined ? said : (document.components.responses[status] ?? {});
    if (content === undefined) return answer.text === "" ? null : "The document has no body for it";
    const known = Object.keys(content).find((range) => isWithin(type, range));
    if (known === undefined) return `The document has no type ${type} for it`;
    if (answer.method === "HEAD" || !hasText(known)) return null;
    return checkBody([...pointer, "content", known, "schema"], answer);
  };
}

/** Whether a body of this type is worth reading to its end: a stream has none, and an image no schema. */
export function hasText(type: string | null): boolean {
  return type !== null && type !== "text/event-stream" && !type.startsWith("image/");
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

/** A part of a JSON pointer within an address. */
function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}
