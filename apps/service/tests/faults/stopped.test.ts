import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { longestOf, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../db/database.ts";
import { openPostgres } from "../../db/postgres.ts";
import { listen, stopListening } from "../../server/listen.ts";
import { mineBlock } from "../support/blocks.ts";
import { hashState } from "../support/database.ts";
import { post, register, signIn } from "../support/fixture.ts";
import { alice, bob, carol, dan, person } from "../support/people.ts";
import { findPort } from "../support/port.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { type ServiceProcess, startProcess } from "../support/process.ts";
import { buildStandIn, type StandInApp } from "../support/renderer.ts";
import { type Answer, ask, expectAnswered, expectAnsweredBefore } from "./answers.ts";
import { type Chain, firstActions, mineAndPost, startChain, startTraffic } from "./traffic.ts";
import { expectKept, picture, settingsForVisitors } from "./visitors.ts";

const renderingMain = fileURLToPath(new URL("../support/rendering-main.ts", import.meta.url));

/** Milliseconds in which the process ends. */
const LONGEST = longestOf(5_000);

describe("A service that is told to stop", () => {
  let postgres: TestPostgres;
  let address: string;
  let database: Database;
  let chain: Chain;
  /** The same after each start, as browsers know it. */
  let port: string;
  let service: ServiceProcess;

  /** An image that takes long to read. */
  let large: ArrayBuffer;
  let app: StandInApp;
  /** Answers nothing. A page waits for it. */
  let gate: Server;
  /** The program that renders with the stand-in. */
  let program: string[];

  beforeAll(async () => {
    large = await picture(1_500);
    app = await buildStandIn();
    program = [renderingMain, app.webFolder];
    gate = createServer();
    const gateUrl = `http://127.0.0.1:${await listen(gate, 0, "")}`;
    postgres = await startPostgres();
    address = await postgres.createDatabase();
    database = await openPostgres(address);
    chain = await startChain();
    port = String(await findPort());
    service = await start();
    const shown = [register(carol, gateUrl), register(dan, "Hang.")];
    await mineAndPost(chain, () => service, [...firstActions(chain), ...shown]);
  });

  afterAll(async () => {
    await service.stop();
    await chain.close();
    await database.close();
    await postgres.close();
    await stopListening(gate);
    await app[Symbol.asyncDispose]();
  });

  const start = () =>
    startProcess(
      {
        ...settingsForVisitors,
        DATABASE_URL: address,
        COLONNADE_NODE_URL: chain.node.url,
        COLONNADE_PORT: port,
      },
      program,
    );

  /** Posts a block whose parent only the node has, which says nothing. */
  async function postUnknown() {
    const { node } = chain;
    node.beforeAnswer = () => new Promise(() => {});
    const parent = await mineBlock(node.tip, []);
    void post(service, (await mineBlock(parent, [])).payload).catch(() => {});
    return [];
  }

  /** Asks for a page that waits, then for one that never ends, and for one that waits for its turn. */
  async function askForPages(answers: Answer[]) {
    const { origin } = service;
    const headers = { accept: "text/html" };
    const waiting = once(gate, "request");
    const ended = [carol, dan, alice].map(({ address }) =>
      ask("a page", () => fetch(`${origin}/profile/${address}`, { headers }), answers),
    );
    await waiting;
    return ended;
  }

  /** Sends images that take long to read, and half of another. */
  async function upload(answers: Answer[]) {
    const { origin } = service;
    const { fetch: fetchAsBob } = await signIn({ origin }, bob);
    const send = (body: FormData | ReadableStream, headers: Record<string, string> = {}) =>
      ask(
        "an upload",
        () =>
          fetchAsBob(`${origin}/api/upload`, {
            method: "POST",
            body,
            headers,
            ...{ duplex: "half" },
          }),
        answers,
      );
    const whole = [1, 2].map(() => {
      const form = new FormData();
      form.append("file", new Blob([large]), "picture.png");
      return send(form);
    });
    const begun = Promise.withResolvers<void>();
    const half = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from("--edge\r\n")),
      pull: () => begun.resolve(),
    });
    const type = { "content-type": "multipart/form-data; boundary=edge" };
    const ended = [...whole, send(half, type)];
    await begun.promise;
    return ended;
  }

  /** Begins something, and gives the requests that wait for it. */
  type Begin = (answers: Answer[]) => Promise<Promise<unknown>[]>;
  const begin: Record<string, Begin> = {
    "requests are under way": async () => [],
    "PostgreSQL is stopped": async () => {
      postgres.pause();
      return [];
    },
    "the node is silent": postUnknown,
    "pages are rendered": askForPages,
    "uploads are under way": upload,
  };

  it.each(Object.entries(begin))(
    "answers what it has begun, ends within 5 s and loses nothing while %s",
    async (what, hang) => {
      const tries = triesOf({ usual: 3, torture: 200 });
      let longestMs = 0;
      for (let made = 0; made < tries; made += 1) {
        await expect.poll(async () => (await fetch(`${service.origin}/readyz`)).status).toBe(200);
        const traffic = await startTraffic(chain, () => service, person(`fan ${what} ${made}`));
        await (await fetch(`${service.origin}/api/stream`)).body?.getReader().read();
        await delay(100 + Math.random() * 200);
        const begun: Answer[] = [];
        const open = await hang(begun);
        await delay(100 + Math.random() * 500);
        const told = performance.now();
        await service.stop();
        longestMs = Math.max(longestMs, performance.now() - told);
        expect(service.child.exitCode).toBe(0);
        postgres.resume();
        chain.node.beforeAnswer = () => Promise.resolve();
        await Promise.all(open);
        const ended = traffic.stop();
        // It takes the block that the node goes on to post.
        service = await start();
        const { answers, written } = await ended;
        answers.push(...begun);
        expectAnswered(answers, true);
        expectAnsweredBefore(answers, told);
        await expectKept(service, written);
        expect(await hashState(database)).toBe(await chain.straightHash());
      }
      expect(longestMs).toBeLessThan(LONGEST);
      tellRow({
        fault: `SIGTERM while ${what}`,
        tries,
        result:
          "requests are answered, the process ends with 0, and no row differs from a straight replay; longest is until its end",
        longestMs,
      });
    },
  );
});
