import { calls } from "@colonnade/domain/http/contract.ts";
import type { FirstCallName } from "@colonnade/domain/http/first-calls.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { Database } from "../../db/database.ts";
import { parseInput } from "../input.ts";
import { readEndorsement, readEndorsementPage } from "./endorsements.ts";
import { readEvents } from "./events.ts";
import { readOrganization, readOrganizationPage } from "./organizations.ts";
import { readPendingProfile, readProfile, readProfilePage } from "./profiles.ts";
import { readWatcher } from "./watchers.ts";

/** Reads a call's answer as JSON; null where there is nothing to answer. */
export type Read = () => Promise<string | null>;

/** The calls that pages begin with, each by its query: who asks, the API or a page, gets the same answer. */
export type ReadsByCall = Record<FirstCallName, (query: Record<string, string>) => Read>;

/** Each throws InputError, before anything is read, where the query is none. */
export function readsByCall(database: Database): ReadsByCall {
  return {
    pageEndorsements(query) {
      const filter = parseInput(calls.pageEndorsements.query, withLimit(query));
      return () => readEndorsementPage(database, filter);
    },
    pageProfiles(query) {
      const filter = parseInput(calls.pageProfiles.query, withLimit(query));
      return () => readProfilePage(database, filter);
    },
    pageOrganizations(query) {
      const filter = parseInput(calls.pageOrganizations.query, withLimit(query));
      return () => readOrganizationPage(database, filter);
    },
    getProfile(query) {
      const { principal } = parseInput(calls.getProfile.query, query);
      return async () =>
        (await readProfile(database, principal)) ?? (await readPendingProfile(database, principal));
    },
    getOrganization(query) {
      const { id } = parseInput(calls.getOrganization.query, query);
      return () => readOrganization(database, id);
    },
    getEndorsement(query) {
      const { id } = parseInput(calls.getEndorsement.query, query);
      return () => readEndorsement(database, id);
    },
    getEvents(query) {
      const parsed = parseInput(calls.getEvents.query, query);
      return () => readEvents(database, parsed);
    },
    getWatcher(query) {
      const { principal } = parseInput(calls.getWatcher.query, query);
      return () => readWatcher(database, principal);
    },
  };
}

/** A page without a limit has the usual one. */
function withLimit(query: Record<string, string>): Record<string, string> {
  return { limit: String(limits.defaultPageItems), ...query };
}
