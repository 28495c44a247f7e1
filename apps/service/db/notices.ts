import { type StreamEvent, streamEventSchema } from "@colonnade/domain/http/stream.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "./database.ts";

/** What the processes on one database tell each other on. */
export const CHANNEL = "colonnade";

/** PostgreSQL takes notices below 8,000 bytes; so many of each kind are below that. */
const NAMED_AT_ONCE = 60;

/** Tells every process, this one included, what a transaction changed; they hear it when it commits. */
export async function notify(trx: Trx, events: readonly StreamEvent[]): Promise<void> {
  const notices = events.flatMap(split).map((event) => JSON.stringify(event));
  // Even what concerns nobody in particular has made every answer old.
  if (notices.length === 0) notices.push("");
  await sql`select pg_notify(${CHANNEL}, notice) from unnest(${notices}::text[]) as notice`.execute(
    trx,
  );
}

const noticeSchema = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "This is not JSON" });
      return z.NEVER;
    }
  })
  .pipe(streamEventSchema);

/**
 * @returns null for a notice that only says that something changed; `unknown` for one that cannot be read here, as
 * from a process of a newer version
 */
export function parseNotice(text: string): StreamEvent | null | "unknown" {
  if (text === "") return null;
  const parsed = noticeSchema.safeParse(text);
  return parsed.success ? parsed.data : "unknown";
}

function split(event: StreamEvent): StreamEvent[] {
  if (event.type === "tip") return [event];
  const { principals, endorsements, organizations } = event;
  const most = Math.max(principals.length, endorsements.length, organizations.length);
  const parts: StreamEvent[] = [];
  for (let start = 0; start < most; start += NAMED_AT_ONCE) {
    const end = start + NAMED_AT_ONCE;
    parts.push({
      type: "change",
      principals: principals.slice(start, end),
      endorsements: endorsements.slice(start, end),
      organizations: organizations.slice(start, end),
    });
  }
  return parts;
}
