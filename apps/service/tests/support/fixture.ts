import { mkdtemp, rm } from "node:fs/promises";
import type { Agent } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readConfig } from "@colonnade/domain/config.ts";
import { type Client, createClient } from "@colonnade/domain/http/client.ts";
import { hashMessage } from "@stacks/encryption";
import { signMessageHashRsv } from "@stacks/transactions";
import pino, { type Logger } from "pino";
import type { Database } from "../../db/database.ts";
import { type Service, type ServiceOptions, startService } from "../../service.ts";
import { type Action, mineBlock, type TestBlock } from "./blocks.ts";
import { keepOpen, openTestDatabase } from "./database.ts";
import { printing } from "./move.ts";
import { startNode, type TestNode } from "./node.ts";
import { alice, bob, carol, type Person, watcher } from "./people.ts";
import { checkResponsesOf } from "./response-check.ts";

/** A service, a node that posts to it, and the chain they share. */
export interface Fixture {
  service: Service;
  node: TestNode;
  database: Database;
  /** A client that is not signed in. */
  api: Client;
  tip: TestBlock | null;
  /** Mines a block on the tip and posts it until the service takes it. */
  mine(...actions: Action[]): Promise<TestBlock>;
  close(): Promise<void>;
}

export interface FixtureOptions {
  environment?: Record<string, string>;
  webFolder?: string;
  /** A PGlite in memory if absent. */
  database?: Database;
  /** Milliseconds between questions to the node, and between rounds of mail; an hour if absent. */
  askEvery?: number;
  /** Milliseconds to wait for a rendered page; an hour if absent. */
  pageTimeout?: number;
  /** How slow a client may be; as usual if absent. */
  patience?: ServiceOptions["patience"];
  /** Makes the connections to other hosts' images. */
  imageAgent?: Agent;
  /** Silent if absent. */
  log?: Logger;
}

const hour = 3_600_000;
/** Milliseconds for which a busy service may refuse a block, and between two posts of it. */
const LONGEST_BUSY = 60_000;
const AGAIN = 50;

export async function startFixture(options: FixtureOptions = {}): Promise<Fixture> {
  const node = await startNode();
  const database = options.database ?? (await openTestDatabase());
  const folder = await mkdtemp(join(tmpdir(), "colonnade-"));
  const service = await startTestService(node, { ...options, database });
  const fixture: Fixture = {
    service,
    node,
    database,
    api: createClient({ origin: service.origin }),
    tip: null,
    async mine(...actions) {
      const block = await mineBlock(fixture.tip, actions);
      fixture.tip = block;
      node.tip = block;
      node.add(block);
      await postUntilTaken(service, block.payload);
      return block;
    },
    async close() {
      await service.close();
      await node.close();
      await rm(folder, { recursive: true });
    },
  };
  return fixture;
}

/** Mines a block that the node has and does not post. */
export async function hide(
  { node }: Fixture,
  parent: TestBlock | null,
  ...actions: Action[]
): Promise<TestBlock> {
  const block = await mineBlock(parent, actions);
  node.add(block);
  return block;
}

/** Starts the service at free ports. It asks the node at its start, and then only when a test calls `askNode`. */
export async function startTestService(
  node: { url: string },
  options: FixtureOptions & { dataFolder?: string },
): Promise<Service> {
  const config = readConfig({
    COLONNADE_PORT: "0",
    COLONNADE_OBSERVER_PORT: "0",
    COLONNADE_METRICS_PORT: "0",
    COLONNADE_NODE_URL: node.url,
    COLONNADE_DATA: options.dataFolder ?? "/nonexistent",
    ...options.environment,
  });
  const service = await startService({
    config,
    log: options.log ?? pino({ level: "silent" }),
    askEvery: options.askEvery ?? hour,
    pageTimeout: options.pageTimeout ?? hour,
    webFolder: options.webFolder ?? "/nonexistent",
    patience: options.patience ?? {},
    ...(options.imageAgent === undefined ? {} : { imageAgent: options.imageAgent }),
    ...(options.database === undefined ? {} : { database: options.database }),
  });
  await checkResponsesOf(service.origin);
  return service;
}

/** Starts another service on a fixture's database, which stays open when that service closes. */
export const startBeside = (
  { node, database }: Fixture,
  options: Omit<FixtureOptions, "database"> = {},
): Promise<Service> => startTestService(node, { ...options, database: keepOpen(database) });

/**
 * Posts a block again while the service answers 503, as a node does. Vitest's own polling would move a fake clock.
 * @returns the last status
 */
export async function postUntilTaken(
  service: Pick<Service, "observerUrl">,
  payload: unknown,
): Promise<number> {
  const end = performance.now() + LONGEST_BUSY;
  for (;;) {
    const status = await post(service, payload);
    if (status !== 503) return status;
    if (performance.now() > end) throw new Error("The service refused the block for a minute");
    await delay(AGAIN);
  }
}

/** Posts a payload as a node does. Returns the status. */
export async function post(
  service: Pick<Service, "observerUrl">,
  payload: unknown,
): Promise<number> {
  const response = await fetch(`${service.observerUrl}/new_block`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(payload),
  });
  await response.body?.cancel();
  return response.status;
}

