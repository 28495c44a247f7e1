/**
 * Who may make which call of the service: each row a call, each column a role. `authority.test.ts` tries every cell.
 *
 * The rows are all calls that write, and the reads that are not for everybody. A refused call changes nothing.
 *
 * The first six roles differ in who is signed in:
 * - visitor: nobody is signed in
 * - stranger: somebody without a profile
 * - member: somebody with a profile
 * - suspended: a member whom a watcher suspended
 * - seated: a member who represents an organization; founder: its admin
 *
 * - watcher: a watcher; dismissed: somebody whom the owner took that right from
 * - another: a member whose request speaks for another address
 *
 * In the others a watcher with a profile asks, who may do everything:
 * - expired: the session has expired
 * - ended: its cookie was sent again after signing out
 * - made-up: the cookie is invented
 * - elsewhere: the request comes from another site's page. That page cannot read the answer: cors.test.ts
 * - no-origin: the request does not say where it comes from
 * - form: the body is of a type that another site's form can send
 */
const table = `
call                      visitor stranger member suspended seated founder watcher dismissed another expired ended made-up elsewhere no-origin form
announceTransaction       ok      ok       ok     ok        ok     ok      ok      ok        not-own ok      ok    ok      no-page   no-page   type
follow                    in      profile  ok     no        ok     ok      ok      ok        no      in      in    in      no-page   no-page   type
unfollow                  in      ok       ok     ok        ok     ok      ok      ok        no      in      in    in      no-page   no-page   type
sendContact               ok      ok       ok     ok        ok     ok      ok      ok        ok      ok      ok    ok      no-page   no-page   type
uploadImage               in      ok       ok     no        ok     ok      ok      ok        ok      in      in    in      no-page   no-page   type
applyForOrganization      in      ok       ok     no        ok     ok      ok      ok        no      in      in    in      no-page   no-page   type
decideApplication         in      no       no     no        no     no      ok      no        no      in      in    in      no-page   no-page   type
report                    in      ok       ok     no        ok     ok      ok      ok        ok      in      in    in      no-page   no-page   type
decideReport              in      no       no     no        no     no      ok      no        no      in      in    in      no-page   no-page   type
pageApplications          in      ok       ok     ok        ok     ok      ok      ok        no      in      in    in      ok        ok        ok
pageApplications:all      in      no       no     no        no     no      ok      no        no      in      in    in      ok        ok        ok
pageOwnRejected           in      ok       ok     ok        ok     ok      ok      ok        ok      in      in    in      ok        ok        ok
getRevisions              in      no-such  ok     no-such   no-such no-such no-such no-such   no-such in      in    in      no-such   no-such   no-such
pageBlocked               in      ok       ok     ok        ok     ok      ok      ok        ok      in      in    in      ok        ok        ok
pageReports               in      no       no     no        no     no      ok      no        no      in      in    in      ok        ok        ok
getChallenge              ok      ok       ok     ok        ok     ok      ok      ok        ok      ok      ok    ok      ok        ok        ok
signIn                    ok      ok       ok     ok        ok     ok      ok      ok        forged  ok      ok    ok      no-page   no-page   type
signOut                   ok      ok       ok     ok        ok     ok      ok      ok        ok      ok      ok    ok      no-page   no-page   ok
signOutEverywhere         in      ok       ok     ok        ok     ok      ok      ok        ok      in      in    in      no-page   no-page   ok
`;

/** What the words in the cells stand for: the status and the error's code, or success. */
const outcomes: Record<string, string> = {
  ok: "ok",
  /** Signs in first. */
  in: "401 no_session_data",
  /** Is signed in, and may not. */
  no: "403 forbidden",
  /** Needs a profile first. */
  profile: "409 precondition_failed_error",
  /** Announces another's transaction. */
  "not-own": "403 forbidden",
  /** Is not told that it exists. */
  "no-such": "404 does_not_exist",
  "no-page": "403 forbidden",
  type: "415 validation_error",
  forged: "401 signature_verification_failure",
};

/** A cell of the table: a call, perhaps with a variant after a colon, a role, and what comes of it. */
export interface Cell {
  row: string;
  role: string;
  outcome: string;
}

/** The table's cells, row by row. @throws if a cell is missing or has no meaning */
export function readAuthority(): { rows: string[]; roles: string[]; cells: Cell[] } {
  const [head = [], ...lines] = table
    .trim()
    .split("\n")
    .map((line) => line.split(/ +/));
  const roles = head.slice(1);
  const cells = lines.flatMap(([row = "", ...words]) => {
    if (words.length !== roles.length) throw new Error(`${row} has ${words.length} cells`);
    return roles.map((role, place) => {
      const outcome = outcomes[words[place] ?? ""];
      if (outcome === undefined) throw new Error(`${row}, ${role}: ${words[place]}`);
      return { row, role, outcome };
    });
  });
  return { rows: lines.map(([row = ""]) => row), roles, cells };
}
