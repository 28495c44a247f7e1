import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@colonnade/domain/http/client.ts";
import sharp from "sharp";
import { expect } from "vitest";
import type { Service } from "../../service.ts";
import { signIn } from "../support/fixture.ts";
import type { Person } from "../support/people.ts";
import { type Answer, ask } from "./answers.ts";

export type Addresses = Pick<Service, "origin" | "observerUrl">;

/** What an off-chain write was answered 2xx for. */
export interface Written {
  fan: Person;
  follows: string[];
  images: string[];
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
  const written: Written = { fan, follows: [], images: [] };
  const { origin } = addresses();
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

  async function readNext(count: number, first: number): Promise<void> {
    const all = pathsOf(count, fan.address);
    await get(all[(count + first) % all.length] ?? "");
  }

  const probing: Promise<unknown>[] = [];
  const loops = [
    repeat(stopped, async () => void probing.push(get("/api/status")), 100),
    repeat(stopped, (count) => readNext(count, 0), 5),
    repeat(stopped, (count) => readNext(count, 5), 5),
    repeat(stopped, follow, 60),
    repeat(stopped, upload, 100),
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
export async function expectKept({ origin }: Addresses, { fan, follows, images }: Written) {
  const api = createClient({ origin });
  for (const profilePrincipal of new Set(follows)) {
    const query = { userPrincipal: fan.address, profilePrincipal };
    expect(await api("getFollow", { query })).toEqual({ follows: true });
  }
  for (const cid of images) {
    const response = await fetch(`${origin}/ipfs/${cid}`);
    await response.body?.cancel();
    expect(response.status).toBe(200);
  }
}
