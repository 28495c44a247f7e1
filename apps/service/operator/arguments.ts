import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "./command.ts";

/**
 * Parses a command's arguments strictly.
 * @throws UsageError
 */
export function readArguments<Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: true });
  } catch (error) {
    // `parseArgs` says in a sentence what is wrong.
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}

/** @throws UsageError unless a text is a whole number, at least 1 */
export function readWhole(text: string, what: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value;
  throw new UsageError(`${what} must be a whole number, not "${text}"`);
}

/** @throws UsageError when there are more or fewer arguments */
export function readOnly(positionals: string[], what: string): string {
  const [only, ...rest] = positionals;
  if (only === undefined || rest.length > 0) throw new UsageError(`Give one ${what}`);
  return only;
}

/** @throws UsageError when there is an argument */
export function refuseArguments(positionals: string[]): void {
  const [first] = positionals;
  if (first !== undefined) throw new UsageError(`"${first}" is not expected here`);
}
