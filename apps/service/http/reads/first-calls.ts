import { calls } from "@colonnade/domain/http/contract.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { FirstCallName } from "@colonnade/domain/pages.ts";
import type * as z from "zod/mini";
import type { Database } from "../../db/database.ts";
import { InputError } from "../errors.ts";
import { parseInput } from "../requests/input.ts";
import { readEndorsement, readEndorsementPage } from "./endorsements.ts";
import { readEvents } from "./events.ts";
import { readRequestPage } from "./inbox.ts";
import { readOrganization, readOrganizationPage } from "./organizations.ts";
import { readProfile, readProfilePage } from "./profiles.ts";

/** Reads the result of a call as JSON; null for a 404. */
type Read = () => Promise<string | null>;

/** The usual limit, for a query without one. */
const usualLimit = { limit: String(limits.defaultPageItems) };

/**
 * The calls that pages begin with. The API and the rendered pages share these reads. Each function parses the query at
 * once, and throws InputError when it is invalid.
 */
export function firstCallReads(database: Database) {
  function by<Schema extends z.ZodMiniType>(
    schema: Schema,
    read: (database: Database, input: z.output<Schema>) => ReturnType<Read>,
    defaults: Record<string, string> = {},
  ) {
    return (query: Record<string, string>): Read => {
      const input = parseInput(schema, { ...defaults, ...query });
      return () => read(database, input);
    };
  }
  return {
    pageEndorsements: by(calls.pageEndorsements.query, readEndorsementsOrRequests, usualLimit),
    pageProfiles: by(calls.pageProfiles.query, readProfilePage, usualLimit),
    pageOrganizations: by(calls.pageOrganizations.query, readOrganizationPage, usualLimit),
    getProfile: by(calls.getProfile.query, (database, { principal }) =>
      readProfile(database, principal),
    ),
    getOrganization: by(calls.getOrganization.query, readOrganization),
    getEndorsement: by(calls.getEndorsement.query, readEndorsement),
    getEvents: by(calls.getEvents.query, readEvents),
    getWatcher: by(calls.getWatcher.query, readWatcher),
  } satisfies Record<FirstCallName, (query: Record<string, string>) => Read>;
}

/**
 * Reads a page of endorsements, or of those that wait for a receiver with or without a tie to their sender.
 * @throws InputError for `requests` with any other filter than the receiver's pending ones
 */
async function readEndorsementsOrRequests(
  database: Database,
  filter: z.output<typeof calls.pageEndorsements.query>,
): Promise<string> {
  const { requests, receiver, approved, limit, before, ...others } = filter;
  if (requests === undefined) return readEndorsementPage(database, filter);
  const hasOther = Object.values(others).some((value) => value !== undefined);
  if (receiver === undefined || approved !== "false" || hasOther) {
    throw new InputError("requests: Goes with receiver, approved=false, limit and before only");
  }
  return readRequestPage(database, { receiver, limit, before, requests: requests === "true" });
}

const watcherText = `select '{"watcher":'
    || case when exists (select from watchers where principal = $1) then 'true' else 'false' end
    || '}' as json`;

/** Whether a principal is a watcher on chain. */
function readWatcher(database: Database, { principal }: { principal: string }) {
  return database.readJson({ name: "watcher", text: watcherText }, [principal]);
}
