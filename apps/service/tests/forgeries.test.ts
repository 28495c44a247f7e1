import { errorBodySchema } from "@colonnade/domain/error.ts";
import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Forgery, forgeries } from "./forgeries.ts";
import { getChallenge, postSignIn } from "./support/authority-scene.ts";
import { databases } from "./support/databases.ts";
import { type Fixture, signedChallenge, startFixture } from "./support/fixture.ts";
import { alice } from "./support/people.ts";

describe.each(databases)("Sign-in on %s", (name, openDatabase) => {
  let fixture: Fixture;
  beforeAll(async () => {
    const environment = { COLONNADE_TRUSTED_PROXIES: "1" };
    fixture = await startFixture({ database: await openDatabase(), environment });
  });
  afterAll(() => fixture.close());

  const countSessions = async () => {
    const sessions = fixture.database.kysely.selectFrom("sessions").select("token_hash");
    return (await sessions.execute()).length;
  };

  /** Tries a forgery. @returns what is wrong with the answer, or null */
  async function tryForgery(forgery: Forgery, seed: number): Promise<string | null> {
    const { how, refused, before, asksFor = alice.address } = forgery;
    const challenge = await getChallenge(fixture, asksFor);
    if (before === "used") {
      const { status } = await postSignIn(fixture, signed(challenge));
      if (status !== 200) return `${how}: the honest sign-in got ${status}`;
    } else if (before === "expired") {
      await fixture.database.kysely
        .updateTable("challenges")
        .set({ expires_at: Date.now() })
        .where("nonce", "=", challenge.nonce)
        .execute();
    }
    const sessions = await countSessions();
    const response = await postSignIn(fixture, forgery.forge({ ...challenge, seed }));
    const answer = await outcomeOf(response);
    if (answer !== refused) return `${how}, seed ${seed}: ${answer}`;
    const isClean = response.headers.getSetCookie().length === 0;
    return isClean && (await countSessions()) === sessions ? null : `${how}: left a session`;
  }

  it("refuses every forgery, each with its code", async () => {
    const tries = triesOf({ usual: 100, torture: 1000 });
    const wrong: string[] = [];
    for (let seed = 0; seed < tries; seed += 1) {
      const forgery = forgeries[seed % forgeries.length];
      const fault = forgery === undefined ? null : await tryForgery(forgery, seed);
      if (fault !== null) wrong.push(fault);
    }
    expect(wrong).toEqual([]);
    tellRow({
      fault: `forged sign-ins of ${forgeries.length} kinds, on ${name}`,
      tries,
      result: "all refused with the right code, no session",
      longestMs: null,
    });
  });

  it("takes one of 50 uses of a challenge at once", async () => {
    const rounds = triesOf({ usual: 2, torture: 20 });
    for (let round = 0; round < rounds; round += 1) {
      const body = signed(await getChallenge(fixture, alice.address));
      const before = await countSessions();
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => postSignIn(fixture, body)),
      );
      const codes = await Promise.all(answers.map(outcomeOf));
      expect(codes.filter((code) => code === "200")).toHaveLength(1);
      expect(codes.filter((code) => code === "401 login_failed")).toHaveLength(49);
      expect(await countSessions()).toBe(before + 1);
    }
    tellRow({
      fault: `50 uses of one challenge at once, on ${name}`,
      tries: rounds * 50,
      result: "each time one session, and 49 times login_failed",
      longestMs: null,
    });
  });
});

const signed = ({ message, nonce }: { message: string; nonce: string }) =>
  signedChallenge(alice, message, nonce);

async function outcomeOf(response: Response): Promise<string> {
  const body: unknown = await response.json();
  return response.ok
    ? String(response.status)
    : `${response.status} ${errorBodySchema.parse(body).error.code}`;
}
