import { readConfig } from "@colonnade/domain/config.ts";
import { type ExitStatus, type Invocation, OperatorError, UsageError } from "./operator/command.ts";
import { parseCommandLine, usageOf } from "./operator/command-line.ts";
import { isPlain } from "./operator/plain-errors.ts";
import { runCommand } from "./operator/run-command.ts";
import { createTerminal } from "./operator/terminal.ts";

// The operator's commands. Exit status: 0 done; 1 refused, failed or not healthy; 2 the command line is wrong.

const argv = process.argv.slice(2);

// Who reads the lines may leave early, as `head` does. The command does its work all the same.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

try {
  const invocation = parseCommandLine(argv);
  if (typeof invocation === "string") process.stdout.write(`${invocation}\n`);
  else process.exitCode = await run(invocation);
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}.\n\n${usageOf()}\n`);
    process.exitCode = 2;
  } else {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${isPlain(error) ? error.message : stack}\n`);
    process.exitCode = 1;
  }
}

async function run(invocation: Invocation): Promise<ExitStatus> {
  const config = readConfig(process.env);
  const stopping = new AbortController();
  const stop = () => stopping.abort(new OperatorError("Stopped."));
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const) process.once(signal, stop);
  process.channel?.unref();
  const file = await invocation.openFile?.();
  const terminal = createTerminal(process, file);
  let exit: ExitStatus = 1;
  try {
    exit = await runCommand(config, invocation, argv, terminal, stopping.signal);
    return exit;
  } catch (error) {
    throw stopping.signal.aborted ? stopping.signal.reason : error;
  } finally {
    terminal.close();
    await file?.close(exit === 0);
  }
}
