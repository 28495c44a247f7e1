import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { alice, erin } from "@colonnade/devnet/accounts.ts";
import { type Devnet, startDevnet } from "@colonnade/devnet/devnet.ts";
import { readConfig } from "@colonnade/domain/config.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { Cl } from "@stacks/transactions";
import pino from "pino";
import { expect } from "vitest";
import { z } from "zod";
import { createHiroNode } from "../../chain/hiro-node.ts";
import type { ChainNode } from "../../chain/node.ts";
import { createPayloadReader } from "../../chain/payload-reader.ts";
import type { Database } from "../../db/database.ts";
import { listen, stopListening } from "../../server/listen.ts";
import { type Service, type ServiceOptions, startService } from "../../service.ts";
import { protocolContract } from "./blocks.ts";
import { keepOpen, openTestDatabase, readDerived } from "./database.ts";
import { post, startTestService } from "./fixture.ts";
import { findPort } from "./port.ts";
import { sendCall, sendContract } from "./wallet.ts";

/** Transactions and logs in one request. */
export const pageSize = 5;
/** Calls that the chain begins with. */
export const writes = 60;

export const robot = `${alice.address}.robot`;

/** A devnet's chain by the routes of the Hiro API. A test may change its answers; `reset` undoes that. */
export interface Hiro {
  devnet: Devnet;
  /** An index of the same chain, whose blocks the node posted. */
  posted: Database;
  postedOrigin: string;
  url: string;
  /** The paths of the requests. */
  asked: string[];
  /** Headers of the last request. */
  headers: IncomingHttpHeaders;
  /**
   * Null where the API answers; else the headers of its refusal. A `status` among them replaces 429; `half` breaks off in
   * the middle of an answer, and `silence` never answers.
   */
  refuse(path: string): Record<string, string> | null;
  /** Paths that are answered with 410. */
  closed: RegExp | undefined;
  /** Waited for before each answer. */
  beforeAnswer(): Promise<void>;
  /** Changes the API's answers. */
  reword(answer: string): string;
  /** The contract's first height, where the API says another one. */
  firstHeight: number | undefined;
  /** Lists that come from a server some blocks behind. */
  lag: { lists: RegExp; blocks: number } | undefined;
  /** Replaces the API's pages of logs; null answers 404. */
  pageOf: ((cursor: string | null) => object | null) | undefined;
  /** Lets the API answer as usual, and forgets what was asked. */
  reset(): void;
  newNode(stopping?: AbortSignal): ChainNode;
  /** Starts a service of a public network that reads the chain by the API. */
  start(
    database: Database,
    environment?: Record<string, string>,
    stopping?: AbortSignal,
    options?: Partial<ServiceOptions>,
  ): Promise<HiroReader>;
  readBlock(id: string | number): Promise<{ height: number; hash: string }>;
  /** Mines a contract that registers itself when it is deployed. The transaction calls nothing. */
  deployRobot(name: string): Promise<void>;
  /** Posts empty blocks of a branch that leaves the devnet's chain at a height. */
  postBranch(service: Pick<Service, "observerUrl">, from: number, blocks: number): Promise<void>;
  close(): Promise<void>;
}

interface HiroReader extends Service {
  tip(): Promise<{ height: number; indexBlockHash: string } | null>;
}

const usualAnswers = {
  refuse: () => null,
  reword: (answer: string) => answer,
  beforeAnswer: () => Promise.resolve(),
  ...{ closed: undefined, firstHeight: undefined, lag: undefined, pageOf: undefined },
};

