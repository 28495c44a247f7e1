import type { Profile } from "@colonnade/domain/full-profile.ts";
import type { calls } from "@colonnade/domain/http/contract.ts";
import { limits } from "@colonnade/domain/limits.ts";
import type { z } from "zod";
import type { Database, Statement } from "../../db/database.ts";
import { SuspendedError } from "../errors.ts";
import { newestSql } from "./endorsements.ts";
import {
  arraySql,
  briefSql,
  detailsJoinSql,
  endorsementSql,
  openCardSql,
} from "./sql/json-fragments.ts";
import { type NameList, readNamePage } from "./sql/name-page.ts";

type Filter = z.output<typeof calls.pageProfiles.query>;

export const profileCardSql = `${openCardSql} || '}'`;

/** Every profile as a card, by name. */
export const everyProfile: Statement = {
  name: "profiles",
  text: `select ${profileCardSql} as json from profiles p
    where p.registered order by p.name_key, p.address`,
};

const byName: NameList = {
  table: "profiles",
  key: "address",
  condition: "registered",
  itemSql: profileCardSql,
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

/** The newest followers or followees of a principal, as an array. */
function followsSql(
  shown: "follower" | "followee",
  of: "follower" | "followee",
  principal: string,
) {
  // Follows are collated by bytes. Without `collate`, the profiles' index would not be used.
  return `(select ${arraySql(briefSql("b", `f.${shown}`), `f.at desc, f.${shown} desc`)} from (
    select ${shown}, at from follows where ${of} = ${principal}
    order by at desc, ${shown} desc limit ${limits.pageItems}
  ) f left join profiles b on b.address = f.${shown} collate "default")`;
}

/** The newest followers of a principal, as an array. */
export const followersSql = (principal: string) => followsSql("follower", "followee", principal);

/** The newest profiles that a principal follows, as an array. */
export const followingSql = (principal: string) => followsSql("followee", "follower", principal);

/** The principal's newest endorsements of a status. */
function ofProfileSql(filters: Parameters<typeof newestSql>[0]["filters"]): string {
  const columns = "id, fragment, sender, receiver, organization_id";
  return newestSql({ filters, conditions: [], place: null }, columns, limits.pageItems);
}

/** A member of the profile, from rows `e` of `endorsementListsSql`. */
const listSql = (list: string) =>
  `',"${list}":[' || coalesce(string_agg(e.json, ',' order by e.late, e.id desc) filter (where e.list = '${list}'), '') || ']'`;

/**
 * The principal's endorsements of every list, with their details. Each list has an order of its own: of the earned
 * ones, those that wait come `late`. One join for all lists takes PostgreSQL less than one for each.
 */
const endorsementListsSql = `select e.list, e.late, e.id, ${endorsementSql} as json from (
    select 'columnMilestones' as list, false as late, * from (${ofProfileSql({ receiver: "$1", status: "approved" })}) a
    union all
    select 'columnMilestones', true, * from (${ofProfileSql({ receiver: "$1", status: "pending" })}) p
    union all
    select 'withdrawnMilestones', false, * from (${ofProfileSql({ receiver: "$1", status: "withdrawn" })}) w
    union all
    select 'sentMilestones', false, * from (${ofProfileSql({ sender: "$1" })}) s
  ) e ${detailsJoinSql} order by e.late, e.id desc`;

const profileText = `select (${openCardSql} || ',"social":null,"social_root_id":null,"organization":'
      || (select ${arraySql("o.brief", "o.id")} from organization_roles x
        join organizations o on o.id = x.organization_id
        where x.principal = p.address and x.role = 'representative' and o.open))
    || (select ${listSql("columnMilestones")} || (${listSql("withdrawnMilestones")}) || (${listSql("sentMilestones")})
      from (${endorsementListsSql}) e)
    || (',"followers":' || ${followersSql("$1")} || (',"following":' || ${followingSql("$1")}
      || (',"followerCount":' || coalesce(c.followers, 0)
        || ',"followingCount":' || coalesce(c.following, 0)
        || ',"pendingApprovals":' || p.pending
        || ',"openSuggestions":' || p.suggestions || '}'))) as json
  from profiles p left join follow_counts c on c.principal = p.address
  where p.address = $1 and p.registered`;

/** A principal's profile, or why there is none. One statement, so that no block comes between its parts. */
const profileOrReasonText = `select coalesce(
  (${profileText}),
  (select '{"reason":"suspended"}' from profiles where address = $1 and suspended),
  (select '{"reason":"pending"}' from pending_events p
    where p.sender = $1 and p.event = 'REGISTER_PROFILE' and p.seen and p.failure is null
      and not p.mined
    limit 1)
) as json`;

/**
 * Reads a confirmed profile with its details, or else one whose registration is unconfirmed, or null. An unconfirmed
 * one shows no name: an unconfirmed transaction costs nothing and may claim anybody's name.
 * @throws SuspendedError if there is none because a watcher suspended the principal
 */
export async function readProfile(database: Database, principal: string): Promise<string | null> {
  const statement = { name: "profile", text: profileOrReasonText };
  const found = await database.readJson(statement, [principal]);
  if (found === '{"reason":"suspended"}') throw new SuspendedError();
  if (found === '{"reason":"pending"}') return JSON.stringify(pendingProfile(principal));
  return found;
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
    withdrawnMilestones: [],
    sentMilestones: [],
    followers: [],
    following: [],
    followerCount: 0,
    followingCount: 0,
    pendingApprovals: 0,
    openSuggestions: 0,
  };
}
