import { createHash } from "node:crypto";
import { alice, bob } from "@colonnade/devnet/accounts.ts";
import { type Devnet, startDevnet } from "@colonnade/devnet/devnet.ts";
import { digestOf, rejection, submission } from "@colonnade/devnet/tests/endorsing.ts";
import { makeFolder, send } from "@colonnade/devnet/tests/fixture.ts";
import {
  badgeProfileSchema,
  type Credential,
  statusListLength,
} from "@colonnade/domain/credential.ts";
import { type Client, createClient } from "@colonnade/domain/http/client.ts";
import { verifyCredential } from "@digitalcredentials/verifier-core";
import { Cl } from "@stacks/transactions";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "../db/database.ts";
import type { Service } from "../service.ts";
import {
  canonize,
  check,
  findPublished,
  keyOf,
  type Published,
  readPublished,
} from "./support/credential-check.ts";
import { openTestDatabase } from "./support/database.ts";
import {
  approveOn,
  makeEndorsements,
  mineOn,
  pictured,
  states,
} from "./support/endorsements-on-devnet.ts";
import { approve, register, startFixture, startTestService, submit } from "./support/fixture.ts";
import * as openBadges from "./support/open-badges.ts";
import { runOn } from "./support/operator.ts";
import * as people from "./support/people.ts";
import { findPort } from "./support/port.ts";

const scripts = {
  title: "Ωραία δουλειά 🏛️ عمل رائع",
  description:
    "Спасибо! 谢谢你，做得好。 धन्यवाद। תודה רבה \u202eabc\u202c 👩🏽‍💻\n\u0000 \\u0000 <b>&amp;</b> “q”\r\n\t",
  image: "ipfs://image",
};
/** The endorsements after those of `states`. */
const ids = { scripts: 6, discarded: 7, rejected: 8, pending: 5, unknown: 9 };

let folder: Awaited<ReturnType<typeof makeFolder>>;
let devnet: Devnet;
let database: Database;
let service: Service;
let api: Client;
let published: Published;
let credentials: Credential[];

beforeAll(async () => {
  folder = await makeFolder();
  const port = await findPort();
  database = await openTestDatabase();
  service = await startTestService({ url: `http://127.0.0.1:${port}` }, { database });
  api = createClient({ origin: service.origin });
  devnet = await startDevnet({
    dataFolder: folder.path,
    port,
    blockMs: "manual",
    observers: [service.observerUrl],
  });
  await makeEndorsements(devnet);
  await mineOn(devnet, submission(scripts));
  await approveOn(devnet, ids.scripts, scripts);
  await mineOn(devnet, submission(pictured));
  await approveOn(devnet, ids.discarded, pictured);
  await mineOn(devnet, submission(pictured));
  await send(devnet, bob, rejection(ids.rejected, digestOf(pictured)));
  devnet.mine();
  await devnet.observersCaughtUp();
  credentials = await Promise.all([1, 2, 3, 4, ids.scripts, ids.discarded].map(fetchCredential));
  await send(devnet, bob, {
    functionName: "discard-endorsement",
    args: [Cl.uint(ids.discarded)],
    postConditionMode: "allow",
  });
  devnet.mine();
  await devnet.observersCaughtUp();
  published = await readPublished(service.origin);
});

afterAll(async () => {
  await service.close();
  await devnet.close();
  await folder[Symbol.asyncDispose]();
});

const fetchCredential = (id: number) => api("getCredential", { params: { id } });

function credentialOf(id: number): Credential {
  const found = credentials.find((one) => one.id.endsWith(`/${id}`));
  if (found === undefined) throw new Error(`No credential of ${id}`);
  return found;
}
/** `jsonld`, which verifies, takes an id such as `__proto__` for what every object inherits, and writes to that. */
const isInherited = (text: string) => text in Object.prototype;
const idOf = (state: string) => states.indexOf(state) + 1;

