import type { TortureRow } from "../packages/torture/torture.ts";

interface Run {
  rows: TortureRow[];
  command: string;
  date: string;
  /** Whether every test of the command ran and passed. */
  isWhole: boolean;
}

/**
 * Puts rows into the text of docs/reliability.md. They replace earlier rows of the same fault and command. If all tests
 * ran and passed, the command's other rows are dropped: their tests no longer exist under that name. Otherwise they stay, with
 * their date.
 */
export function putRows(text: string, { rows, command, date, isWhole }: Run): string {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => /^\|-/.test(line)) + 1;
  const length = lines.slice(start).findIndex((line) => !line.startsWith("|"));
  const end = length === -1 ? lines.length : start + length;
  const added = rows.map((row) => lineOf(row, command, date));
  const replaced = new Set(added.map(keyOf));
  const isGone = (line: string) => isWhole && commandOf(line) === `\`${command}\``;
  const others = lines
    .slice(start, end)
    .filter((line) => !replaced.has(keyOf(line)) && !isGone(line));
  const sorted = [...others, ...added].sort((a, b) => commandOf(a).localeCompare(commandOf(b)));
  return [...lines.slice(0, start), ...sorted, ...lines.slice(end)].join("\n");
}

function lineOf({ fault, tries, result, longestMs }: TortureRow, command: string, date: string) {
  const longest = longestMs === null ? "–" : `${(longestMs / 1000).toFixed(2)} s`;
  const cells = [fault, tries.toLocaleString("en"), result, longest, `\`${command}\``, date];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** The command of a line, from its last cell but one. */
const commandOf = (line: string) => line.split(" | ").at(-2) ?? "";

/** The key of a row: its fault and its command. */
const keyOf = (line: string) => `${line.split(" | ")[0]} ${commandOf(line)}`;
