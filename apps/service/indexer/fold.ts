import type { Trx } from "../db/database.ts";
import type { History } from "./history.ts";
import { foldEndorsements, renameInEndorsements } from "./nouns/endorsements.ts";
import { foldOrganizations } from "./nouns/organizations.ts";
import { foldProfiles, forgetProfiles } from "./nouns/profiles.ts";
import { foldWatchers } from "./nouns/watchers.ts";

/**
 * Brings the current-state tables to where a history leads. Endorsements come after the names they are
 * searched by, and profiles that the chain forgot go last, when no endorsement counts on them any more.
 * @throws FoldError when an event cannot follow what went before
 */
export async function foldHistory(trx: Trx, history: History): Promise<void> {
  if (history.entries.size === 0) return;
  await foldWatchers(trx, history);
  await foldOrganizations(trx, history);
  const { renamed, forgotten } = await foldProfiles(trx, history);
  await foldEndorsements(trx, history);
  await forgetProfiles(trx, forgotten);
  await renameInEndorsements(trx, renamed);
}
