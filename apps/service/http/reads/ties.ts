/**
 * Follows of either person that are compared when a tie is looked for. It bounds the work. A tie through others is
 * missed only when the receiver follows more people than this and the sender has more followers than this.
 */
const COMPARED = 200;

/**
 * The condition that a sender has a tie to a receiver: the receiver follows the sender, or follows somebody who follows
 * the sender, or an approved endorsement stands between them, either way. It is computed when it is read, so that a
 * follow rewrites no endorsement. Each probe uses an index. The subqueries are scalar, because PostgreSQL might answer
 * an `exists` by hashing a whole table.
 */
export function tiedSql(sender: string, receiver: string): string {
  // Follows are collated by bytes, addresses elsewhere are not.
  const [from, to] = [sender, receiver].map((person) => `${person} collate "C"`);
  const approvedSql = (by: string, earner: string) => `(
    select true from endorsements tied
    where tied.sender = ${by} and tied.receiver = ${earner} and tied.status = 'approved' limit 1
  )`;
  const followsSql = (follower = "", followee = "") => `(
    select true from follows f where f.follower = ${follower} and f.followee = ${followee}
  )`;
  const countSql = (column: "followers" | "following", person: string) =>
    `coalesce((select c.${column} from follow_counts c where c.principal = ${person}), 0)`;
  return `coalesce(
    ${followsSql(to, from)},
    ${approvedSql(sender, receiver)},
    ${approvedSql(receiver, sender)},
    case when ${countSql("followers", sender)} < ${countSql("following", receiver)} then (
      select true from (
        select follower from follows where followee = ${from}
        order by at desc, follower desc limit ${COMPARED}
      ) other where ${followsSql(to, "other.follower")} limit 1
    ) else (
      select true from (
        select followee from follows where follower = ${to}
        order by at desc, followee desc limit ${COMPARED}
      ) other where ${followsSql("other.followee", from)} limit 1
    ) end,
    false)`;
}
