import { createClient } from "@colonnade/domain/http/client.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databases } from "./support/databases.ts";
import {
  type Fixture,
  hide,
  register,
  registerThree,
  signIn,
  startBeside,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { nodeCall } from "./support/node.ts";
import { alice, bob, dan } from "./support/people.ts";

describe.each(databases)("A devnet that started over, on %s", (_, openDatabase) => {
  let fixture: Fixture;

  beforeEach(async () => {
    fixture = await startFixture({ database: await openDatabase() });
  });

  afterEach(() => fixture.close());

  const names = async () => (await fixture.api("listProfiles")).map(({ bns_name }) => bns_name);

  it("empties the index when the devnet started over", async () => {
    await registerThree(fixture);
    await fixture.mine(submit(1, alice, bob));
    fixture.tip = null;
    await fixture.mine(register(dan));
    expect(await names()).toEqual(["dan"]);
    expect(await fixture.api("listEndorsements")).toEqual([]);
  });

  it("asks again about transactions mined before the devnet started over", async () => {
    await registerThree(fixture);
    const block = await fixture.mine(submit(1, alice, bob));
    const txId = block.txIds[0] ?? "";
    fixture.node.transactions.set(txId, nodeCall(alice.address, "submit-endorsement", "success"));
    const { api } = await signIn(fixture.service, alice);
    await api("announceTransaction", {
      body: { txId, senderPrincipal: alice.address, event: "SUBMIT_ENDORSEMENT" },
    });
    await fixture.service.askNode();
    fixture.tip = null;
    await fixture.mine(register(dan));
    fixture.node.transactions.set(txId, nodeCall(alice.address, "submit-endorsement", "dropped_a"));
    await fixture.service.askNode();
    expect(await fixture.api("getEvents", { query: { principal: alice.address } })).toMatchObject([
      { txId, status: "FAILED" },
    ]);
  });

  it("empties the index at its start when the devnet started over meanwhile", async () => {
    await fixture.mine(register(alice));
    const other = await hide(fixture, null, register(bob));
    fixture.node.tip = other;
    await using service = await startBeside(fixture);
    await service.askNode();
    const api = createClient({ origin: service.origin });
    expect(await api("listProfiles")).toMatchObject([{ bns_name: "bob" }]);
  });
});
