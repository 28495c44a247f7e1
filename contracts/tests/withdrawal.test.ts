import { Cl } from "@stacks/transactions";
import { beforeEach, describe, expect, test } from "vitest";
import { edit, err, OK, OTHER_WORDS, print, WORDS } from "./arguments.ts";
import { deployer, ENDORSEMENT, TOKEN_ASSET } from "./chain.ts";
import { pendingBurn, startPair } from "./endorsement.ts";

const { chain, newPair, read, pendingOwner } = await startPair();

let pair: ReturnType<typeof newPair>;
let alice: string;
let bob: string;
let id: number;
beforeEach(() => {
  pair = newPair();
  ({ alice, bob } = pair);
  id = chain.newEndorsement(alice, bob);
});

const withdraw = (caller = alice, reason?: string) =>
  chain.call(
    caller,
    "withdraw-endorsement",
    Cl.uint(id),
    reason === undefined ? Cl.none() : Cl.some(Cl.stringUtf8(reason)),
  );
const approve = () => chain.call(bob, "approve-endorsement", Cl.uint(id));
const discard = (caller = bob) => chain.call(caller, "discard-endorsement", Cl.uint(id));

const tokenOwner = () => chain.readContract(ENDORSEMENT, "get-owner", Cl.uint(id));

describe("withdraw-endorsement", () => {
  const printed = (earned: boolean, reason?: string) =>
    print("withdraw-endorsement", {
      id: Cl.uint(id),
      by: Cl.principal(alice),
      reason: reason === undefined ? Cl.none() : Cl.some(Cl.stringUtf8(reason)),
      earned: Cl.bool(earned),
    });

  test("ends a pending endorsement and drops its suggestion", () => {
    chain.call(bob, "edit-endorsement", ...edit(id, OTHER_WORDS, 2));
    const outcome = withdraw();
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([printed(false)]);
    expect(outcome.movements).toEqual([pendingBurn(id, pair.digest(), bob)]);
    expect(read(id)).toEqual(pair.expected(id, { status: "withdrawn" }));
    expect(pendingOwner(id, pair.digest())).toEqual(Cl.none());
  });

  test("marks an approved one, which stays with its receiver, and notifies indexers", () => {
    approve();
    const reason = "\u{1f3db}".repeat(256);
    const outcome = withdraw(alice, reason);
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      Cl.tuple({
        notification: Cl.stringAscii("token-metadata-update"),
        payload: Cl.tuple({
          "token-class": Cl.stringAscii("nft"),
          "contract-id": Cl.principal(ENDORSEMENT),
          "token-ids": Cl.list([Cl.uint(id)]),
        }),
      }),
      printed(true, reason),
    ]);
    expect(outcome.movements).toEqual([]);
    expect(read(id)).toEqual(pair.expected(id, { status: "withdrawn", earned: true }));
    expect(tokenOwner()).toEqual(Cl.ok(Cl.some(Cl.principal(bob))));
  });

  test("refuses an endorsement that does not exist (1300)", () => {
    const outcome = chain.call(alice, "withdraw-endorsement", Cl.uint(99_999), Cl.none());
    expect(outcome.result).toEqual(err(1300));
  });

  test("refuses an endorsement that is rejected, withdrawn or discarded (1307)", () => {
    chain.call(bob, "burn-endorsement", Cl.uint(id));
    expect(withdraw().result).toEqual(err(1307));
    id = chain.newEndorsement(alice, bob);
    withdraw();
    expect(withdraw().result).toEqual(err(1307));
    id = chain.newEndorsement(alice, bob);
    approve();
    discard();
    expect(withdraw().result).toEqual(err(1307));
  });

  test("refuses everybody but the author, before and after approval (1313)", () => {
    for (const caller of [bob, deployer, chain.newWatcher(), chain.newMember()]) {
      expect(withdraw(caller).result).toEqual(err(1313));
    }
    approve();
    for (const caller of [bob, deployer, chain.newWatcher(), chain.newMember()]) {
      expect(withdraw(caller).result).toEqual(err(1313));
    }
  });
});

