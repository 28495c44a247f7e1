import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@colonnade/domain/http/client.ts";
import { expect, it } from "vitest";
import { openPostgres } from "../db/postgres.ts";
import { readIssuerKeys } from "../off-chain/issuer-key-store.ts";
import type { Service } from "../service.ts";
import { check, keyOf, readPublished } from "./support/credential-check.ts";
import { openTestDatabase } from "./support/database.ts";
import { approve, register, startFixture, startTestService, submit } from "./support/fixture.ts";
import { printing } from "./support/move.ts";
import { runOn } from "./support/operator.ts";
import { alice, bob, type Person } from "./support/people.ts";
import { startPostgres } from "./support/postgres.ts";

const endorsed = [register(alice), register(bob), submit(1, alice, bob), approve(1, alice, bob)];

/** Registers a profile under any name. */
const registerAs = (person: Person, name: string) =>
  printing(person, {
    topic: "register-profile",
    principal: person.address,
    bns: "btc",
    "bns-name": name,
    statement: null,
    image: "ipfs://image",
  });

const apiOf = ({ origin }: Pick<Service, "origin">) => createClient({ origin });
const credentialOf = (service: Service) => apiOf(service)("getCredential", { params: { id: 1 } });
/** The public key alone: two processes of a test have two origins. */
const signerOf = async (service: Service) => keyOf(await credentialOf(service)).split("#")[1];

it("all processes on one database sign with the same key, also after a rotation", async () => {
  const postgres = await startPostgres();
  const address = await postgres.createDatabase();
  const fixture = await startFixture({ database: await openPostgres(address) });
  const other = await startTestService(fixture.node, { database: await openPostgres(address) });
  const services = [fixture.service, other];
  const issuers = await Promise.all(
    Array.from({ length: 20 }, (_, place) => services[place % 2] ?? other).map((service) =>
      apiOf(service)("getIssuer"),
    ),
  );
  const keys = issuers.flatMap((issuer) =>
    issuer.verificationMethod.map(({ publicKeyMultibase }) => publicKeyMultibase),
  );
  expect(keys).toHaveLength(20);
  expect(new Set(keys).size).toBe(1);

  await fixture.mine(...endorsed);
  await expect.poll(() => signerOf(other)).toBe(keys[0]);
  expect(await signerOf(fixture.service)).toBe(keys[0]);
  const before = await credentialOf(other);
  await runOn(fixture.database, ["issuer-key", "rotate"]);
  await expect.poll(() => signerOf(other)).not.toBe(keys[0]);
  await expect.poll(() => signerOf(fixture.service)).toBe(await signerOf(other));
  const published = await readPublished(other.origin);
  expect(await check(published, before)).toBe("valid");
  expect(await check(published, await credentialOf(other))).toBe("valid");
  await other.close();
  await fixture.close();
  await postgres.close();
});

it("a withdrawn key is published no more, and what it signed is refused", async () => {
  const fixture = await startFixture();
  await fixture.mine(...endorsed);
  const old = await credentialOf(fixture.service);
  const stolen = String(await signerOf(fixture.service));
  expect(await check(await readPublished(fixture.service.origin), old)).toBe("valid");
  await expect(runOn(fixture.database, ["issuer-key", "withdraw", "z6Mk"])).rejects.toThrow(
    "There is no key z6Mk",
  );
  await runOn(fixture.database, ["issuer-key", "withdraw", stolen]);
  await expect.poll(() => signerOf(fixture.service)).not.toBe(stolen);
  const published = await readPublished(fixture.service.origin);
  expect(await check(published, old)).toBe("refused");
  expect(await check(published, await credentialOf(fixture.service))).toBe("valid");

  // A retired one can be withdrawn, too.
  const retired = await signerOf(fixture.service);
  await runOn(fixture.database, ["issuer-key", "rotate"]);
  await runOn(fixture.database, ["issuer-key", "withdraw", String(retired)]);
  const { verificationMethod } = await apiOf(fixture.service)("getIssuer");
  expect(verificationMethod).toMatchObject([
    { publicKeyMultibase: await signerOf(fixture.service) },
  ]);
  await fixture.close();
});

it("a restored backup signs with the same key, and has no secret of a retired one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "colonnade-keys-"));
  const [from, to] = [await openTestDatabase(), await openTestDatabase()];
  await readIssuerKeys(from.kysely);
  await runOn(from, ["issuer-key", "rotate"]);
  const file = join(folder, "keys.backup");
  await runOn(from, ["backup", file]);
  await runOn(to, ["restore", file]);
  expect(await readIssuerKeys(to.kysely)).toEqual(await readIssuerKeys(from.kysely));
  const rows = await to.kysely.selectFrom("issuer_keys").selectAll().orderBy("id").execute();
  expect(rows).toMatchObject([
    { secret_key: null, retired_at: expect.any(Number) },
    { secret_key: expect.any(String), retired_at: null },
  ]);
  // The next key gets the next number.
  await runOn(to, ["issuer-key", "rotate"]);
  await from.close();
  await to.close();
  await rm(folder, { recursive: true });
});

it.each(["Ολγα", "Łukasz Ж", "李小龙", "نور", "חנה 👩🏽‍💻"])(
  "keeps a name in any script: %s",
  async (name) => {
    const fixture = await startFixture();
    await fixture.mine(
      registerAs(alice, `a${name}`),
      registerAs(bob, name),
      submit(1, alice, bob, {}, { id: 1, name: `${name} guild` }),
      approve(1, alice, bob),
    );
    const credential = await credentialOf(fixture.service);
    expect(credential.credentialSubject.name).toBe(`${name}.btc`);
    for (const part of [`\u2068a${name}.btc\u2069`, `\u2068${name} guild\u2069`]) {
      expect(credential.description).toContain(part);
    }
    expect(await check(await readPublished(fixture.service.origin), credential)).toBe("valid");
    await fixture.close();
  },
);
