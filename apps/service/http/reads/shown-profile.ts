import { type Endorsement, endorsementSchema } from "@colonnade/domain/endorsement.ts";
import { nameOrAddress } from "@colonnade/domain/profile.ts";
import * as z from "zod/mini";
import type { Database } from "../../db/database.ts";
import { emptyPage, endorsementPageSql, notSuspendedSql, pageName } from "./sql/json-fragments.ts";

const pageSchema = z.object({ items: z.array(endorsementSchema) });

/** Whether other sites and feeds show an endorsement: not while a watcher suspends one of its parties. */
export const isShownElsewhere = ({ column_sender, column_receiver }: Endorsement): boolean =>
  column_sender.suspended !== true && column_receiver.suspended !== true;

/** Parses the endorsements of a page of the API. Leaves out those that only this site shows. */
export const parseEndorsements = (json: string): Endorsement[] =>
  pageSchema.parse(JSON.parse(json)).items.filter(isShownElsewhere);

/** The name of a profile, or its address; null where there is none, or while a watcher suspends its owner. */
export async function readShownName({ kysely }: Database, address: string): Promise<string | null> {
  const profile = await kysely
    .selectFrom("profiles")
    .where("address", "=", address)
    .where("registered", "=", true)
    .where("suspended", "=", false)
    .select("brief")
    .executeTakeFirst();
  return profile === undefined ? null : nameOrAddress(JSON.parse(profile.brief));
}

/**
 * The newest endorsements that somebody earned and shows on the profile, as a page of JSON. Those of authors whom a
 * watcher suspended are left out.
 */
export async function readShownEarned(
  database: Database,
  receiver: string,
  limit: number,
): Promise<string> {
  const pageSql = `page as (
      select * from endorsements
      where receiver = $1 and status = 'approved' and shown
        and ${notSuspendedSql("endorsements.sender")}
      order by id desc limit ${limit + 1}
    )`;
  const name = pageName("shown-earned", limit);
  const text = endorsementPageSql(pageSql, limit);
  return (await database.readJson({ name, text }, [receiver])) ?? emptyPage;
}
