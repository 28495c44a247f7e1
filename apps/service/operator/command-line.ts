import { type Command, type Invocation, UsageError } from "./command.ts";
import { backup } from "./commands/backup.ts";
import { dump } from "./commands/dump.ts";
import { issuerKey } from "./commands/issuer-key.ts";
import { migrate } from "./commands/migrate.ts";
import { quarantine } from "./commands/quarantine.ts";
import { reindex } from "./commands/reindex.ts";
import { restore } from "./commands/restore.ts";
import { status } from "./commands/status.ts";

const commands: readonly Command[] = [
  status,
  quarantine,
  backup,
  restore,
  reindex,
  dump,
  issuerKey,
  migrate,
];

/** How to call each command. */
export function usageOf(those: readonly Command[] = commands): string {
  const lines = those.flatMap(({ usage }) => usage);
  const width = Math.max(...lines.map(([call]) => call.length)) + 2;
  const text = lines.map(([call, effect]) => `  ${call.padEnd(width)}${effect}`);
  return ["Usage: npm run colonnade -- COMMAND", "", ...text].join("\n");
}

/**
 * Finds the command that a command line names.
 * @returns the usage text where the operator asks for it
 * @throws UsageError
 */
export function parseCommandLine(argv: readonly string[]): Invocation | string {
  const [name, ...args] = argv;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") return usageOf();
  const command = commands.find((other) => other.name === name);
  if (command === undefined) throw new UsageError(`There is no command "${name}"`);
  if (args.includes("--help") || args.includes("-h")) return usageOf([command]);
  return command.parse(args);
}
