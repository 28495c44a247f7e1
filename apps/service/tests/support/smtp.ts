import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const noticeSchema = z.union([
  z.object({ port: z.number() }),
  z.object({ refused: z.literal(true) }),
  z.object({ refuses: z.boolean() }),
  z.object({ source: z.string(), to: z.array(z.string()) }),
]);
export type SmtpNotice = z.infer<typeof noticeSchema>;

/** A real mail server on loopback, in a process of its own. */
export interface TestSmtp {
  port: number;
  /** The messages that it accepted. */
  accepted: { source: string; to: string[] }[];
  /** How many messages it refused. */
  refusals: number;
  /** From now on it refuses messages, or accepts them again. Resolves when it does. */
  refuse(isRefusing: boolean): Promise<void>;
  close(): Promise<void>;
}

/** @param port 0 for any that is free */
export async function startSmtp(port = 0): Promise<TestSmtp> {
  const child = fork(fileURLToPath(new URL("./smtp-process.ts", import.meta.url)), [String(port)]);
  let confirm = () => {};
  const smtp: TestSmtp = {
    port,
    accepted: [],
    refusals: 0,
    refuse(isRefusing) {
      const confirmed = new Promise<void>((resolve) => {
        confirm = resolve;
      });
      child.send(isRefusing ? "refuse" : "take");
      return confirmed;
    },
    async close() {
      const exited = once(child, "exit");
      child.kill();
      await exited;
    },
  };
  await new Promise<void>((resolve, reject) => {
    child.on("exit", () => reject(new Error("The mail server ended")));
    child.on("message", (message) => {
      const notice = noticeSchema.parse(message);
      if ("port" in notice) {
        smtp.port = notice.port;
        resolve();
      } else if ("refuses" in notice) confirm();
      else if ("refused" in notice) smtp.refusals += 1;
      else smtp.accepted.push(notice);
    });
  });
  return smtp;
}
