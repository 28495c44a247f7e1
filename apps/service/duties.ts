import type { Config } from "@colonnade/domain/config.ts";
import type { Logger } from "pino";
import { NodeError } from "./chain/node.ts";
import type { Database } from "./db/database.ts";
import { publishImages } from "./images/publish.ts";
import { createContactMail } from "./mail/contact-mail.ts";
import { type Repetition, repeat } from "./repeat.ts";

/** What one process does for all, on and on, while it leads: it asks the node, gives IPFS its images, and mails. */
export interface Duties {
  /** Does them now, too: whoever has come to lead does not wait for the next turn. */
  wake(): void;
  stop(): Promise<void>;
}

interface DutiesOptions {
  config: Config;
  database: Database;
  isLeading: () => boolean;
  askNode: () => Promise<void>;
  /** Milliseconds from one turn to the next. */
  pause: number;
  log: Logger;
}

/** Begins the duties that the settings ask for. */
export function startDuties(options: DutiesOptions): Duties {
  const { config, database, isLeading, askNode, pause, log } = options;
  const { kuboUrl, smtpUrl, contactTo } = config;
  const whileLeading = (task: () => Promise<void>, onError: (error: unknown) => void) =>
    repeat(
      pause,
      async () => {
        if (isLeading()) await task();
      },
      onError,
    );

  const duties: Repetition[] = [
    whileLeading(askNode, (error) => {
      // That a node is silent for a while is nobody's fault; anything else keeps the index from going on.
      const level = error instanceof NodeError ? "debug" : "warn";
      log[level]({ err: error }, "the node was asked in vain");
    }),
  ];
  if (kuboUrl !== undefined) {
    duties.push(
      whileLeading(
        () => publishImages(database, kuboUrl, log),
        (error) => log.warn({ err: error }, "images wait to be published"),
      ),
    );
  }
  const mail =
    smtpUrl === undefined || contactTo === undefined
      ? null
      : createContactMail({ database, smtpUrl, contactTo, log });
  if (mail !== null) {
    duties.push(
      whileLeading(mail.send, (error) =>
        log.warn({ err: error }, "contact messages wait to be mailed"),
      ),
    );
  }

  return {
    wake() {
      for (const duty of duties) duty.wake();
    },
    async stop() {
      await Promise.all(duties.map((duty) => duty.stop()));
      mail?.close();
    },
  };
}
