import type { Profile } from "@colonnade/domain/full-profile.ts";
import type { calls } from "@colonnade/domain/http/contract.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { z } from "zod";
import type { Database, Statement } from "../../db/database.ts";
import { inBlockSql } from "../../db/in-block.ts";
import { arraySql, briefSql, newestEndorsementsSql, openCardSql } from "./json-sql.ts";
import { type NameList, readNamePage } from "./name-page.ts";

type Filter = z.output<typeof calls.pageProfiles.query>;

const cardSql = `${openCardSql} || '}'`;

/** Every profile as a card, by name. */
export const everyProfile: Statement = {
  name: "profiles",
  text: `select ${cardSql} as json from profiles p
    where p.registered order by p.name_key, p.address`,
};

const byName: NameList = {
  table: "profiles",
  key: "address",
  condition: "registered",
  itemSql: cardSql,
  row: "p",
  parseKey: (key) => key,
};

/** A page of profile cards, by name. */
export function readProfilePage(
  database: Database,
  filter: Filter,
  window?: number,
): Promise<string> {
  return readNamePage(database, byName, filter, window);
}

/** The newest of those who stand on one side of a principal's follows, as an array. */
function followsSql(
  shown: "follower" | "followee",
  of: "follower" | "followee",
  principal: string,
) {
  // Follows sort by bytes; without a word on it, their addresses would not be looked up in the profiles' index.
  return `(select ${arraySql(briefSql("b", `f.${shown}`), `f.at desc, f.${shown} desc`)} from (
    select ${shown}, at from follows where ${of} = ${principal}
    order by at desc, ${shown} desc limit ${limits.pageItems}
  ) f left join profiles b on b.address = f.${shown} collate "default")`;
}

/** Those who follow a principal, newest first, as an array. */
export const followersSql = (principal: string) => followsSql("follower", "followee", principal);

/** Those whom a principal follows, newest first, as an array. */
export const followingSql = (principal: string) => followsSql("followee", "follower", principal);

const profileText = `select ${openCardSql} || ',"social":null,"social_root_id":null,"organization":'
    || (select ${arraySql("o.brief", "o.id")} from representatives x
      join organizations o on o.id = x.organization_id where x.principal = p.address)
    || ',"columnMilestones":' || ${newestEndorsementsSql("receiver = $1", limits.pageItems)}
    || ',"sentMilestones":' || ${newestEndorsementsSql("sender = $1", limits.pageItems)}
    || ',"followers":' || ${followersSql("$1")}
    || ',"following":' || ${followingSql("$1")}
    || ',"followerCount":' || coalesce(c.followers, 0)
    || ',"followingCount":' || coalesce(c.following, 0)
    || ',"pendingApprovals":' || p.pending || '}' as json
  from profiles p left join follow_counts c on c.principal = p.address
  where p.address = $1 and p.registered`;

/** A profile as a card, or null where the principal has none on chain. */
export function readProfileCard(database: Database, principal: string): Promise<string | null> {
  const text = `select ${cardSql} as json from profiles p where p.address = $1 and p.registered`;
  return database.readJson({ name: "profile-card", text }, [principal]);
}

/** A profile whole, or null where the principal has none on chain. */
export function readProfile(database: Database, principal: string): Promise<string | null> {
  return database.readJson({ name: "profile", text: profileText }, [principal]);
}

const pendingText = `select 'true' as json from pending_events p
  where p.sender = $1 and p.event = 'REGISTER_PROFILE' and p.verified and p.failure is null
    and not ${inBlockSql("p.tx_id")}
  limit 1`;

/**
 * The profile of a principal whose registration is unconfirmed, or null. It says nothing but that: a transaction that no
 * block takes costs nothing, and may ask for anybody's name.
 */
export async function readPendingProfile(
  database: Database,
  principal: string,
): Promise<string | null> {
  const found = await database.readJson({ name: "pending-profile", text: pendingText }, [
    principal,
  ]);
  return found === null ? null : JSON.stringify(pendingProfile(principal));
}

function pendingProfile(address: string): Profile {
  return {
    address,
    bns_name: "",
    bns: "",
    profileImageUrl: "",
    statement: null,
    status: "PENDING",
    earned: 0,
    issued: 0,
    social: null,
    social_root_id: null,
    organization: [],
    columnMilestones: [],
    sentMilestones: [],
    followers: [],
    following: [],
    followerCount: 0,
    followingCount: 0,
    pendingApprovals: 0,
  };
}
