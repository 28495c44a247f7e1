import { type StreamEvent, streamEventSchema } from "@colonnade/domain/http/stream.ts";
import { parseJson } from "@colonnade/domain/text.ts";
import { sql } from "kysely";
import { CHANNEL, type Trx } from "../db/database.ts";

/** Bytes. PostgreSQL refuses a notice of 8,000. */
const LARGEST = 7_999;

/** Tells every process, this one included, what a transaction changed. The notices arrive after the commit. */
export async function notify(trx: Trx, events: readonly StreamEvent[]): Promise<void> {
  const notices = noticesOf(events);
  await sql`select pg_notify(${CHANNEL}, notice) from unnest(${notices}::text[]) as notice`.execute(
    trx,
  );
}

/**
 * @returns null for a notice that says only that something changed; `unknown` for one that this release cannot read,
 *   such as from a process of a newer release
 */
export function parseNotice(text: string): StreamEvent | null | "unknown" {
  if (text === "") return null;
  const parsed = streamEventSchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : "unknown";
}

/** Formats events as small enough notices. There is always one: every commit makes the cached responses old. */
export function noticesOf(events: readonly StreamEvent[]): string[] {
  const notices = events.filter(concernsAnybody).flatMap(split);
  return notices.length === 0 ? [""] : notices;
}

function concernsAnybody(event: StreamEvent): boolean {
  if (event.type === "tip") return true;
  return [event.principals, event.endorsements, event.organizations].some((of) => of.length > 0);
}

/** Halves a change until each part is small enough. One of each kind always is. */
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
