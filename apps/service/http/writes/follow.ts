import { sql } from "kysely";
import type { Database, Trx } from "../../db/database.ts";
import { InputError, RequestError } from "../errors.ts";
import type { OffChain } from "../off-chain.ts";
import { followersSql, followingSql } from "../reads/profiles.ts";

/**
 * Makes one principal follow another; nothing changes when it does already.
 * @throws InputError for oneself; RequestError precondition_failed_error unless both have confirmed profiles
 */
export async function follow(
  offChain: OffChain,
  follower: string,
  followee: string,
): Promise<void> {
  if (follower === followee) throw new InputError("Nobody follows themselves");
  await offChain.note(async (trx) => {
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

/** Ends that; nothing changes when there is nothing to end. */
export async function unfollow(
  offChain: OffChain,
  follower: string,
  followee: string,
): Promise<void> {
  await offChain.note(async (trx) => {
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

/** The newest who follow a principal, and whom it follows. */
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
  // In one order for everybody, so that two who follow each other at once do not wait for each other.
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
