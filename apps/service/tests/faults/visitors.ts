import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { categories } from "@colonnade/domain/category.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import { isTorture } from "@colonnade/torture/torture.ts";
import sharp from "sharp";
import { expect } from "vitest";
import type { Service } from "../../service.ts";
import { browser, signedChallenge, signIn } from "../support/fixture.ts";
import type { Person } from "../support/people.ts";
import {
  pageRoutes,
  type ReadRoute,
  readRoutes,
  type Samples,
  visitOf,
} from "../support/read-routes.ts";
import { type Answer, ask } from "./answers.ts";

export type Addresses = Pick<Service, "origin" | "observerUrl">;

/** What an off-chain write was answered 2xx for. */
export interface Written {
  fan: Person;
  follows: string[];
  images: string[];
  /** Requests in the sessions of the fan. */
  sessions: (typeof fetch)[];
}

/** What is read: pages of several lengths, most of which are not cached, and what is never cached. */
function pathsOf(count: number, principal: string): string[] {
  const limit = `limit=${1 + (count % 20)}`;
  return [
    `/api/milestones?${limit}`,
    `/api/columns?${limit}`,
    `/api/orgs?${limit}`,
    `/api/events?principal=${principal}&${limit}`,
    `/api/column?principal=${principal}`,
    "/api/milestone?id=1",
    "/api/session",
    "/api/milestones",
    "/readyz",
  ];
}

/** What reads of these routes answer, if not 200. */
const usualOf: Record<string, Answer["usual"]> = {
  // The endorsement may be between other people.
  "/api/revisions": [200, 404],
  // For watchers alone.
  "/api/reports": [403],
  "/api/org-create-requests": [403],
  // The proof has changed since.
  "/api/proof/{id}/{digest}": [404],
  "/ipfs/{cid}/{path}": [302, 404],
  // No image is loaded from this host.
  "/image": [400],
  "/nowhere": [404],
  // Not every test builds these pages.
  "/verify": [200, 404],
  "/verify/{id}": [200, 404],
  // What is sent while it is read cannot be taken back when the database fails.
  "/export.zip": [200, "cut off"],
  "/dump.json": [200, 404],
  "/dump/{sha256}.ndjson.gz": [200, 404, "cut off"],
};

/** Settings of a service with visitors: each visit comes from a client of its own, so that no limit refuses it. */
export const settingsForVisitors = { COLONNADE_TRUSTED_PROXIES: "1" };

const fromAnotherClient = () => ({ "x-forwarded-for": `10.${randomBytes(3).join(".")}` });

/** What a service has, for valid requests to each route. */
async function readSamples(origin: string, fan: Person): Promise<Samples> {
  const api = createClient({ origin });
  const { items: approved } = await api("pageEndorsements", {
    query: { limit: 1, approved: "true" },
  });
  const { items: organizations } = await api("pageOrganizations", { query: { limit: 1 } });
  const [endorsement] = approved;
  const [organization] = organizations;
  if (endorsement === undefined || organization === undefined) throw new Error("Nothing to visit");
  const dump = await (await fetch(`${origin}/dump.json`)).text();
  const id = String(endorsement.id);
  const organizationId = String(organization.id);
  const principal = endorsement.column_receiver.address;
  return {
    ...{ id, principal, address: principal, limit: "3", n: "1", format: "rss", page: "pages" },
    ...{ userPrincipal: fan.address, profilePrincipal: principal, digest: "0".repeat(64) },
    ...{ path: "1.png", cid: categories[0].cid },
    sha256: /"sha256":"(\w+)"/.exec(dump)?.[1] ?? "0".repeat(64),
    "/api/org id": organizationId,
    "/feeds/org/{id}.{format} id": organizationId,
    "/org/{id} id": organizationId,
    "/api/oembed url": `${origin}/endorsement/${id}`,
    "/image url": "https://127.0.0.1/1.png",
  };
}

/** Runs a step again and again until it is stopped. */
export async function repeat(
  stopped: AbortSignal,
  step: (count: number) => Promise<unknown>,
  pause: number,
): Promise<void> {
  for (let count = 0; !stopped.aborted; count += 1) {
    await step(count);
    await delay(pause);
  }
}

/** Every route that reads, and every page. */
const visited: (Pick<ReadRoute, "path" | "needed"> & { accept?: string })[] = [
  ...readRoutes,
  ...pageRoutes.map((route) => ({ ...route, accept: "text/html" })),
];

/** Milliseconds between two requests of a kind. `npm test` sends fewer requests, because they cost much. */
const PAUSES = isTorture
  ? { read: 5, follow: 60, upload: 100, visit: 20, signIn: 150 }
  : { read: 40, follow: 150, upload: 300, visit: 300, signIn: 1_000 };

const challengeSchema = calls.getChallenge.result;

interface VisitorOptions {
  /** The service's addresses, which may change when it starts again. */
  addresses(): Pick<Addresses, "origin">;
  /** Signs in now, and follows and uploads until the end. */
  fan: Person;
  /** The principals to follow. */
  followees: readonly string[];
  stopped: AbortSignal;
  answers: Answer[];
}