describe("withdraw-endorsement of an organization's endorsement", () => {
  let guilds = 0;
  let admin: string;
  let member: string;
  let org: number;
  beforeEach(() => {
    guilds += 1;
    [admin, member] = [chain.newMember(), chain.newMember()];
    org = chain.newOrganization(admin, `guild-${guilds}`, [alice, member]);
    id = chain.newEndorsement(alice, bob, WORDS, `guild-${guilds}`);
  });

  test.each(["signer", "admin", "member"])("is open to its %s while it is pending", (role) => {
    const caller = { signer: alice, admin, member }[role];
    expect(withdraw(caller).result).toEqual(OK);
  });

  test("is open to a signer who left, was suspended or blocked, or whose organization closed", () => {
    chain.call(alice, "resign-representation", Cl.uint(org));
    chain.call(bob, "block-sender", Cl.principal(alice));
    chain.call(admin, "close-organization", Cl.uint(org));
    chain.suspend(alice);
    expect(withdraw().result).toEqual(OK);
  });

  test("is closed to a former member and to an invited one (1313)", () => {
    const invited = chain.newMember();
    chain.call(member, "resign-representation", Cl.uint(org));
    chain.call(admin, "add-representative", Cl.uint(org), Cl.principal(invited));
    expect([withdraw(member).result, withdraw(invited).result]).toEqual([err(1313), err(1313)]);
  });

  test.each(["signer", "admin"])("is open to its %s once it is approved", (role) => {
    approve();
    expect(withdraw(role === "admin" ? admin : alice).result).toEqual(OK);
  });

  test("is open to the admin of a closed organization once it is approved", () => {
    approve();
    chain.call(admin, "close-organization", Cl.uint(org));
    expect(withdraw(admin).result).toEqual(OK);
  });

  test("is closed to another member and to a signer who left, once it is approved (1313)", () => {
    approve();
    chain.call(alice, "resign-representation", Cl.uint(org));
    expect([withdraw(member).result, withdraw(alice).result]).toEqual([err(1313), err(1313)]);
  });

  test("passes from a former admin to the present one (1313)", () => {
    approve();
    const next = chain.newMember();
    chain.call(admin, "propose-admin", Cl.uint(org), Cl.principal(next));
    chain.call(next, "accept-admin", Cl.uint(org));
    expect(withdraw(admin).result).toEqual(err(1313));
    expect(withdraw(next).result).toEqual(OK);
  });
});

describe("discard-endorsement", () => {
  test.each([false, true])("burns the token for good; withdrawn before: %s", (withdrawn) => {
    approve();
    if (withdrawn) withdraw();
    const outcome = discard();
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("burn", { id: Cl.uint(id), sender: Cl.principal(bob) }),
      print("discard-endorsement", { id: Cl.uint(id), ...pair.people }),
    ]);
    expect(outcome.movements).toEqual([{ asset: TOKEN_ASSET, id: Cl.uint(id), from: bob }]);
    expect(read(id)).toEqual(pair.expected(id, { status: "discarded", earned: true }));
    expect(tokenOwner()).toEqual(Cl.ok(Cl.none()));
  });

  test("refuses everybody but the receiver (1306)", () => {
    approve();
    for (const caller of [alice, deployer, chain.newWatcher(), chain.newMember()]) {
      expect(discard(caller).result).toEqual(err(1306));
    }
  });

  test("refuses an endorsement that does not exist (1300)", () => {
    expect(chain.call(bob, "discard-endorsement", Cl.uint(99_999)).result).toEqual(err(1300));
  });

  test("refuses one that was never earned, or is discarded already (1314)", () => {
    expect(discard().result).toEqual(err(1314));
    chain.call(bob, "burn-endorsement", Cl.uint(id));
    expect(discard().result).toEqual(err(1314));
    id = chain.newEndorsement(alice, bob);
    withdraw();
    expect(discard().result).toEqual(err(1314));
    id = chain.newEndorsement(alice, bob);
    approve();
    discard();
    expect(discard().result).toEqual(err(1314));
  });
});