/** Mines a chain with 60 calls, and serves it. */
export async function startHiro(): Promise<Hiro> {
  const folder = await mkdtemp(join(tmpdir(), "colonnade-hiro-"));
  const port = await findPort();
  const posted = await openTestDatabase();
  const postedTo = await startTestService(
    { url: `http://127.0.0.1:${port}` },
    { database: posted },
  );
  const devnet = await startDevnet({
    dataFolder: folder,
    port,
    blockMs: "manual",
    observers: [postedTo.observerUrl],
  });
  const server = createServer(async ({ url: path = "", headers }, response) => {
    hiro.asked.push(path);
    hiro.headers = headers;
    await hiro.beforeAnswer();
    const page = findReplacement(path);
    if (page !== undefined) {
      answerPage(response, page);
    } else if (hiro.closed?.test(path)) {
      response.writeHead(410).end('{"error":"Gone"}');
    } else if (hiro.lag?.lists.test(path)) {
      await answerLate(path, devnet.tip.block_height - hiro.lag.blocks, response);
    } else {
      await passOn(path, response);
    }
  });
  const url = `http://127.0.0.1:${await listen(server, 0, "")}`;

  /** What a test answers instead of the API; null for 404, undefined where the API answers. */
  function findReplacement(path: string): object | null | undefined {
    if (hiro.pageOf !== undefined && path.includes("/logs"))
      return hiro.pageOf(new URL(path, devnet.url).searchParams.get("cursor"));
    if (hiro.firstHeight !== undefined && path.startsWith("/extended/v1/contract/"))
      return { block_height: hiro.firstHeight };
    return undefined;
  }

  /** Answers a list as a server whose tip is at a height. */
  async function answerLate(path: string, height: number, response: ServerResponse): Promise<void> {
    const block = /blocks\/(0x[0-9a-f]+)\/transactions/.exec(path)?.[1];
    if (block !== undefined && (await readBlock(block)).height > height)
      return answerPage(response, null);
    const { pathname, searchParams } = new URL(path, devnet.url);
    const cursor = searchParams.get("cursor");
    if (block === undefined && (cursor === null || Number.parseInt(cursor, 10) > height)) {
      searchParams.set("cursor", `${height + 1}:0:0${pathname.endsWith("/logs") ? ":0" : ""}`);
    }
    const { hash } = await readBlock(height);
    const answer = await fetch(`${devnet.url}${pathname}?${searchParams}`);
    response.writeHead(answer.status, { "content-type": "application/json", etag: `"${hash}"` });
    response.end(await answer.text());
  }

  async function passOn(path: string, response: ServerResponse): Promise<void> {
    const { status: refused = "429", ...refusal } = hiro.refuse(path) ?? { status: "" };
    const isRefused = refused !== "";
    if (refused === "silence") return;
    const answer = isRefused ? null : await fetch(`${devnet.url}${path}`);
    if (refused === "half") {
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"results":[', () => response.destroy());
      return;
    }
    response.writeHead(answer?.status ?? Number(refused), {
      "content-type": "application/json",
      etag: answer?.headers.get("etag") ?? "",
      ...refusal,
    });
    response.end(answer === null ? '{"error":"Too much"}' : hiro.reword(await answer.text()));
  }

  async function readBlock(id: string | number) {
    const response = await fetch(`${devnet.url}/extended/v2/blocks/${id}`);
    return z
      .object({ height: z.int(), index_block_hash: z.string() })
      .transform(({ height, index_block_hash: hash }) => ({ height, hash }))
      .parse(await response.json());
  }

  async function deployRobot(name: string): Promise<void> {
    devnet.giveName(`${name}.btc`, `${alice.address}.${name}`);
    const hex = (text: string) => `0x${Buffer.from(text).toString("hex")}`;
    await sendContract(
      devnet.url,
      alice,
      name,
      // The devnet's VM drops the effects of a contract with a single expression, so there are two.
      `(define-read-only (name) "${name}")
       (contract-call? '${protocolContract} register-profile
         ${hex("btc")} ${hex(name)} none "https://example.com/${name}.png")`,
    );
    devnet.mine();
  }

  const hiro: Hiro = {
    devnet,
    posted,
    postedOrigin: postedTo.origin,
    url,
    asked: [],
    headers: {},
    ...usualAnswers,
    reset: () => void Object.assign(hiro, usualAnswers, { asked: [] }),
    newNode: (stopping) =>
      createHiroNode(url, protocolContract, createPayloadReader(protocolContract), {
        pageSize,
        stopping,
      }),
    async start(database, environment = {}, stopping = undefined, options = {}) {
      const service = await startService({
        config: readConfig({
          COLONNADE_PORT: "0",
          COLONNADE_OBSERVER_PORT: "0",
          COLONNADE_METRICS_PORT: "0",
          COLONNADE_NETWORK: "testnet",
          COLONNADE_PROTOCOL_CONTRACT: protocolContract,
          COLONNADE_ENDORSEMENT_CONTRACT: `${alice.address}.endorsement`,
          ...environment,
        }),
        database: keepOpen(database),
        node: hiro.newNode(stopping),
        log: pino({ level: "silent" }),
        askEvery: 3_600_000,
        ...options,
      });
      const tip = async () => (await createClient({ origin: service.origin })("getStatus")).tip;
      return { ...service, tip };
    },
    readBlock,
    deployRobot,
    async postBranch(service, from, blocks) {
      let parent = (await readBlock(from)).hash;
      for (let height = from + 1; height <= from + blocks; height += 1) {
        const hash = `0x${height.toString(16).padStart(64, "b")}`;
        const block = { index_block_hash: hash, parent_index_block_hash: parent };
        const rest = { block_height: height, block_time: 1, transactions: [], events: [] };
        expect(await post(service, { ...block, ...rest })).toBe(200);
        parent = hash;
      }
    },
    async close() {
      await stopListening(server);
      await devnet.close();
      await postedTo.close();
      await rm(folder, { recursive: true });
    },
  };
  await mineCalls(hiro);
  return hiro;
}

async function mineCalls({ devnet, deployRobot }: Hiro): Promise<void> {
  // Empty blocks below what the tests take as the contract's first height.
  for (let count = 0; count < 10; count += 1) devnet.mine();
  await sendCall(devnet.url, alice, "register-profile", [
    Cl.bufferFromUtf8("btc"),
    Cl.bufferFromUtf8("alice"),
    Cl.none(),
    Cl.stringAscii("https://example.com/alice.png"),
  ]);
  for (let count = 1; count < writes; count += 1) {
    await sendCall(devnet.url, alice, "update-statement", [Cl.stringUtf8(`Word ${count}`)]);
    if (count % 3 === 0) devnet.mine();
  }
  await sendCall(devnet.url, erin, "update-statement", [Cl.stringUtf8("Of nobody's profile")]);
  devnet.mine();
  await deployRobot("robot");
  // With these blocks on top, most of the above is read from the lists.
  for (let count = 0; count < 20; count += 1) devnet.mine();
  await devnet.observersCaughtUp();
}

function answerPage(response: ServerResponse, page: object | null): void {
  response.writeHead(page === null ? 404 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(page));
}

export const logRequests = ({ asked }: Hiro) => asked.filter((path) => path.includes("/logs"));

/** What follows from the chain, without the blocks: those that were not posted begin near the contract's first one. */
export async function readTables(database: Database): Promise<unknown[][]> {
  const [, ...tables] = await readDerived(database);
  return tables;
}

/** Answers of the API in which everything shows that the index holds. */
export async function readDocuments(origin: string): Promise<unknown[]> {
  const api = createClient({ origin });
  const people = [alice.address, erin.address, robot];
  return [
    await api("listProfiles"),
    await api("listEndorsements"),
    ...(await Promise.all(
      people.map((principal) => api("getEvents", { query: { principal, limit: 100 } })),
    )),
  ];
}