export function register(person: Person, statement: string | null = null): Action {
  return {
    sender: person,
    functionName: "register-profile",
    events: [
      {
        topic: "register-profile",
        principal: person.address,
        bns: "btc",
        "bns-name": person.name,
        statement,
        image: `https://example.com/${person.name}.png`,
      },
    ],
  };
}

const usualWords = {
  title: "A title",
  description: "Some words",
  image: "https://example.com/image.png",
};
type SomeWords = Partial<typeof usualWords>;

/** Stands for the digest of an endorsement's words. The service does not compute digests itself. */
export const digestOf = (id: number) => `0x${id.toString(16).padStart(64, "0")}`;

export function submit(
  id: number,
  sender: Person,
  receiver: Person,
  words: SomeWords = {},
  org: { id: number; name: string } | null = null,
): Action {
  return printing(sender, {
    topic: "submit-endorsement",
    id,
    words: digestOf(id),
    sender: sender.address,
    receiver: receiver.address,
    ...usualWords,
    ...words,
    "block-height": 1,
    org,
  });
}

/** An edit by the sender; by the receiver, a suggestion. */
export function edit(
  id: number,
  editor: Person,
  words: SomeWords,
  { suggested = false } = {},
): Action {
  return printing(editor, {
    topic: "edit-endorsement",
    id,
    words: digestOf(id),
    editor: editor.address,
    ...usualWords,
    ...words,
    date: 2,
    suggested,
  });
}

export function approve(
  id: number,
  sender: Person,
  receiver: Person,
  words: SomeWords = {},
): Action {
  return printing(receiver, {
    topic: "approve-endorsement",
    id,
    words: digestOf(id),
    sender: sender.address,
    receiver: receiver.address,
    ...usualWords,
    ...words,
    date: 1,
  });
}

export function reject(id: number, sender: Person, receiver: Person): Action {
  return printing(receiver, {
    topic: "burn-endorsement",
    id,
    words: digestOf(id),
    sender: sender.address,
    receiver: receiver.address,
  });
}

/** A withdrawal after approval, or of a pending one. */
export function withdraw(
  id: number,
  person: Person,
  { reason = null, earned = true }: { reason?: string | null; earned?: boolean } = {},
): Action {
  return printing(person, {
    topic: "withdraw-endorsement",
    id,
    by: person.address,
    reason,
    earned,
  });
}

export function discard(id: number, sender: Person, receiver: Person): Action {
  return printing(receiver, {
    topic: "discard-endorsement",
    id,
    sender: sender.address,
    receiver: receiver.address,
  });
}

/** A watcher suspends a person, or restores them. */
export function suspend(person: Person, { restored = false } = {}): Action {
  return printing(watcher, {
    topic: restored ? "watcher-restore-profile" : "watcher-remove-profile",
    principal: person.address,
    watcher: watcher.address,
  });
}

/** Registers alice, bob and carol in one block. */
export function registerThree(fixture: Fixture): Promise<TestBlock> {
  return fixture.mine(register(alice), register(bob), register(carol));
}

/** A browser's own headers for a request from the app's page, with a cookie jar for one person. */
export function browser(
  service: Pick<Service, "origin">,
  sent: Record<string, string> = {},
): typeof fetch {
  let cookie = "";
  return async (input, init) => {
    const headers = new Headers({ ...sent, ...Object.fromEntries(new Headers(init?.headers)) });
    headers.set("origin", service.origin);
    if (cookie !== "") headers.set("cookie", cookie);
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) cookie = line.split(";")[0] ?? "";
    return response;
  };
}

/** Signs in as a wallet does. Returns a client with that session. */
export async function signIn(
  service: Pick<Service, "origin">,
  person: Person,
  sent?: Record<string, string>,
): Promise<{ api: Client; fetch: typeof fetch }> {
  const fetchAs = browser(service, sent);
  const api = createClient({ origin: service.origin, fetch: fetchAs });
  const { message, nonce } = await api("getChallenge", { query: { address: person.address } });
  await api("signIn", { body: signedChallenge(person, message, nonce) });
  return { api, fetch: fetchAs };
}

/** Signs in, and returns the cookie of the session. */
export async function signInForCookie(
  { origin }: Pick<Service, "origin">,
  person: Person,
): Promise<string> {
  const api = createClient({ origin });
  const { message, nonce } = await api("getChallenge", { query: { address: person.address } });
  const response = await fetch(`${origin}/api/session`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify(signedChallenge(person, message, nonce)),
  });
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/**
 * Returns a function that gives each person's client, and signs it in at the first call. Behind a trusted proxy each has
 * an address of its own, so no limit of a client counts them together.
 */
export function clientsOf(service: Service): (person: Person) => Promise<Client> {
  const clients = new Map<string, Promise<Client>>();
  return (person) => {
    const known = clients.get(person.address);
    if (known !== undefined) return known;
    const place = clients.size + 1;
    const sent = { "x-forwarded-for": `10.0.${place >> 8}.${place & 255}` };
    const client = signIn(service, person, sent).then(({ api }) => api);
    clients.set(person.address, client);
    return client;
  };
}

export function signedChallenge(person: Person, message: string, nonce: string) {
  return {
    address: person.address,
    nonce,
    publicKey: person.publicKey,
    signature: signMessageHashRsv({
      messageHash: Buffer.from(hashMessage(message)).toString("hex"),
      privateKey: person.privateKey,
    }),
  };
}
