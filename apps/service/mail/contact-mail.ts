import { type Contact, contactSchema } from "@colonnade/domain/contact.ts";
import { sql } from "kysely";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import type { Database } from "../db/database.ts";

/** Mails the contact messages that are stored and not sent yet. */
export interface ContactMail {
  /** Tries those whose time has come. What fails is tried again later; nothing is thrown for it. */
  send(): Promise<void>;
  close(): void;
}

export interface ContactMailOptions {
  database: Database;
  smtpUrl: string;
  contactTo: string;
  log: Logger;
}

const AT_ONCE = 20;
const TIMEOUT = 15_000;
/** How long a message waits after its first attempt; then twice as long each time, up to the longest. */
const FIRST_PAUSE = 60_000;
const LONGEST_PAUSE = 6 * 60 * 60_000;

export function createContactMail(options: ContactMailOptions): ContactMail {
  const { database, smtpUrl, contactTo, log } = options;
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  });

  /** Takes one message out of the others' reach for as long as its next attempt is away. */
  async function claim() {
    const now = Date.now();
    const { rows } = await sql<{ id: number; document: string; at: number; attempts: number }>`
      update contact_messages set attempts = attempts + 1, next_attempt_at = ${now}
        + least(${FIRST_PAUSE} * power(2, least(attempts, 20)), ${LONGEST_PAUSE})::bigint
      where id = (
        select id from contact_messages where sent_at is null and next_attempt_at <= ${now}
        order by next_attempt_at, id limit 1 for update skip locked
      )
      returning id, document, at, attempts`.execute(database.kysely);
    return rows[0];
  }

  return {
    async send() {
      for (let count = 0; count < AT_ONCE; count += 1) {
        const row = await claim();
        if (row === undefined) return;
        const { id, document, at, attempts } = row;
        try {
          const message = contactSchema.parse(JSON.parse(document));
          await transport.sendMail({
            ...mailOf(message, contactTo),
            date: new Date(at),
            // The same at every attempt, so that one which was taken twice is seen to be one.
            messageId: `<contact.${id}.${at}@colonnade>`,
          });
          await database.kysely
            .updateTable("contact_messages")
            .set({ sent_at: Date.now() })
            .where("id", "=", id)
            .execute();
          log.info({ id }, "a contact message was mailed");
        } catch (error) {
          log.warn({ err: error, id, attempts }, "a contact message waits to be mailed");
        }
      }
    },
    close: () => transport.close(),
  };
}

/**
 * A message as mail. It is sent in the team's own name, because a server may refuse to speak for the writer;
 * an answer goes to the writer.
 */
function mailOf({ name, email, message }: Contact, contactTo: string) {
  const writer = oneLine(name);
  return {
    from: contactTo,
    to: contactTo,
    ...(MAILBOX.test(email) ? { replyTo: { name: writer, address: email } } : {}),
    subject: `Colonnade: a message from ${writer}`,
    text: `${writer} <${oneLine(email)}> wrote:\n\n${message}\n`,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** One mailbox and nothing else: no list, no name, nothing that could end a header. */
const MAILBOX = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;

/** A text that stays within its header and looks like what it is. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}
