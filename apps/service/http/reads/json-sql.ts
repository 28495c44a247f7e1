// Pieces of SQL that put JSON together from the fragments written at ingest. Everything they quote is
// an address or a fragment, so no text of a user is ever escaped here.

/** A person in brief, from a joined `profiles` row; one with empty names where there is no such row. */
export function briefSql(profile: string, address: string): string {
  return `coalesce(${profile}.brief, '{"address":"' || ${address} || '","bns_name":"","bns":"","profileImageUrl":""}')`;
}

/** An endorsement whole, from a row `e` joined with its people as `s` and `r`. */
export const endorsementSql = `e.fragment || ',"column_sender":' || ${briefSql("s", "e.sender")}
  || ',"column_receiver":' || ${briefSql("r", "e.receiver")} || '}'`;

/** Joins the two people of endorsements `e`, by primary key. */
export const peopleJoinSql = `left join profiles s on s.address = e.sender
  left join profiles r on r.address = e.receiver`;

/** A profile's card without the closing brace, from a row `p`. */
export const openCardSql = `left(p.brief, -1) || ',"statement":' || p.statement
  || ',"status":"CONFIRMED","earned":' || p.earned || ',"issued":' || p.issued`;

/** An array of the fragments, in an order. */
export function arraySql(fragment: string, order: string): string {
  return `'[' || coalesce(string_agg(${fragment}, ',' order by ${order}), '') || ']'`;
}

/** The newest endorsements that fit a condition, as an array. */
export function newestEndorsementsSql(condition: string, limit: number): string {
  return `(select ${arraySql(endorsementSql, "e.id desc")} from (
    select id, fragment, sender, receiver from endorsements
    where ${condition} and status <> 'rejected' order by id desc limit ${limit}
  ) e ${peopleJoinSql})`;
}
