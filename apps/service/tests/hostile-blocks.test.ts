import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import fc from "fast-check";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAnswers, type Subjects } from "./support/answers.ts";
import { mineBlock, newHash } from "./support/blocks.ts";
import { keepOpen, openTestDatabase, readDerived } from "./support/database.ts";
import {
  approve,
  edit,
  type Fixture,
  post,
  register,
  registerThree,
  startFixture,
  startTestService,
  submit,
  withdraw,
} from "./support/fixture.ts";
import {
  deep,
  heightOf,
  type Json,
  type Mutation,
  mutated,
  mutations,
  parentOf,
} from "./support/mutation.ts";
import { alice, bob, carol, dan, erin } from "./support/people.ts";
import { newestOrganization, newOrganization } from "./support/review.ts";

/** With peers, `peers/recorded-blocks.test.ts` makes the other tries. */
const hasPeers = Boolean(process.env.COLONNADE_PEERS);
const RUNS = triesOf({ usual: hasPeers ? 200 : 300, torture: hasPeers ? 6_000 : 10_000 });
const MB = 1024 * 1024;
const lostParent: Mutation[] = [{ kind: "hash", of: "parent_index_block_hash", as: "nobody" }];

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
  /** Why the last block was not taken. */
  let refusal = "";
  const write = (line: string) => {
    if (line.includes("a post was not taken")) refusal = line;
  };
  const fixture = await startFixture({ database, log: pino({ level: "debug" }, { write }) });
  const { node, service } = fixture;
  const first = await registerThree(fixture);
  const tip = await fixture.mine(newOrganization(carol));
  const organization = newestOrganization();
  const org = { id: organization, name: `carol ${organization}` };
  const mine = () =>
    mineBlock(tip, [
      register(dan),
      submit(1, carol, bob, {}, org),
      { ...submit(9, carol, bob), status: "abort_by_response", errorCode: 1009, events: [] },
      approve(1, carol, bob),
      submit(2, bob, alice),
      submit(3, alice, carol),
      edit(3, carol, { title: "Others" }, { suggested: true }),
      submit(4, alice, bob),
      approve(4, alice, bob),
      withdraw(4, alice, { reason: "Not so" }),
    ]);

  /** What the node gets to know after it could not tell how a block connects to the index. */
  async function goOn(block: Json, knowsParent: boolean): Promise<void> {
    if (knowsParent) {
      const late = await mineBlock(tip, []);
      node.add({ ...late, payload: { ...late.payload, index_block_hash: parentOf(block) } });
      return;
    }
    // The other blocks of its chain are never asked for.
    node.tip = { ...tip, payload: { ...tip.payload, block_height: heightOf(block) + 100 } };
  }

  let postedTwice = 0;
  await fc.assert(
    fc.asyncProperty(mutations, fc.boolean(), async (changes, knowsParent) => {
      const { payload } = await mine();
      const changed = mutated(payload, changes);
      let status = await post(service, changed);
      if (status === 503) {
        expect(parentOf(changed), refusal).not.toBe(payload.parent_index_block_hash);
        await goOn(changed, knowsParent);
        status = await post(service, changed);
        node.tip = tip;
        postedTwice += 1;
      }
      expect(status, refusal).toBe(200);
      expect((await fetch(`${service.origin}/api/status`)).status).toBe(200);
    }),
    // Only some one in seventy random changes makes the parent unknown.
    {
      numRuns: RUNS,
      examples: [
        [lostParent, true],
        [lostParent, false],
      ],
    },
  );
  expect(postedTwice).toBeGreaterThan(0);
  const good = await mine();
  const next = await mineBlock(good, []);
  const clean = await openTestDatabase();
  const other = await startFixture({ database: clean });
  for (const each of [fixture, other]) {
    for (const block of [first, tip, good, next]) {
      each.node.add(block);
      expect(await post(each.service, block.payload)).toBe(200);
    }
  }
  expect(await readDerived(database)).toEqual(await readDerived(clean));
  const there: Subjects = {
    people: [bob, carol, dan].map(({ address }) => address),
    endorsements: [1, 2, 3, 4],
    approved: [1, 4],
    organizations: [organization],
  };
  const nowhere: Subjects = {
    people: [erin.address],
    endorsements: [9],
    approved: [2],
    organizations: [organization + 1],
  };
  expect(await readAnswers(service.origin, there, nowhere)).toEqual(
    await readAnswers(other.service.origin, there, nowhere),
  );
  await fixture.close();
  await other.close();
  tellRow({
    fault: "changes in the fields of a block of ours",
    tries: RUNS,
    result: `each indexed, skipped or set aside with a reason, ${postedTwice} of them once the node knew more; every table and answer is a clean index's`,
    longestMs: null,
  });
});
