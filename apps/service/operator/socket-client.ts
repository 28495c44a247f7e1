import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { type ExitStatus, OperatorError, type Output } from "./command.ts";
import { type Message, messageSchema } from "./socket-messages.ts";

/**
 * Has the running service run a command.
 * @param signal ends the command
 * @returns null when no service listens on the socket
 * @throws OperatorError when the command fails there
 */
export async function runInService(
  socketPath: string,
  argv: readonly string[],
  output: Output,
  signal: AbortSignal,
): Promise<ExitStatus | null> {
  const call = request({ socketPath, method: "POST", path: "/", signal });
  call.end(JSON.stringify({ argv }));
  let response: IncomingMessage;
  try {
    [response] = await once(call, "response");
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
  try {
    for await (const line of createInterface({ input: response })) {
      const exit = await relay(messageSchema.parse(JSON.parse(line)), output);
      if (exit !== null) return exit;
    }
  } catch (error) {
    if (!isCutOff(error)) throw error;
  } finally {
    response.destroy();
  }
  throw new OperatorError(
    "The service ended before the command did. Start it again, and then run the command again.",
  );
}

/** @returns the exit status at the end, else null */
async function relay(message: Message, output: Output): Promise<ExitStatus | null> {
  if ("exit" in message) return message.exit;
  if ("failed" in message) throw new OperatorError(message.failed);
  if ("line" in message) output.line(message.line);
  else if ("warn" in message) output.warn(message.warn);
  else if ("progress" in message) output.progress(message.progress);
  else await output.record(message.record);
  return null;
}

/** A service that was killed has cut the connection. */
function isCutOff(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNRESET";
}

function isAbsent(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "ENOENT" || error.code === "ECONNREFUSED";
}