describe("The credential of an endorsement", () => {
  it.each(["approved", "approved after an edit", "an organization's"])(
    "is accepted offline: %s",
    async (state) => {
      expect(await check(published, credentialOf(idOf(state)))).toBe("valid");
    },
  );

  it("is accepted offline by verifier-core, and seen revoked once withdrawn", async () => {
    // Its loader does not look up the fragment of an HTTPS address, so the answer is the part already.
    vi.stubGlobal("fetch", async (input: string | URL | Request) => {
      const address = input instanceof Request ? input.url : String(input);
      const found = address.startsWith(service.origin) && findPublished(published, address);
      return found ? Response.json(found) : new Response("offline", { status: 404 });
    });
    // Blocks that are mined one after the other have times ahead of the clock.
    vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ["Date"] });
    vi.stubGlobal("console", { ...console, log: () => {}, error: () => {} });
    type Given = Parameters<typeof verifyCredential>[0]["credential"];
    const stepsOf = async (signed: Credential) => {
      // Its types know an issuer of one type only.
      const credential: Given = JSON.parse(JSON.stringify(signed));
      const { log, errors } = await verifyCredential({ credential, knownDIDRegistries: [] });
      return { errors, steps: log?.map(({ id, valid }) => [id, valid]) };
    };
    try {
      for (const credential of credentials) {
        const revoked = (await check(published, credential)) === "revoked";
        expect(await stepsOf(credential)).toMatchObject({
          errors: undefined,
          steps: expect.arrayContaining([
            ["valid_signature", true],
            ["expiration", true],
            ["revocation_status", !revoked],
          ]),
        });
      }
      const altered = { ...credentialOf(1), name: "Other" };
      expect((await stepsOf(altered)).errors).toMatchObject([{ name: "invalid_signature" }]);
    } finally {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    }
  });

  it("meets 1EdTech's schema, and so do its receiver's profile and the issuer", async () => {
    for (const credential of credentials) {
      expect(openBadges.endorsementCredential.parse(credential)).toEqual(credential);
      for (const name of ["@context", "type", "id", "name", "credentialSubject", "issuer"]) {
        const { success } = openBadges.endorsementCredential.safeParse({
          ...credential,
          [name]: 1,
        });
        expect(success, name).toBe(false);
      }
    }
    openBadges.profile.parse(await api("getBadgeProfile", { params: { principal: bob.address } }));
    openBadges.profile.parse(published.get(`${service.origin}/issuer`));
  });

  it("is revoked once the endorsement is withdrawn or discarded", async () => {
    expect(await check(published, credentialOf(idOf("withdrawn")))).toBe("revoked");
    expect(await check(published, credentialOf(ids.discarded))).toBe("revoked");
  });

  it("says who attests what, and that only the service signed", () => {
    const { issuer, description, credentialSubject, evidence } = credentialOf(1);
    const { origin } = service;
    expect(issuer).toMatchObject({ id: `${origin}/issuer`, name: "Colonnade" });
    expect(description).toContain(`${origin} attests a fact of the Stacks devnet: endorsement 1`);
    expect(description).toContain(`alice.btc\u2069 (${alice.address}) wrote these words`);
    expect(description).toContain(`Only ${origin} signed this credential.`);
    expect(credentialSubject).toMatchObject({
      id: `${origin}/profile/${bob.address}`,
      name: "bob.btc",
      otherIdentifier: [{ identifier: `did:pkh:stacks:2147483648:${bob.address}` }],
    });
    expect(evidence[0].narrative).toContain(`${origin}/verify/1`);
    expect(credentialOf(idOf("withdrawn")).description).toContain("Afterwards it was withdrawn.");
    expect(credentialOf(idOf("an organization's")).description).toContain("guild.btc");
  });

  it("leads a reader of JSON from a receiver's address to an Open Badges profile", async () => {
    const { id, name, otherIdentifier } = credentialOf(1).credentialSubject;
    const response = await fetch(id, { headers: { accept: "application/ld+json" } });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const profile = badgeProfileSchema.parse(await response.json());
    expect(profile).toMatchObject({ id, name, otherIdentifier, type: ["Profile"] });
    expect(profile).toEqual(await api("getBadgeProfile", { params: { principal: bob.address } }));
    // Every term of it is in its contexts.
    expect(await canonize(published, profile)).toContain(`<${id}>`);
    const nobody = people.dan.address;
    expect((await fetch(`${service.origin}/api/badge-profile/${nobody}`)).status).toBe(404);
  });

  it("names the very bytes of the proof", async () => {
    const [{ id, digestSRI }] = credentialOf(1).evidence;
    const bytes = await (await fetch(id)).bytes();
    expect(digestSRI).toBe(`sha256-${createHash("sha256").update(bytes).digest("base64")}`);
  });

  it("keeps words in every script, emoji and control characters", async () => {
    const credential = credentialOf(ids.scripts);
    expect(credential.name).toBe(scripts.title);
    expect(credential.credentialSubject.endorsementComment).toBe(scripts.description);
    expect(await check(published, credential)).toBe("valid");
  });

  it("is 404 where nothing is approved", async () => {
    for (const id of [ids.pending, ids.discarded, ids.rejected, ids.unknown]) {
      await expect(fetchCredential(id)).rejects.toMatchObject({ status: 404 });
    }
  });

  it("is not sent again while nothing has changed", async () => {
    const address = `${service.origin}/api/credential/1`;
    const etag = (await fetch(address)).headers.get("etag") ?? "";
    expect((await fetch(address, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await fetch(address)).headers.get("access-control-allow-origin")).toBe("*");
  });

  it("is refused when any field is another or missing", async () => {
    const places = credentials.flatMap((credential) =>
      placesIn(credential).map((place) => ({ credential, place })),
    );
    const property = fc.asyncProperty(
      fc.constantFrom(...places),
      fc.option(fc.string({ unit: "binary" }).filter((text) => !isInherited(text))),
      async ({ credential, place }, replacement) => {
        const changed = structuredClone(credential);
        fc.pre(change(changed, place, replacement));
        expect(await check(published, changed)).toBe("refused");
      },
    );
    await fc.assert(property, { numRuns: 400 });
  });

  it("is refused with a status list or keys of another", async () => {
    const credential = credentialOf(1);
    const without = (part: string) =>
      new Map([...published].filter(([address]) => !address.includes(part)));
    expect(await check(without("status-list"), credential)).toBe("refused");
    expect(await check(without("issuer"), credential)).toBe("refused");
    const address = credential.credentialStatus.statusListCredential;
    const list = structuredClone(published.get(address) ?? {});
    change(list, ["credentialSubject", "encodedList"], "uH4sIAAAAAAAAA");
    expect(await check(new Map([...published, [address, list]]), credential)).toBe("refused");
  });
});

