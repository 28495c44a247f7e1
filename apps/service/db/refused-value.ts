/**
 * Whether the database can never hold a value that a statement wrote, such as U+0000 in a text. By PostgreSQL's error
 * codes: 22 a value of the wrong shape, 54 one beyond a limit. Source: its manual, appendix "Error Codes".
 */
export function isRefusedValue(error: unknown): error is Error {
  return error instanceof Error && "code" in error && /^(22|54)...$/.test(String(error.code));
}
