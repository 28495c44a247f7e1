import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAnswers } from "./support/answers.ts";
import { mineBlock, newHash } from "./support/blocks.ts";
import { keepOpen, openTestDatabase, readDerived } from "./support/database.ts";
import {
  approve,
  type Fixture,
  post,
  register,
  registerThree,
  startFixture,
  startTestService,
  submit,
} from "./support/fixture.ts";
import { deep, mutated, mutations, statusesFor } from "./support/mutation.ts";
import { alice, bob, carol, dan } from "./support/people.ts";

const RUNS = triesOf({ usual: 200, torture: 6_000 });
const MB = 1024 * 1024;

describe("A post that is no good block", () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture();
    await registerThree(fixture);
  });
  afterAll(() => fixture.close());

  const postText = async (body: string | Uint8Array<ArrayBuffer>) => {
    const response = await fetch(`${fixture.service.observerUrl}/new_block`, {
      method: "POST",
      body,
    });
    await response.arrayBuffer();
    return response.status;
  };
  const readKept = () =>
    fixture.database.kysely.selectFrom("quarantine").select(["reason", "payload"]).execute();
  const dropKept = () => fixture.database.kysely.deleteFrom("quarantine").execute();

  it.each([
    ["3 MB that are no JSON", "x".repeat(3 * MB), "It is not JSON"],
    ["3 MB of an array", `[${"1,".repeat(1.5 * MB)}1]`, "expected object"],
    ["a short text, nested deeply", deep(30_000), "nested too deeply"],
    ["a long text, nested deeply", deep(MB), "nested too deeply"],
    ["66 MB", new Uint8Array(66 * MB).fill(120), "larger than any block"],
  ])("is set aside with a reason and a beginning: %s", async (_, body, reason) => {
    expect(await postText(body)).toBe(200);
    const [kept] = await readKept();
    expect(kept?.reason).toContain(reason);
    expect(kept?.payload.length).toBeLessThan(140_000);
    await dropKept();
  });

  it("is kept once, however often it is tried again", async () => {
    const { payload } = await mineBlock(fixture.tip, []);
    const filling = "x".repeat(3 * MB);
    expect(await postText(JSON.stringify({ ...payload, events: "none", filling }))).toBe(200);
    const kept = await readKept();
    expect(kept).toHaveLength(1);
    for (let start = 0; start < 2; start += 1) {
      const { database, node } = fixture;
      const again = await startTestService(node, { database: keepOpen(database) });
      await again.close();
      expect(await readKept()).toEqual(kept);
    }
    await dropKept();
  });

  it.each([
    ["the same transaction twice", "txid"],
    ["two transactions in one place", "tx_index"],
  ] as const)("is set aside: %s", async (_, field) => {
    const { payload } = await mineBlock(fixture.tip, [register(dan), register(dan)]);
    const [first, second] = payload.transactions;
    const transactions = [first, { ...second, [field]: first?.[field] }];
    expect(await postText(JSON.stringify({ ...payload, transactions }))).toBe(200);
    expect(await readKept()).toMatchObject([{ reason: expect.stringContaining("twice") }]);
    await dropKept();
  });

  it("keeps of a long block only what concerns Colonnade", async () => {
    const { payload } = await mineBlock(fixture.tip, [approve(7, alice, bob)]);
    const others = { txid: newHash("other"), raw_tx: "0x00", filling: "x".repeat(1000) };
    const transactions = [...payload.transactions, ...Array(500).fill(others)];
    expect(await postText(JSON.stringify({ ...payload, transactions }))).toBe(200);
    const [kept] = await readKept();
    expect(JSON.parse(kept?.payload ?? "")).toEqual(payload);
    await dropKept();
  });
});

it("indexes, skips or sets aside every mutated block, and ends as if none had come", async () => {
  const database = await openTestDatabase();
  const fixture = await startFixture({ database });
  const tip = await registerThree(fixture);
  const mine = () =>
    mineBlock(tip, [
      register(dan),
      submit(1, alice, bob),
      { ...submit(2, carol, bob), status: "abort_by_response", errorCode: 1009, events: [] },
      approve(1, alice, bob),
    ]);
  await fc.assert(
    fc.asyncProperty(mutations, async (changes) => {
      const { payload } = await mine();
      const changed = mutated(payload, changes);
      const allowed = statusesFor(changed, tip.payload.block_height + 1);
      expect(allowed).toContain(await post(fixture.service, changed));
      expect((await fetch(`${fixture.service.origin}/api/status`)).status).toBe(200);
    }),
    { numRuns: RUNS },
  );
  const good = await mine();
  const next = await mineBlock(good, []);
  const clean = await openTestDatabase();
  const other = await startFixture({ database: clean });
  for (const { service, node } of [fixture, other]) {
    for (const block of [tip, good, next]) {
      node.add(block);
      expect(await post(service, block.payload)).toBe(200);
    }
  }
  expect(await readDerived(database)).toEqual(await readDerived(clean));
  const people = [alice, bob, carol, dan].map(({ address }) => address);
  expect(await readAnswers(fixture.service.origin, people, [1, 2])).toEqual(
    await readAnswers(other.service.origin, people, [1, 2]),
  );
  await fixture.close();
  await other.close();
  tellRow({
    fault: "changes in the fields of a block of ours",
    tries: RUNS,
    result:
      "each indexed, skipped or set aside with a reason; every table and answer is a clean index's",
    longestMs: null,
  });
});
