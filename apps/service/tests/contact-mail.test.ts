import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Database } from "../db/database.ts";
import type { Service } from "../service.ts";
import { databases } from "./support/databases.ts";
import { browser, startTestService } from "./support/fixture.ts";
import { startNode, type TestNode } from "./support/node.ts";
import { startSmtp, type TestSmtp } from "./support/smtp.ts";

const minute = 60_000;

describe.each(databases)("Mailing contact messages from %s", (_, openDatabase) => {
  let node: TestNode;
  let database: Database;
  let service: Service;
  let smtp: TestSmtp;
  /** The outcomes of finished attempts, from the service's log. */
  const ended: ("mailed" | "waits")[] = [];
  const log = pino(
    { level: "info" },
    {
      write(line: string) {
        if (line.includes("a contact message was mailed")) ended.push("mailed");
        if (line.includes("a contact message waits to be mailed")) ended.push("waits");
      },
    },
  );

  beforeAll(async () => {
    smtp = await startSmtp();
    node = await startNode();
    database = await openDatabase();
    service = await startTestService(node, {
      database,
      environment: {
        COLONNADE_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
        COLONNADE_CONTACT_TO: "team@colonnade.example",
        COLONNADE_TRUSTED_PROXIES: "1",
      },
      askEvery: 20,
      log,
    });
  });

  afterAll(async () => {
    await service.close();
    await node.close();
    await smtp.close();
  });

  let visitors = 0;
  /** Messages of this test that are to be mailed. */
  let written = 0;

  beforeEach(() => {
    smtp.accepted.length = 0;
    smtp.refusals = 0;
    ended.length = 0;
    written = 0;
  });

  afterEach(async () => {
    // No test leaves an unsent message to the next, nor the end of an attempt.
    try {
      await expect.poll(() => ended.filter((outcome) => outcome === "mailed").length).toBe(written);
    } finally {
      vi.useRealTimers();
    }
  });

  const write = async (body: object) => {
    visitors += 1;
    if (!("website" in body)) written += 1;
    const response = await browser(service)(`${service.origin}/api/contact-info`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": `192.0.2.${visitors}`,
      },
      body: JSON.stringify(body),
    });
    return response.status;
  };
  const unsent = async () =>
    (
      await database.kysely
        .selectFrom("contact_messages")
        .where("sent_at", "is", null)
        .selectAll()
        .execute()
    ).length;
  const untilAccepted = (count: number) => expect.poll(() => smtp.accepted.length).toBe(count);
  const untilEnded = (...outcomes: typeof ended) => expect.poll(() => ended).toEqual(outcomes);
  const headersOf = (source: string) => source.slice(0, source.indexOf("\r\n\r\n"));

  it("sends each message once, with its writer as the reply address", async () => {
    expect(
      await write({ name: "Ann Ä", email: "ann@example.com", message: "Hello\n.\nthere 😀" }),
    ).toBe(200);
    await untilAccepted(1);
    const [mail] = smtp.accepted;
    expect(mail?.to).toEqual(["team@colonnade.example"]);
    const headers = headersOf(mail?.source ?? "");
    expect(headers).toMatch(/^From: team@colonnade\.example$/m);
    expect(headers).toMatch(/^Reply-To: .*<ann@example\.com>$/m);
    expect(headers).toMatch(/^Message-ID: <contact\.\d+\.\d+@colonnade>$/m);
    await write({ name: "Bea", email: "bea@example.com", message: "Second" });
    await untilAccepted(2);
    expect(smtp.accepted.filter(({ source }) => source.includes("Second"))).toHaveLength(1);
  });

  it.each([
    ["the name", { name: "Eve\r\nBcc: all@example.com\r\n\r\nBuy", email: "eve@example.com" }],
    ["the address", { name: "Eve", email: "eve@example.com\r\nBcc: all@example.com" }],
    ["a list of addresses", { name: "Eve", email: "eve@example.com, all@example.com" }],
    ["a named address", { name: "Eve", email: '"x" <all@example.com>' }],
    ["an odd separator", { name: "Eve\u2028Bcc: all@example.com", email: "eve@example.com" }],
  ])("lets nobody write headers through %s", async (_name, who) => {
    expect(await write({ ...who, message: "Hello" })).toBe(200);
    await untilAccepted(1);
    const [mail] = smtp.accepted;
    expect(mail?.to).toEqual(["team@colonnade.example"]);
    const headers = headersOf(mail?.source ?? "");
    expect(headers).not.toMatch(/^Bcc:/im);
    const names = headers.match(/^[\w-]+(?=:)/gm)?.map((name) => name.toLowerCase());
    expect(new Set(names)).toHaveLength(names?.length ?? 0);
    const withoutNames = headers.replace(/"[^"]*"/g, "");
    expect(withoutNames).not.toMatch(/^(?:Reply-To|To|From|Cc):.*all@example\.com/im);
  });

  it("keeps a message that the mail server rejects, and retries later", async () => {
    await smtp.refuse(true);
    expect(await write({ name: "Cyd", email: "cyd@example.com", message: "Patience" })).toBe(200);
    await untilEnded("waits");
    expect(await unsent()).toBe(1);
    await smtp.refuse(false);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minute });
    await untilEnded("waits", "mailed");
    expect(smtp.refusals).toBe(1);
  });

  it("waits longer after each failed attempt, up to six hours", async () => {
    await smtp.refuse(true);
    await write({ name: "Dee", email: "dee@example.com", message: "Later" });
    const pauses: number[] = [];
    let due = 0;
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await expect.poll(() => ended.length).toBe(attempt);
      const row = await database.kysely
        .selectFrom("contact_messages")
        .where("sent_at", "is", null)
        .select("next_attempt_at")
        .executeTakeFirstOrThrow();
      const now = Date.now();
      pauses.push(Math.round((row.next_attempt_at - now) / minute));
      due = row.next_attempt_at;
      if (attempt < 12) vi.useFakeTimers({ toFake: ["Date"], now: due });
    }
    expect(pauses.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256]);
    expect(pauses.slice(9)).toEqual([360, 360, 360]);
    expect(new Set(ended)).toEqual(new Set(["waits"]));
    await smtp.refuse(false);
    vi.useFakeTimers({ toFake: ["Date"], now: due });
    await untilAccepted(1);
  });

  it("stores a message while the mail server is down, and sends it when it is back", async () => {
    // A stopped clock: an attempt is due only when the test advances it.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const port = smtp.port;
    await smtp.close();
    expect(await write({ name: "Flo", email: "flo@example.com", message: "Hello?" })).toBe(200);
    await untilEnded("waits");
    smtp = await startSmtp(port);
    vi.setSystemTime(Date.now() + minute);
    await untilEnded("waits", "mailed");
    expect(smtp.accepted).toHaveLength(1);
  });

  it("sends no message with the hidden field filled", async () => {
    await write({ name: "Bot", email: "bot@example.com", message: "Spam", website: "x" });
    await write({ name: "Gus", email: "gus@example.com", message: "Real" });
    await untilEnded("mailed");
    expect(smtp.accepted[0]?.source).toContain("Real");
    expect(await unsent()).toBe(0);
  });
});
