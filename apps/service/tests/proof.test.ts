import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TestBlock } from "./support/blocks.ts";
import { databases } from "./support/databases.ts";
import {
  approve,
  discard,
  edit,
  type Fixture,
  registerThree,
  reject,
  startFixture,
  submit,
  suspend,
  withdraw,
} from "./support/fixture.ts";
import { alice, bob } from "./support/people.ts";

const [first, second, third] = [{ title: "First" }, { title: "Second" }, { title: "Third" }];

describe.each(databases)("The proof of an endorsement, on %s", (_, openDatabase) => {
  let fixture: Fixture;
  let registered: TestBlock;

  beforeEach(async () => {
    fixture = await startFixture({ database: await openDatabase() });
    registered = await registerThree(fixture);
  });

  afterEach(() => fixture.close());

  const proof = () => fixture.api("getProof", { params: { id: 1 } });
  const actions = async () => (await proof()).transactions.map(({ action }) => action);
  const missing = expect.objectContaining({ status: 404 });

  it("holds the words, names, contracts, blocks and signed bytes", async () => {
    const sent = await fixture.mine(submit(1, alice, bob));
    const approved = await fixture.mine(approve(1, alice, bob));
    const found = await proof();
    expect(found).toMatchObject({
      version: 1,
      network: "devnet",
      claim: {
        id: 1,
        status: "approved",
        sender: alice.address,
        receiver: bob.address,
        organization: null,
        names: { sender: "alice.btc", receiver: "bob.btc" },
        words: { title: "A title", endorsement: "Some words", signedHeight: 1 },
      },
    });
    const expected = [sent, approved].map(({ payload, txIds }) => ({
      txId: txIds[0],
      raw: payload.transactions[0]?.raw_tx,
      block: { id: payload.index_block_hash, height: payload.block_height },
    }));
    expect(found.transactions).toMatchObject(expected);
  });

  it("holds the first and the newest words while it waits, and the approved ones after that", async () => {
    await fixture.mine(submit(1, alice, bob, first), edit(1, alice, second));
    await fixture.mine(edit(1, alice, third));
    expect(await actions()).toEqual(["submit", "edit"]);
    await fixture.mine(edit(1, bob, second, { suggested: true }));
    expect(await actions()).toEqual(["submit", "edit", "suggest"]);
    await fixture.mine(approve(1, alice, bob, third));
    expect(await actions()).toEqual(["edit", "approve"]);
    expect(JSON.stringify(await proof())).not.toMatch(/First|Second/);
  });

  it("says that no signature covers the words of a call through another contract", async () => {
    // A call of another contract, in the position of ours.
    const call = "02161a6d78de7b0625dfbfc16c3a8a5735f6dc3dc3f2ce0677616c6c65740373617900000000";
    await fixture.mine({ ...submit(1, alice, bob), payload: call });
    expect((await proof()).transactions).toMatchObject([{ raw: null, absent: "contract" }]);
  });

  it("ends with the words: suspended, rejected, discarded or orphaned", async () => {
    const sent = await fixture.mine(submit(1, alice, bob));
    await fixture.mine(suspend(alice));
    await expect(proof()).rejects.toEqual(missing);
    await fixture.mine(suspend(alice, { restored: true }));
    expect(await actions()).toEqual(["submit"]);
    await fixture.mine(reject(1, alice, bob));
    await expect(proof()).rejects.toEqual(missing);
    fixture.tip = sent;
    await fixture.mine(approve(1, alice, bob));
    expect(await actions()).toEqual(["submit", "approve"]);
    await fixture.mine(discard(1, alice, bob));
    await expect(proof()).rejects.toEqual(missing);
    fixture.tip = registered;
    await fixture.mine();
    await expect(proof()).rejects.toEqual(missing);
  });

  it("withholds the withdrawal of a suspended author, which holds the reason", async () => {
    await fixture.mine(submit(1, alice, bob), approve(1, alice, bob));
    await fixture.mine(withdraw(1, alice, { reason: "Abuse" }));
    const last = async () => (await proof()).transactions.at(-1);
    expect(await last()).toMatchObject({ action: "withdraw", raw: expect.stringMatching(/^0x/) });
    await fixture.mine(suspend(alice));
    expect(await last()).toMatchObject({ action: "withdraw", raw: null, absent: "withheld" });
  });

  it("has an address for its bytes that answers 404 once they change", async () => {
    await fixture.mine(submit(1, alice, bob));
    const bytes = await (await fetch(`${fixture.service.origin}/api/proof/1`)).text();
    const digest = createHash("sha256").update(bytes).digest("hex");
    const path = `${fixture.service.origin}/api/proof/1/${digest}`;
    const response = await fetch(path);
    expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(await response.text()).toBe(bytes);
    const etag = response.headers.get("etag") ?? "";
    expect((await fetch(path, { headers: { "if-none-match": etag } })).status).toBe(304);
    await fixture.mine(approve(1, alice, bob));
    const after = await fetch(path);
    expect(after.status).toBe(404);
    expect(after.headers.get("cache-control")).not.toContain("immutable");
  });
});
