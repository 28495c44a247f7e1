import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Action, mineBlock } from "./support/blocks.ts";
import { openTestPostgres } from "./support/databases.ts";
import { type Fixture, post, register, startFixture, submit } from "./support/fixture.ts";
import { printing } from "./support/move.ts";
import { alice, bob, carol } from "./support/people.ts";

/** Endorsements of one person, so many that no statement may write them all. */
const MANY = 2_500;

const removal = printing(alice, {
  topic: "remove-profile",
  principal: alice.address,
  reason: "owner",
});

describe("A change of name on PostgreSQL", () => {
  let fixture: Fixture;

  beforeEach(async () => {
    fixture = await startFixture({ database: await openTestPostgres() });
  });

  afterEach(() => fixture.close());

  /** Mines a block on the tip. @returns what its post was answered */
  async function postBlock(...actions: Action[]): Promise<number> {
    const block = await mineBlock(fixture.tip, actions);
    fixture.tip = block;
    fixture.node.tip = block;
    fixture.node.add(block);
    return await post(fixture.service, block.payload);
  }

  /** Cancels statements that write more endorsements again, as PostgreSQL does those that take too long. */
  async function cancelLarger(most: number): Promise<void> {
    for (const statement of [
      `create function cancel_larger() returns trigger language plpgsql as $$ begin
        if (select count(*) from changed) > ${most} then
          raise query_canceled using message = 'The statement writes too many endorsements';
        end if;
        return null;
      end $$`,
      `create trigger cancel_larger after update on endorsements
        referencing new table as changed for each statement execute function cancel_larger()`,
    ]) {
      await sql.raw(statement).execute(fixture.database.kysely);
    }
  }

  async function fillEndorsements(): Promise<void> {
    await sql`
      insert into endorsements (id, state, fragment, sender, receiver, category, status, shown, search)
      select n, '{}', '{', case n % 2 when 0 then ${alice.address} else ${carol.address} end,
        case n % 2 when 0 then ${bob.address} else ${alice.address} end, 'Finance',
        (array['pending', 'approved', 'withdrawn'])[1 + n % 3], true, 'an old text'
      from generate_series(1, ${MANY}::integer) n`.execute(fixture.database.kysely);
  }

  async function readSearchTexts() {
    const { rows } = await sql<{ search: string; count: number }>`
      select search, count(*)::integer as count from endorsements
      group by search order by search`.execute(fixture.database.kysely);
    return rows;
  }

  const readHeight = async () => (await fixture.api("getStatus")).tip?.height;

  it("reaches any number of endorsements, a thousand in a statement", async () => {
    await fixture.mine(register(alice), register(bob), register(carol));
    await fillEndorsements();
    await cancelLarger(1_000);
    expect(await postBlock(removal)).toBe(200);
    expect(await readHeight()).toBe(2);
    expect(await readSearchTexts()).toEqual([
      { search: "\nbob.btc\n", count: MANY / 2 },
      { search: "carol.btc\n\n", count: MANY / 2 },
    ]);
    expect(await postBlock(register(alice))).toBe(200);
    expect(await readHeight()).toBe(3);
    expect(await readSearchTexts()).toEqual([
      { search: "alice.btc\nbob.btc\n", count: MANY / 2 },
      { search: "carol.btc\nalice.btc\n", count: MANY / 2 },
    ]);
  });

  it("does not write an endorsement again whose search text has the name", async () => {
    await cancelLarger(0);
    expect(await postBlock(register(alice), register(bob), submit(1, alice, bob))).toBe(200);
    expect(await readHeight()).toBe(1);
    expect(await readSearchTexts()).toEqual([{ search: "alice.btc\nbob.btc\n", count: 1 }]);
  });
});
