import { once } from "node:events";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { stopListening } from "../server/listen.ts";
import { type OperatorContext, OperatorError } from "./command.ts";
import { parseCommandLine } from "./command-line.ts";
import { type Message, requestSchema } from "./socket-messages.ts";

/**
 * Listens for operators' commands on a Unix socket that only this user can open. The service runs them, because no
 * other process can open its embedded database. Call it only while the data folder is locked.
 */
export async function listenForCommands(
  path: string,
  context: Omit<OperatorContext, "signal">,
  stopping: AbortSignal,
): Promise<{ close(): Promise<void> }> {
  // The folder keeps others out before the socket has its own mode.
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  chmodSync(dirname(path), 0o700);
  // A killed service leaves its socket.
  rmSync(path, { force: true });
  const running = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const signal = AbortSignal.any([stopping, gone.signal]);
    const answering = answer({ ...context, signal }, request, response);
    running.add(answering);
    void answering.then(() => running.delete(answering));
  });
  server.listen(path);
  await once(server, "listening");
  chmodSync(path, 0o600);
  return {
    async close() {
      await stopListening(server);
      // The database closes next, so no command may still run.
      await Promise.all(running);
    },
  };
}

async function answer(
  context: OperatorContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const send = async (message: Message) => {
    if (response.destroyed || response.write(`${JSON.stringify(message)}\n`)) return;
    await once(response, "drain", { signal: context.signal });
  };
  const sendNow = (message: Message) => void send(message).catch(() => {});
  try {
    const { argv } = requestSchema.parse(JSON.parse(await text(request)));
    const invocation = parseCommandLine(argv);
    if (typeof invocation === "string" || invocation.needs !== "service") {
      throw new OperatorError("The service does not run this command.");
    }
    const exit = await invocation.run(context, {
      line: (line) => sendNow({ line }),
      warn: (warn) => sendNow({ warn }),
      progress: (progress) => sendNow({ progress }),
      record: (record) => send({ record }),
    });
    sendNow({ exit });
  } catch (error) {
    if (!(error instanceof OperatorError) && !context.signal.aborted) {
      context.log.error({ err: error }, "an operator's command failed");
    }
    sendNow({ failed: error instanceof Error ? error.message : String(error) });
  }
  response.end();
}
