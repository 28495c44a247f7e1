import { type Contact, contactSchema } from "@colonnade/domain/contact.ts";
import { sql } from "kysely";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import type { Database } from "../db/database.ts";

interface ContactMailOptions {
  database: Database;
  smtpUrl: string;
  contactTo: string;
  log: Logger;
}

const AT_ONCE = 20;
const TIMEOUT = 15_000;
/** Milliseconds. The backoff after the first attempt; it doubles each time up to the longest. */
const FIRST_PAUSE = 60_000;
const LONGEST_PAUSE = 6 * 60 * 60_000;

/** Mails stored contact messages to the team. */
export function createContactMail({ database, smtpUrl, contactTo, log }: ContactMailOptions) {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  });

  /** Claims one due message. No other process sees it until its next attempt is due. */
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
    /** Sends the messages that are due. A failed one is retried later; nothing is thrown. */
    async send(): Promise<void> {
      for (let count = 0; count < AT_ONCE; count += 1) {
        const row = await claim();
        if (row === undefined) return;
        const { id, document, at, attempts } = row;
        try {
          const message = contactSchema.parse(JSON.parse(document));
          await transport.sendMail({
            ...mailOf(message, contactTo),
            date: new Date(at),
            // The same at every attempt, so that mail programs recognize a message sent twice.
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
 * Writes a message as mail. It comes from the team's address, because a server may refuse a foreign sender. Replies go
 * to the writer.
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

/** A single mailbox: no list, no name, nothing that could end a header. */
const MAILBOX = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i;

/** Removes line breaks and characters that change the direction of text. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}
