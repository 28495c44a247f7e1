import type { StreamEvent } from "@colonnade/domain/http/stream.ts";
import type { Trx } from "../db/database.ts";
import { notify } from "../db/notices.ts";
import { readTip } from "./tip.ts";

/** What indexing blocks changed, for those who watch. */
export interface Effect {
  principals: Set<string>;
  endorsements: Set<number>;
  organizations: Set<number>;
}

export function noEffect(): Effect {
  return { principals: new Set(), endorsements: new Set(), organizations: new Set() };
}

/** Tells every process where a transaction leaves the index, and what it changed. */
export async function notifyEffect(trx: Trx, effect: Effect): Promise<void> {
  const events: StreamEvent[] = [];
  const tip = await readTip(trx);
  if (tip !== null) events.push({ type: "tip", ...tip });
  if (effect.principals.size > 0) {
    events.push({
      type: "change",
      principals: [...effect.principals],
      endorsements: [...effect.endorsements],
      organizations: [...effect.organizations],
    });
  }
  await notify(trx, events);
}