/** Reads and writes at once. @returns what was written, when the last request is answered */
export async function startVisitors(options: VisitorOptions): Promise<{ end: Promise<Written> }> {
  const { addresses, fan, followees, stopped, answers } = options;
  const written: Written = { fan, follows: [], images: [], sessions: [] };
  const { origin } = addresses();
  const samples = await readSamples(origin, fan);
  const { fetch: fetchAsFan } = await signIn({ origin }, fan);
  const urlOf = (path: string) => addresses().origin + path;
  const get = (path: string) => ask(path, () => fetch(urlOf(path)), answers);

  async function follow(count: number): Promise<void> {
    const profilePrincipal = followees[count % followees.length] ?? "";
    const body = JSON.stringify({ userPrincipal: fan.address, profilePrincipal });
    const headers = { "content-type": "application/json" };
    const send = () => fetchAsFan(urlOf("/api/follow"), { method: "POST", headers, body });
    if ((await ask("a follow", send, answers)) === 200) written.follows.push(profilePrincipal);
  }

  async function upload(): Promise<void> {
    const form = new FormData();
    form.append("file", new Blob([await picture()]), "picture.png");
    const send = async () => {
      const response = await fetchAsFan(urlOf("/api/upload"), { method: "POST", body: form });
      const cid = /"cid":"([^"]+)"/.exec(await response.clone().text())?.[1];
      if (response.status === 200 && cid !== undefined) written.images.push(cid);
      return response;
    };
    await ask("an upload", send, answers);
  }

  /** Visits a route that reads, or a page. */
  async function visitAny(): Promise<void> {
    const cid = written.images.at(-1) ?? samples.cid ?? "";
    const route = visited[Math.floor(Math.random() * visited.length)] ?? { path: "/", needed: [] };
    const path = visitOf(route, { ...samples, cid });
    const headers = { ...fromAnotherClient(), accept: route.accept ?? "*/*" };
    const usual = [...(usualOf[route.path] ?? [200]), 429];
    await ask(path, () => fetchAsFan(urlOf(path), { headers, redirect: "manual" }), answers, usual);
  }

  async function signInAgain(): Promise<void> {
    const send = browser({ origin: addresses().origin });
    let challenge = "";
    const address = `address=${fan.address}`;
    const path = `/api/session/challenge?${address}`;
    const headers = { ...fromAnotherClient(), "content-type": "application/json" };
    const getChallenge = async () => {
      const response = await send(urlOf(path), { headers });
      challenge = await response.clone().text();
      return response;
    };
    if ((await ask(path, getChallenge, answers)) !== 200) return;
    const { message, nonce } = challengeSchema.parse(JSON.parse(challenge));
    const body = JSON.stringify(signedChallenge(fan, message, nonce));
    const post = () => send(urlOf("/api/session"), { method: "POST", headers, body });
    if ((await ask("a sign-in", post, answers)) === 200) written.sessions.push(send);
  }

  async function readNext(count: number, first: number): Promise<void> {
    const all = pathsOf(count, fan.address);
    await get(all[(count + first) % all.length] ?? "");
  }

  const probing: Promise<unknown>[] = [];
  const loops = [
    repeat(stopped, async () => void probing.push(get("/api/status")), 100),
    repeat(stopped, (count) => readNext(count, 0), PAUSES.read),
    repeat(stopped, (count) => readNext(count, 5), PAUSES.read),
    repeat(stopped, follow, PAUSES.follow),
    repeat(stopped, upload, PAUSES.upload),
    repeat(stopped, visitAny, PAUSES.visit),
    repeat(stopped, signInAgain, PAUSES.signIn),
  ];
  const end = async () => {
    await Promise.all(loops);
    await Promise.all(probing);
    return written;
  };
  return { end: end() };
}

/**
 * A picture like no other. It is large enough that PostgreSQL has to extend a file for it.
 * @param size pixels in a row and in a column
 */
export async function picture(size = 150): Promise<ArrayBuffer> {
  const raw = { width: size, height: size, channels: 3 } as const;
  const noise = randomBytes(raw.width * raw.height * raw.channels);
  return new Uint8Array(await sharp(noise, { raw }).png().toBuffer()).buffer;
}

/** What was answered 2xx is there. */
export async function expectKept({ origin }: Addresses, written: Written) {
  const { fan, follows, images, sessions } = written;
  const api = createClient({ origin });
  for (const profilePrincipal of new Set(follows)) {
    const query = { userPrincipal: fan.address, profilePrincipal };
    expect(await api("getFollow", { query })).toEqual({ follows: true });
  }
  for (const fetchAs of sessions) {
    const session = await createClient({ origin, fetch: fetchAs })("getSession");
    expect(session.address).toBe(fan.address);
  }
  for (const cid of images) {
    const response = await fetch(`${origin}/ipfs/${cid}`);
    await response.body?.cancel();
    expect(response.status).toBe(200);
  }
}