describe("The issuer", () => {
  it("has documents of names that their contexts define", async () => {
    for (const document of published.values()) {
      expect(await canonize(published, document)).toContain(service.origin);
    }
  });

  it("has a list of so many entries, and none beyond the newest endorsement", async () => {
    const list = await api("getStatusList", { params: { n: 1 } });
    expect(list.credentialSubject.statusPurpose).toBe("revocation");
    expect(statusListLength).toBe(131_072);
    await expect(api("getStatusList", { params: { n: 2 } })).rejects.toMatchObject({ status: 404 });
  });

  it("revokes what a fork has orphaned", async () => {
    const fixture = await startFixture();
    const base = await fixture.mine(register(people.alice), register(people.bob));
    const { alice: author, bob: receiver } = people;
    await fixture.mine(submit(1, author, receiver), approve(1, author, receiver));
    const own = createClient({ origin: fixture.service.origin });
    const credential = await own("getCredential", { params: { id: 1 } });
    expect(await check(await readPublished(fixture.service.origin), credential)).toBe("valid");
    fixture.tip = base;
    await fixture.mine();
    await fixture.mine();
    await expect(own("getCredential", { params: { id: 1 } })).rejects.toMatchObject({
      status: 404,
    });
    expect(await check(await readPublished(fixture.service.origin), credential)).toBe("revoked");
    await fixture.close();
  });

  it("signs with a new key after a rotation, and its old credentials stay valid", async () => {
    const before = credentialOf(1);
    const said = await runOn(database, ["issuer-key", "rotate"]);
    await expect.poll(async () => keyOf(await fetchCredential(1))).not.toBe(keyOf(before));
    const after = await fetchCredential(1);
    expect(said[0]).toContain(keyOf(after).split("#")[1]);
    const now = await readPublished(service.origin);
    expect(await check(now, before)).toBe("valid");
    expect(await check(now, after)).toBe("valid");
    expect(await check(published, after)).toBe("refused");
    const listed = await runOn(database, ["issuer-key", "list"]);
    expect(listed).toHaveLength(2);
    expect(listed.join("\n")).not.toMatch(/\bzru/);
  });
});

type Place = readonly (string | number)[];

/** The places of all texts in a JSON value. */
function placesIn(value: unknown, place: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [place];
  return Object.entries(value).flatMap(([name, part]) => placesIn(part, [...place, name]));
}

/** Replaces what is at a place, or removes it where the replacement is null. @returns whether anything changed */
function change(value: unknown, place: Place, replacement: string | null): boolean {
  const [name, ...rest] = place;
  if (typeof value !== "object" || value === null || name === undefined) return false;
  if (rest.length > 0) return change(Reflect.get(value, name), rest, replacement);
  if (Reflect.get(value, name) === replacement) return false;
  if (replacement !== null) return Reflect.set(value, name, replacement);
  if (!Array.isArray(value)) return Reflect.deleteProperty(value, name);
  return value.splice(Number(name), 1).length > 0;
}
