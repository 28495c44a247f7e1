import { sql } from "kysely";
import type { Database, Trx } from "../../db/database.ts";
import { changeOffChain, type OffChainStores } from "../../off-chain/change.ts";
import { InputError, RequestError } from "../errors.ts";
import { followersSql, followingSql } from "../reads/profiles.ts";

/**
 * Makes one principal follow another. Does nothing when it already does.
 * @throws InputError for oneself; RequestError precondition_failed_error unless both have confirmed profiles
 */
export async function follow(
  stores: OffChainStores,
  follower: string,
  followee: string,
): Promise<void> {
  if (follower === followee) throw new InputError("You cannot follow yourself");
  await changeOffChain(stores, async (trx) => {
    await requireProfiles(trx, [follower, followee]);
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("follows")
      .values({ follower, followee, at: Date.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return [];
    await count(trx, follower, followee, 1);
    return [follower, followee];
  });
}

/** Undoes `follow`. Does nothing when there is no such follow. */
export async function unfollow(
  stores: OffChainStores,
  follower: string,
  followee: string,
): Promise<void> {
  await changeOffChain(stores, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom("follows")
      .where("follower", "=", follower)
      .where("followee", "=", followee)
      .executeTakeFirstOrThrow();
    if (numDeletedRows !== 1n) return [];
    await count(trx, follower, followee, -1);
    return [follower, followee];
  });
}

/** Reads the newest followers and followees of a principal. */
export async function readFollowLists(database: Database, principal: string): Promise<string> {
  const text = `select '{"data":{"followers":' || ${followersSql("$1")}
    || ',"following":' || ${followingSql("$1")} || '}}' as json`;
  return (await database.readJson({ name: "follow-lists", text }, [principal])) ?? "{}";
}

async function requireProfiles(trx: Trx, principals: string[]): Promise<void> {
  for (const principal of principals) {
    const profile = await trx
      .selectFrom("profiles")
      .where("address", "=", principal)
      .where("registered", "=", true)
      .select("address")
      .executeTakeFirst();
    if (profile === undefined) {
      throw new RequestError(
        409,
        "precondition_failed_error",
        `${principal} has no confirmed profile`,
      );
    }
  }
}

async function count(trx: Trx, follower: string, followee: string, by: 1 | -1): Promise<void> {
  // Always in the same order, so that two who follow each other at once cannot deadlock.
  const changes = [
    { principal: follower, followers: 0, following: by },
    { principal: followee, followers: by, following: 0 },
  ].sort((a, b) => (a.principal < b.principal ? -1 : 1));
  for (const { principal, followers, following } of changes) {
    await sql`
      insert into follow_counts as c (principal, followers, following)
      values (${principal}, ${followers}, ${following})
      on conflict (principal) do update
      set followers = c.followers + excluded.followers, following = c.following + excluded.following
    `.execute(trx);
  }
}

const followText = `select '{"follows":' || case when exists (
      select from follows where follower = $1 and followee = $2
    ) then 'true' else 'false' end || '}' as json`;

/** Whether a principal follows another. */
export function readFollow(
  database: Database,
  { userPrincipal, profilePrincipal }: { userPrincipal: string; profilePrincipal: string },
): Promise<string | null> {
  return database.readJson({ name: "follow", text: followText }, [userPrincipal, profilePrincipal]);
}
