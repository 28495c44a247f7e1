import { Cl } from "@stacks/transactions";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { err, OK, print } from "./arguments.ts";
import { type Chain, deployer, startChain } from "./chain.ts";

/** Burn blocks in which an admin may refuse a replacement. */
const DELAY = 2016;

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});

let organizations = 0;
let admin: string;
let member: string;
let heir: string;
let watcher: string;
let org: number;
beforeEach(() => {
  organizations += 1;
  [admin, member, heir] = [chain.newStranger(), chain.newStranger(), chain.newStranger()];
  watcher = chain.newWatcher();
  org = chain.newOrganization(admin, `guild-${organizations}`, [member]);
});

const propose = (who: string, caller = admin) =>
  chain.call(caller, "propose-admin", Cl.uint(org), Cl.principal(who));
const accept = (caller = heir) => chain.call(caller, "accept-admin", Cl.uint(org));
const replace = (who: string, caller = watcher) =>
  chain.call(caller, "watcher-replace-admin", Cl.uint(org), Cl.principal(who));
const refuse = (caller = admin) => chain.call(caller, "refuse-replacement", Cl.uint(org));

const fields = (who: string) => ({ id: Cl.uint(org), admin: Cl.principal(who) });

function field(name: string) {
  const found = chain.read("get-organization", Cl.uint(org));
  return found.type === "some" && found.value.type === "tuple"
    ? found.value.value[name]
    : undefined;
}

describe("decline-admin", () => {
  const decline = (caller = heir) => chain.call(caller, "decline-admin", Cl.uint(org));

  test("removes the proposed admin from both proposals", () => {
    propose(heir);
    replace(heir);
    const outcome = decline();
    expect([outcome.result, outcome.prints]).toEqual([OK, [print("decline-admin", fields(heir))]]);
    expect([field("proposed-admin"), field("replacement")]).toEqual([Cl.none(), Cl.none()]);
    expect(accept().result).toEqual(err(1209));
  });

  test("leaves the proposal of somebody else", () => {
    propose(heir);
    replace(member);
    expect(decline(member).result).toEqual(OK);
    expect(field("proposed-admin")).toEqual(Cl.some(Cl.principal(heir)));
    expect(field("replacement")).toEqual(Cl.none());
  });

  test("is open to somebody suspended", () => {
    propose(heir);
    chain.suspend(heir);
    expect(decline().result).toEqual(OK);
  });

  test("refuses everybody who is not proposed (1209)", () => {
    propose(heir);
    for (const caller of [admin, member, watcher, deployer]) {
      expect(decline(caller).result).toEqual(err(1209));
    }
    decline();
    expect(decline().result).toEqual(err(1209));
  });
});

describe("propose-admin and accept-admin", () => {
  test("hand the organization over in two steps", () => {
    const proposed = propose(heir);
    expect([proposed.result, proposed.prints]).toEqual([
      OK,
      [print("propose-admin", { ...fields(heir), by: Cl.principal(admin) })],
    ]);
    expect(field("proposed-admin")).toEqual(Cl.some(Cl.principal(heir)));
    expect(field("admin")).toEqual(Cl.principal(admin));

    const accepted = accept();
    expect([accepted.result, accepted.prints]).toEqual([
      OK,
      [print("accept-admin", { ...fields(heir), former: Cl.principal(admin) })],
    ]);
    expect(field("admin")).toEqual(Cl.principal(heir));
    expect(field("proposed-admin")).toEqual(Cl.none());
  });

  test("end the former admin's rights", () => {
    propose(heir);
    accept();
    expect(propose(admin).result).toEqual(err(1202));
    const represents = chain.read("is-representative", Cl.uint(org), Cl.principal(admin));
    expect(represents).toEqual(Cl.bool(false));
  });

  test("give a member or an invited one the admin's own seat", () => {
    const invited = chain.newStranger();
    chain.call(admin, "add-representative", Cl.uint(org), Cl.principal(invited));
    propose(member);
    accept(member);
    expect(field("members")).toEqual(Cl.list([]));
    propose(invited, member);
    accept(invited);
    expect(field("invited")).toEqual(Cl.list([]));
    expect(field("admin")).toEqual(Cl.principal(invited));
  });

  test("take a proposal back when the admin proposes themselves (1209)", () => {
    propose(heir);
    propose(admin);
    expect(field("proposed-admin")).toEqual(Cl.none());
    expect(accept().result).toEqual(err(1209));
  });

  test("leave only the last one proposed (1209)", () => {
    propose(heir);
    propose(member);
    expect([accept(heir).result, accept(member).result]).toEqual([err(1209), OK]);
  });

  test("are refused to everybody else (1202, 1209)", () => {
    propose(heir);
    for (const caller of [member, heir, watcher, deployer, chain.newStranger()]) {
      expect(propose(caller, caller).result).toEqual(err(1202));
    }
    for (const caller of [admin, member, watcher, deployer, chain.newStranger()]) {
      expect(accept(caller).result).toEqual(err(1209));
    }
  });

  test("are refused for an organization that does not exist (1200)", () => {
    org = 9999;
    expect([propose(heir).result, accept().result]).toEqual([err(1200), err(1200)]);
  });

  test("work for a closed organization, whose admin can withdraw what it issued", () => {
    chain.call(admin, "close-organization", Cl.uint(org));
    propose(heir);
    expect(accept().result).toEqual(OK);
  });
});

