import { sql } from "kysely";

/** 40 MB at most. Addresses cost nothing, so the logos of all applications could fill the room of all images. */
const MOST_LOGOS = 100;

/**
 * The CIDs of the unused images that the oldest open applications keep as logos, a hundred at most. An image counts only
 * while it is stored here, and once, so a flood of applications without uploads takes no place. Reads each unused image,
 * and only its oldest application, by index.
 */
export const keptLogos = sql<string>`
  select i.cid from images i cross join lateral (
    select a.id from applications a where a.logo = i.cid and a.settled is null order by a.id limit 1
  ) first
  where i.used is null order by first.id limit ${MOST_LOGOS}`;
