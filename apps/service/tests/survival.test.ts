import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databases } from "./support/databases.ts";
import { type Fixture, register, registerThree, signIn, startFixture } from "./support/fixture.ts";
import { alice, bob } from "./support/people.ts";

describe.each(databases)("What is off chain, under a fork on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture({ database: await openDatabase() });
  });

  afterAll(() => fixture.close());

  const profileOf = (address: string) =>
    fixture.api("getProfile", { query: { principal: address } });

  it("is there again when the chain has those whom it names again", async () => {
    const root = await fixture.mine();
    await registerThree(fixture);
    const { api } = await signIn(fixture.service, alice);
    await api("follow", { body: { userPrincipal: alice.address, profilePrincipal: bob.address } });

    fixture.tip = root;
    await fixture.mine(register(alice));
    await expect(profileOf(bob.address)).rejects.toMatchObject({ status: 404 });
    expect((await profileOf(alice.address)).following).toMatchObject([
      { address: bob.address, bns_name: "" },
    ]);

    await fixture.mine(register(bob));
    expect(await profileOf(bob.address)).toMatchObject({
      followerCount: 1,
      followers: [{ address: alice.address, bns_name: "alice" }],
    });
    expect((await profileOf(alice.address)).following).toMatchObject([{ bns_name: "bob" }]);
  });
});