describe("watcher-replace-admin", () => {
  const wait = (blocks: number) => chain.simnet.mineEmptyBurnBlocks(blocks);

  test("lets the one proposed accept after 2,016 burn blocks, not earlier (1210)", () => {
    const from = chain.simnet.burnBlockHeight + DELAY;
    const replaced = replace(heir);
    expect(replaced.result).toEqual(OK);
    const printedFrom = field("replacement");
    expect(printedFrom).toEqual(
      Cl.some(Cl.tuple({ admin: Cl.principal(heir), from: expect.anything() })),
    );
    expect(replaced.prints).toEqual([
      print("watcher-replace-admin", {
        ...fields(heir),
        from: Cl.uint(from),
        watcher: Cl.principal(watcher),
      }),
    ]);
    expect(accept().result).toEqual(err(1210));
    wait(from - 1 - chain.simnet.burnBlockHeight);
    expect(accept().result).toEqual(err(1210));
    wait(from - chain.simnet.burnBlockHeight);
    const accepted = accept();
    expect([accepted.result, accepted.prints]).toEqual([
      OK,
      [print("accept-admin", { ...fields(heir), former: Cl.principal(admin) })],
    ]);
    expect(field("replacement")).toEqual(Cl.none());
  });

  test("is refused by the present admin, for good (1209)", () => {
    replace(heir);
    const refused = refuse();
    expect([refused.result, refused.prints]).toEqual([
      OK,
      [print("refuse-replacement", { ...fields(heir), by: Cl.principal(admin) })],
    ]);
    wait(DELAY);
    expect(accept().result).toEqual(err(1209));
  });

  test("can be refused after the delay, too, until it is accepted", () => {
    replace(heir);
    wait(DELAY);
    expect(refuse().result).toEqual(OK);
    expect(accept().result).toEqual(err(1209));
  });

  test("is void once the present admin hands over", () => {
    replace(heir);
    propose(member);
    accept(member);
    wait(DELAY);
    expect(accept().result).toEqual(err(1209));
  });

  test("begins its delay again when it is repeated (1210)", () => {
    replace(heir);
    wait(DELAY);
    replace(heir);
    expect(accept().result).toEqual(err(1210));
  });

  test("is taken back when a watcher proposes the present admin", () => {
    replace(heir);
    replace(admin);
    expect(field("replacement")).toEqual(Cl.none());
    expect(refuse().result).toEqual(err(1211));
  });

  test("is for watchers alone (1001)", () => {
    for (const caller of [admin, member, heir, deployer, chain.newStranger()]) {
      expect(replace(heir, caller).result).toEqual(err(1001));
    }
  });

  test("is accepted by the one proposed alone (1209)", () => {
    replace(heir);
    wait(DELAY);
    for (const caller of [admin, member, watcher, deployer, chain.newStranger()]) {
      expect(accept(caller).result).toEqual(err(1209));
    }
  });

  test("is refused for an organization that does not exist (1200)", () => {
    org = 9999;
    expect([replace(heir).result, refuse().result]).toEqual([err(1200), err(1200)]);
  });
});

describe("refuse-replacement", () => {
  test("is for the admin alone (1202)", () => {
    replace(heir);
    for (const caller of [member, heir, watcher, deployer, chain.newStranger()]) {
      expect(refuse(caller).result).toEqual(err(1202));
    }
  });

  test("needs a proposal by a watcher (1211)", () => {
    propose(heir);
    expect(refuse().result).toEqual(err(1211));
  });
});
