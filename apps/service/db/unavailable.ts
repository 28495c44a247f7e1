import pg from "pg";

/** `absent`: it does not answer, or not in time. `read-only`: it takes no changes. `full`: its disk has no room. */
export type DatabaseTrouble = "absent" | "read-only" | "full";

/**
 * What PostgreSQL's error codes say of the database itself. Source: its manual, appendix "Error Codes".
 * - 08: the connection; 28, 3D: a refused login; 40: a deadlock
 * - 53: resources; 53100: the disk; 57: an operator or a timeout; 58: the system below
 * - 55P03: a lock that was not free in time; 25P03: a transaction that idled too long
 * - 25006: a read-only database; 42501: a disk that takes no writes, too
 */
const troubles: [code: RegExp, trouble: DatabaseTrouble][] = [
  [/^(25006|42501)$/, "read-only"],
  [/^53100$/, "full"],
  [/^(08|28|3D|40|53|57|58)...$|^(55P03|25P03)$/, "absent"],
];

/** The database cannot do what it was asked for now. The statement is not at fault. */
export class DatabaseUnavailableError extends Error {
  override readonly name = "DatabaseUnavailableError";
  readonly trouble: DatabaseTrouble;

  constructor(trouble: DatabaseTrouble, cause: unknown) {
    super(`The database is ${trouble}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.trouble = trouble;
  }
}

/** Throws a driver's error again: as a DatabaseUnavailableError, unless the statement itself is wrong. */
export function rethrow(error: unknown): never {
  if (error instanceof DatabaseUnavailableError) throw error;
  // What PostgreSQL sends without such a code is the statement's fault. Any other error comes from the connection.
  const trouble = findTrouble(error) ?? (error instanceof pg.DatabaseError ? null : "absent");
  throw trouble === null ? error : new DatabaseUnavailableError(trouble, error);
}

/**
 * What an error of PostgreSQL, or of the embedded database, says of the database itself.
 * @returns null where it says nothing of it
 */
export function findTrouble(error: unknown): DatabaseTrouble | null {
  if (error instanceof DatabaseUnavailableError) return error.trouble;
  if (!(error instanceof Error && "code" in error)) return null;
  const code = String(error.code);
  return troubles.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

/**
 * Whether the database can never hold a value that a statement wrote, such as U+0000 in a text. By PostgreSQL's error
 * codes: 22 a value of the wrong shape, 54 one beyond a limit. Source: its manual, appendix "Error Codes".
 */
export function isRefusedValue(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^(22|54)...$/.test(String(error.code));
}
