import { type StreamEvent, streamEventSchema } from "@colonnade/domain/http/stream.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "./database.ts";

/** What the processes on one database tell each other on. */
export const CHANNEL = "colonnade";

/** In bytes; PostgreSQL takes none of 8,000. */
const LARGEST = 7_999;

/** Tells every process, this one included, what a transaction changed; they hear it when it commits. */
export async function notify(trx: Trx, events: readonly StreamEvent[]): Promise<void> {
  const notices = noticesOf(events);
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

/** Events as notices that are small enough. There is one at least: what concerns nobody makes answers old, too. */
export function noticesOf(events: readonly StreamEvent[]): string[] {
  const notices = events.filter(concernsAnybody).flatMap(split);
  return notices.length === 0 ? [""] : notices;
}

function concernsAnybody(event: StreamEvent): boolean {
  if (event.type === "tip") return true;
  return [event.principals, event.endorsements, event.organizations].some((of) => of.length > 0);
}

/** In halves until each is small enough, as one of each kind is by far. */
function split(event: StreamEvent): string[] {
  const notice = JSON.stringify(event);
  if (event.type === "tip" || Buffer.byteLength(notice) <= LARGEST) return [notice];
  return [0, 1].flatMap((half) => {
    const halfOf = <One>(all: One[]) => {
      const middle = Math.ceil(all.length / 2);
      return half === 0 ? all.slice(0, middle) : all.slice(middle);
    };
    return split({
      type: "change",
      principals: halfOf(event.principals),
      endorsements: halfOf(event.endorsements),
      organizations: halfOf(event.organizations),
    });
  });
}
