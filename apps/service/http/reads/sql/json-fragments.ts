import { limits } from "@colonnade/domain/limits.ts";

// Pieces of SQL that put JSON together from the fragments written at ingest. Everything they quote is
// an address or a fragment, so no text of a user is ever escaped here.

/** Whether no watcher suspends somebody, from an expression of the address. */
export const notSuspendedSql = (address: string) =>
  `(select suspended from profiles where address = ${address}) is not true`;

/** A person in brief, from a joined `profiles` row; with empty names if the row is missing. */
export function briefSql(profile: string, address: string): string {
  return `coalesce(${profile}.brief, '{"address":"' || ${address} || '","bns_name":"","bns":"","profileImageUrl":""}')`;
}

/**
 * An endorsement with its details, from a row `e` joined by `detailsJoinSql`. Each `||` copies both sides, so the short
 * texts are joined first. The organization is a subquery because PostgreSQL would hash the few organizations, lose the
 * order of the rows and sort them again. A subquery reads all of a few organizations, so a null asks for none.
 */
export const endorsementSql = `e.fragment || (
    case when e.organization_id is null then ''
      else coalesce(',"organization":' || (select brief from organizations where id = e.organization_id), '') end
  || ',"senderIssued":' || coalesce(s.issued, 0)
  || ',"column_sender":' || ${briefSql("s", "e.sender")}
  || ',"column_receiver":' || ${briefSql("r", "e.receiver")} || '}')`;

/** Joins endorsements `e` with sender `s` and receiver `r`, by primary key. */
export const detailsJoinSql = `left join profiles s on s.address = e.sender
  left join profiles r on r.address = e.receiver`;

/** A profile's card without the closing brace, from a row `p`. */
export const openCardSql = `left(p.brief, -1) || ',"statement":' || p.statement
  || ',"status":"CONFIRMED","earned":' || p.earned || ',"issued":' || p.issued`;

/** An array of the fragments, in an order. */
export function arraySql(fragment: string, order: string): string {
  return `'[' || coalesce(string_agg(${fragment}, ',' order by ${order}), '') || ']'`;
}

/** The endorsements that a query of them selects, newest first, as an array. */
export function endorsementsSql(selected: string): string {
  return `(select ${arraySql(endorsementSql, "e.id desc")} from (${selected}) e ${detailsJoinSql})`;
}

/**
 * A page of endorsements, newest first, as JSON.
 * @param pageSql the expression of the common table `page`: the page's endorsements, and one more if there are more
 * @param furtherSql the id after which the next page begins although this one is not full; none if absent
 */
export function endorsementPageSql(pageSql: string, limit: number, furtherSql = "null"): string {
  return `with ${pageSql}
    select '{"items":[' || coalesce(string_agg(${endorsementSql}, ',' order by e.id desc), '') || ('],"next":' || coalesce('"' || case
      when (select count(*) from page) > ${limit} then min(e.id) else ${furtherSql} end || '"', 'null') || '}') as json
    from (select * from page order by id desc limit ${limit}) e ${detailsJoinSql}`;
}

/** A page without items. */
export const emptyPage = '{"items":[],"next":null}';

/**
 * Names the statement of a page, or returns null so that it is not prepared. The limit is part of the statement's
 * text: for a limit in a parameter, PostgreSQL would plan for a tenth of the list. So only the usual page size is
 * prepared. Otherwise every connection would keep a plan for each requested size.
 */
export function pageName(kind: string, limit: number): string | null {
  return limit === limits.defaultPageItems ? `${kind}-page` : null;
}
