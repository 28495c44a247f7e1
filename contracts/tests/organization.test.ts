import { Cl } from "@stacks/transactions";
import { beforeAll, describe, expect, test } from "vitest";
import { err, OK, organization, print } from "./arguments.ts";
import { type Chain, deployer, startChain } from "./chain.ts";

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});

const principals = (addresses: string[]) =>
  Cl.list(addresses.map((address) => Cl.principal(address)));

const strangers = (count: number) => Array.from({ length: count }, () => chain.newStranger());

const printedFields = (admin: string, name: string, invited: string[]) => ({
  admin: Cl.principal(admin),
  name: Cl.stringUtf8(name),
  logo: Cl.stringAscii(`ipfs://${name}`),
  description: Cl.stringUtf8(`What ${name} does`),
  website: Cl.stringUtf8(`https://${name}.test`),
  invited: principals(invited),
});

const represents = (org: number, who: string) =>
  chain.read("is-representative", Cl.uint(org), Cl.principal(who));

describe("watchers", () => {
  test("are added and removed by the contract owner", () => {
    const watcher = chain.newStranger();
    const fields = { watcher: Cl.principal(watcher), by: Cl.principal(deployer) };
    const added = chain.call(deployer, "add-watcher", Cl.principal(watcher));
    expect(added.result).toEqual(OK);
    expect(added.prints).toEqual([print("add-watcher", fields)]);
    expect(chain.read("is-watcher", Cl.principal(watcher))).toEqual(Cl.bool(true));

    const removed = chain.call(deployer, "remove-watcher", Cl.principal(watcher));
    expect(removed.result).toEqual(OK);
    expect(removed.prints).toEqual([print("remove-watcher", fields)]);
    expect(chain.read("is-watcher", Cl.principal(watcher))).toEqual(Cl.bool(false));
  });

  test("cannot be added or removed by anybody else, not even by a watcher (1000)", () => {
    const watcher = chain.newWatcher();
    for (const caller of [watcher, chain.newStranger()]) {
      const added = chain.call(caller, "add-watcher", Cl.principal(chain.newStranger()));
      const removed = chain.call(caller, "remove-watcher", Cl.principal(watcher));
      expect([added.result, removed.result]).toEqual([err(1000), err(1000)]);
    }
  });

  test("cannot be added twice (1002)", () => {
    const outcome = chain.call(deployer, "add-watcher", Cl.principal(chain.newWatcher()));
    expect(outcome.result).toEqual(err(1002));
  });

  test("cannot be removed twice (1001)", () => {
    const outcome = chain.call(deployer, "remove-watcher", Cl.principal(chain.newStranger()));
    expect(outcome.result).toEqual(err(1001));
  });

  test("lose their rights when removed (1001)", () => {
    const watcher = chain.newWatcher();
    chain.call(deployer, "remove-watcher", Cl.principal(watcher));
    const args = organization(chain.newStranger(), "too-late");
    expect(chain.call(watcher, "watcher-new-organization", ...args).result).toEqual(err(1001));
  });
});

