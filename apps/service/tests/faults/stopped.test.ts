import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { longestOf, tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { listen, stopListening } from "../../http/listen.ts";
import { mineBlock, type TestBlock } from "../support/blocks.ts";
import { post, register, signIn, submit } from "../support/fixture.ts";
import { startNode, type TestNode } from "../support/node.ts";
import { alice, bob, carol, dan } from "../support/people.ts";
import { startPostgres, type TestPostgres } from "../support/postgres.ts";
import { type ServiceProcess, startProcess } from "../support/process.ts";
import { buildStandIn, type StandInApp } from "../support/renderer.ts";
import { type Answer, ask, expectAnswered } from "./answers.ts";
import { picture, startVisitors } from "./visitors.ts";

const renderingMain = fileURLToPath(new URL("../support/rendering-main.ts", import.meta.url));

/** Milliseconds in which the process ends. */
const LONGEST = longestOf(5_000);

/** Milliseconds in which a request that was sent reaches the process. */
const ON_ITS_WAY = longestOf(20);

describe("A service that is told to stop", () => {
  let postgres: TestPostgres;
  let address: string;
  let node: TestNode;
  let first: TestBlock;

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
    node = await startNode();
    first = await mineBlock(null, [
      ...[register(alice), register(bob), submit(1, alice, bob)],
      ...[register(carol, gateUrl), register(dan, "Hang.")],
    ]);
    node.add(first);
    node.tip = first;
  });

  afterAll(async () => {
    await node.close();
    await postgres.close();
    await stopListening(gate);
    await app[Symbol.asyncDispose]();
  });

  /** Posts a block whose parent only the node has, which says nothing. */
  async function postUnknown(service: ServiceProcess) {
    node.beforeAnswer = () => new Promise(() => {});
    const parent = await mineBlock(first, []);
    void post(service, (await mineBlock(parent, [])).payload).catch(() => {});
    return [];
  }

  /** Asks for a page that waits, then for one that never ends, and for one that waits for its turn. */
  async function askForPages({ origin }: ServiceProcess, answers: Answer[]) {
    const headers = { accept: "text/html" };
    const waiting = once(gate, "request");
    const ended = [carol, dan, alice].map(({ address }) =>
      ask("a page", () => fetch(`${origin}/profile/${address}`, { headers }), answers),
    );
    await waiting;
    return ended;
  }

  /** Sends images that take long to read, and half of another. */
  async function upload({ origin }: ServiceProcess, answers: Answer[]) {
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
  type Begin = (service: ServiceProcess, answers: Answer[]) => Promise<Promise<unknown>[]>;
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
    "answers what it has begun and ends within 5 s while %s",
    async (what, hang) => {
      const tries = triesOf({ usual: 3, torture: 200 });
      let longestMs = 0;
      for (let made = 0; made < tries; made += 1) {
        const service = await startProcess(
          { DATABASE_URL: address, COLONNADE_NODE_URL: node.url },
          program,
        );
        const { origin } = service;
        await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(200);
        const stopped = new AbortController();
        onTestFinished(() => stopped.abort());
        const answers: Answer[] = [];
        const visitors = await startVisitors({
          addresses: () => service,
          fan: alice,
          followees: [bob.address],
          stopped: stopped.signal,
          answers,
        });
        await (await fetch(`${origin}/api/stream`)).body?.getReader().read();
        await delay(100 + Math.random() * 200);
        const open = await hang(service, answers);
        await delay(100 + Math.random() * 500);
        const told = performance.now();
        await service.stop();
        longestMs = Math.max(longestMs, performance.now() - told);
        stopped.abort();
        postgres.resume();
        node.beforeAnswer = () => Promise.resolve();
        await visitors.end;
        await Promise.all(open);
        expect(service.child.exitCode).toBe(0);
        expectAnswered(answers, true);
        // A request that is on its way in that moment may meet a closed connection.
        const begun = answers.filter(({ at, ms }) => at - ms < told - ON_ITS_WAY);
        expect(begun.filter(({ status }) => typeof status === "string")).toEqual([]);
      }
      expect(longestMs).toBeLessThan(LONGEST);
      tellRow({
        fault: `SIGTERM while ${what}`,
        tries,
        result: "requests are answered, and the process ends with 0; longest is until its end",
        longestMs,
      });
    },
  );
});
