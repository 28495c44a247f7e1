import type * as z from "zod/mini";
import {
  type DumpEnd,
  type DumpHeader,
  type DumpLine,
  dumpEndSchema,
  dumpHeaderSchema,
  dumpLineSchema,
} from "./dump.ts";
import { parseJson } from "./text.ts";

/** A dump is broken, cut off or no dump. The message names the line. */
export class BrokenDumpError extends Error {
  override readonly name = "BrokenDumpError";
}

/** A part of a dump: its header first, then its lines, then its end. */
export type DumpPart =
  | { kind: "header"; header: DumpHeader }
  | { kind: "line"; line: DumpLine; text: string }
  | { kind: "end"; end: DumpEnd };

/** A SHA-256 that is being computed. */
interface Sha256 {
  update(text: string): unknown;
  /** In hex. */
  hex(): string;
}

/**
 * Reads the lines of a dump, each parsed by its schema. Only the end shows that no line is missing.
 * @param lines without their line breaks
 * @throws BrokenDumpError
 */
export async function* readDump(
  lines: AsyncIterable<string>,
  hash: Sha256,
): AsyncGenerator<DumpPart> {
  const counts = { profiles: 0, organizations: 0, endorsements: 0 };
  const seen = new Set<string>();
  let number = 0;
  let isOver = false;
  for await (const text of lines) {
    number += 1;
    if (isOver) throw new BrokenDumpError(`Line ${number}: there is something after the end.`);
    const value = parseJson(text);
    if (number === 1) {
      yield { kind: "header", header: parse(dumpHeaderSchema, value, number) };
    } else if (isEnd(value)) {
      const { end } = parse(dumpEndSchema, value, number);
      checkEnd(end, counts, hash.hex());
      isOver = true;
      yield { kind: "end", end };
      continue;
    } else {
      const line = parse(dumpLineSchema, value, number);
      const { kind, id } = subjectOf(line, number);
      const subject = `${kind} ${id}`;
      if (seen.has(subject)) throw new BrokenDumpError(`Line ${number} repeats ${subject}.`);
      seen.add(subject);
      counts[kind] += 1;
      yield { kind: "line", line, text };
    }
    hash.update(`${text}\n`);
  }
  if (!isOver) throw new BrokenDumpError("The dump is not whole: it has no last line.");
}

const isEnd = (value: unknown) => typeof value === "object" && value !== null && "end" in value;

function subjectOf(line: DumpLine, number: number) {
  if ("profile" in line) return { kind: "profiles", id: line.profile.address } as const;
  if ("organization" in line) return { kind: "organizations", id: line.organization.id } as const;
  const { endorsement, proof } = line;
  const { id } = endorsement;
  if (id === proof.claim.id) return { kind: "endorsements", id } as const;
  throw new BrokenDumpError(`Line ${number}: the proof is of another endorsement.`);
}

function checkEnd(end: DumpEnd, counts: Record<string, number>, digest: string): void {
  for (const [name, count] of Object.entries(counts)) {
    const said = Object.entries(end).find(([key]) => key === name)?.[1];
    if (said === count) continue;
    throw new BrokenDumpError(`The dump is not whole: it has ${count} ${name}, not ${said}.`);
  }
  if (end.sha256 !== digest) {
    throw new BrokenDumpError("The dump was changed: its lines have another digest.");
  }
}

function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  number: number,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue === undefined ? "" : ` ${issue.path.join(".")}: ${issue.message}`;
  throw new BrokenDumpError(`Line ${number} does not fit a dump.${where}`);
}