describe("watcher-new-organization", () => {
  test("admits an open organization with the next id and prints it", () => {
    const watcher = chain.newWatcher();
    const admin = chain.newStranger();
    const invited = strangers(10);
    const id = Number(lastId()) + 1;
    const args = organization(admin, "atelier", invited);
    const outcome = chain.call(watcher, "watcher-new-organization", ...args);
    const fields = { id: Cl.uint(id), ...printedFields(admin, "atelier", invited) };
    expect(outcome.result).toEqual(Cl.ok(Cl.uint(id)));
    expect(outcome.prints).toEqual([
      print("watcher-new-organization", { ...fields, watcher: Cl.principal(watcher) }),
    ]);
    const state = Cl.tuple({
      ...fields,
      open: Cl.bool(true),
      members: principals([]),
      "proposed-admin": Cl.none(),
      replacement: Cl.none(),
    });
    expect(chain.read("get-organization", Cl.uint(id))).toEqual(Cl.some(state));
    expect(chain.read("get-organization-by-name", Cl.stringUtf8("atelier"))).toEqual(
      Cl.some(state),
    );
    expect(Number(lastId())).toBe(id);
  });

  test("lets the admin represent it at once, and nobody else", () => {
    const [admin, invited] = [chain.newStranger(), chain.newStranger()];
    const args = organization(admin, "seated", [invited]);
    const org = chain.call(chain.newWatcher(), "watcher-new-organization", ...args).result;
    const id = org.type === "ok" && org.value.type === "uint" ? Number(org.value.value) : 0;
    expect([represents(id, admin), represents(id, invited)]).toEqual([
      Cl.bool(true),
      Cl.bool(false),
    ]);
  });

  test("refuses everybody but a watcher (1001)", () => {
    const admin = chain.newStranger();
    for (const caller of [deployer, admin, chain.newMember()]) {
      const args = organization(admin, "unwatched");
      expect(chain.call(caller, "watcher-new-organization", ...args).result).toEqual(err(1001));
    }
  });

  test("refuses a name that another organization has, or had until it closed (1201)", () => {
    const admin = chain.newStranger();
    const org = chain.newOrganization(admin, "unique");
    chain.call(admin, "close-organization", Cl.uint(org));
    const args = organization(chain.newStranger(), "unique");
    const outcome = chain.call(chain.newWatcher(), "watcher-new-organization", ...args);
    expect(outcome.result).toEqual(err(1201));
  });

  test("refuses an empty description (1401), logo (1402) and name (1403)", () => {
    const watcher = chain.newWatcher();
    const create = (name: string, texts: { logo?: string; description?: string }) =>
      chain.call(watcher, "watcher-new-organization", ...organization(watcher, name, [], texts))
        .result;
    expect(create("wordless", { description: "" })).toEqual(err(1401));
    expect(create("faceless", { logo: "" })).toEqual(err(1402));
    expect(create("", {})).toEqual(err(1403));
  });

  test("refuses to invite somebody twice, or the admin (1204)", () => {
    const [admin, twice] = [chain.newStranger(), chain.newStranger()];
    for (const invited of [[twice, chain.newStranger(), twice], [admin]]) {
      const args = organization(admin, "doubled", invited);
      const outcome = chain.call(chain.newWatcher(), "watcher-new-organization", ...args);
      expect(outcome.result).toEqual(err(1204));
    }
  });

  function lastId(): bigint | number | string {
    const value = chain.read("get-last-organization-id");
    return value.type === "uint" ? value.value : 0;
  }
});

describe("close-organization", () => {
  test.each(["admin", "watcher"])("is done by the %s, for good", (role) => {
    const admin = chain.newStranger();
    const by = role === "admin" ? admin : chain.newWatcher();
    const org = chain.newOrganization(admin, `closed-by-${role}`);
    const outcome = chain.call(by, "close-organization", Cl.uint(org));
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("close-organization", { id: Cl.uint(org), by: Cl.principal(by) }),
    ]);
    const again = chain.call(by, "close-organization", Cl.uint(org));
    expect(again.result).toEqual(err(1206));
  });

  test("refuses everybody else (1202)", () => {
    const member = chain.newStranger();
    const org = chain.newOrganization(chain.newStranger(), "stays-open", [member]);
    const formerWatcher = chain.newWatcher();
    chain.call(deployer, "remove-watcher", Cl.principal(formerWatcher));
    for (const caller of [deployer, member, formerWatcher, chain.newStranger()]) {
      const outcome = chain.call(caller, "close-organization", Cl.uint(org));
      expect(outcome.result).toEqual(err(1202));
    }
  });

  test("refuses an organization that does not exist (1200)", () => {
    const outcome = chain.call(chain.newWatcher(), "close-organization", Cl.uint(9999));
    expect(outcome.result).toEqual(err(1200));
  });

  test("ends invitations, which can still be declined (1206)", () => {
    const [admin, invited] = [chain.newStranger(), chain.newStranger()];
    const org = Cl.uint(chain.newOrganization(admin, "ended"));
    chain.call(admin, "add-representative", org, Cl.principal(invited));
    chain.call(admin, "close-organization", org);
    const another = [org, Cl.principal(chain.newStranger())];
    expect(chain.call(admin, "add-representative", ...another).result).toEqual(err(1206));
    expect(chain.call(invited, "accept-representation", org).result).toEqual(err(1206));
    expect(chain.call(invited, "decline-representation", org).result).toEqual(OK);
  });
});

test("reads none and no representatives for an organization that does not exist", () => {
  expect(chain.read("get-organization", Cl.uint(9999))).toEqual(Cl.none());
  expect(chain.read("get-organization-by-name", Cl.stringUtf8("nowhere"))).toEqual(Cl.none());
  expect(represents(9999, deployer)).toEqual(Cl.bool(false));
});
