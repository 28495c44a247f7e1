import { withHiddenAsCodes } from "@colonnade/domain/hidden-text.ts";
import type { Output, OutputFile, Progress } from "./command.ts";

/** Characters of a progress bar. */
const WIDTH = 30;
/** Milliseconds between two lines of progress where there is no terminal. */
const EVERY = 5_000;

interface Screen {
  isTTY?: boolean;
  write(text: string): unknown;
}

/**
 * Writes what a command says: lines to standard output, all else to standard error. Progress is a bar on a terminal,
 * and a line now and then elsewhere. What a node sent may be among the lines, so nothing in them steers the terminal.
 * @param file what the command's records go to, if it makes a file
 */
export function createTerminal(
  { stdout, stderr }: { stdout: Screen; stderr: Screen },
  file?: OutputFile,
): Output & { close(): void } {
  let hasBar = false;
  let shownAt = Number.NEGATIVE_INFINITY;
  const clear = () => {
    if (hasBar) stderr.write("\r\u001b[K");
    hasBar = false;
  };
  return {
    line(text) {
      clear();
      stdout.write(`${withHiddenAsCodes(text)}\n`);
    },
    warn(text) {
      clear();
      stderr.write(`${withHiddenAsCodes(text)}\n`);
    },
    progress(progress) {
      if (stderr.isTTY === true) {
        stderr.write(`\r\u001b[K${barOf(progress)}`);
        hasBar = true;
        return;
      }
      const isLast = progress.done >= progress.total;
      if (!isLast && performance.now() - shownAt < EVERY) return;
      shownAt = performance.now();
      stderr.write(`${sayProgress(progress)}\n`);
    },
    async record(line) {
      await file?.record(line);
    },
    close: clear,
  };
}

function partOf({ done, total }: Progress): number {
  return total === 0 ? 1 : Math.min(1, done / total);
}

function barOf(progress: Progress): string {
  const full = Math.round(partOf(progress) * WIDTH);
  return `[${"#".repeat(full)}${"-".repeat(WIDTH - full)}] ${sayProgress(progress)}`;
}

function sayProgress(progress: Progress): string {
  const percent = Math.floor(partOf(progress) * 100);
  return `${percent} %  ${progress.done} of ${progress.total} ${progress.what}`;
}
