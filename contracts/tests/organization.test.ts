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

const createdFields = (admin: string, name: string, representatives: string[]) => ({
  admin: Cl.principal(admin),
  name: Cl.stringUtf8(name),
  logo: Cl.stringAscii(`ipfs://${name}`),
  description: Cl.stringUtf8(`What ${name} does`),
  website: Cl.stringUtf8(`https://${name}.test`),
  representatives: principals(representatives),
});

const represents = (org: number, who: string) =>
  chain.read("is-representative", Cl.uint(org), Cl.principal(who));

describe("watchers", () => {
  test("are added and removed by the contract owner", () => {
    const watcher = chain.newStranger();
    const fields = { watcher: Cl.principal(watcher) };
    const added = chain.call(deployer, "add-watcher", Cl.principal(watcher));
    expect(added.result).toEqual(OK);
    expect(added.prints).toEqual([print("add-watcher", fields)]);
    expect(chain.read("is-watcher", Cl.principal(watcher))).toEqual(Cl.bool(true));

    const removed = chain.call(deployer, "remove-watcher", Cl.principal(watcher));
    expect(removed.result).toEqual(OK);
    expect(removed.prints).toEqual([print("remove-watcher", fields)]);
    expect(chain.read("is-watcher", Cl.principal(watcher))).toEqual(Cl.bool(false));
  });

  test("are nobody else's to add or remove, not even a watcher's (1000)", () => {
    const watcher = chain.newWatcher();
    for (const caller of [watcher, chain.newStranger()]) {
      const added = chain.call(caller, "add-watcher", Cl.principal(chain.newStranger()));
      const removed = chain.call(caller, "remove-watcher", Cl.principal(watcher));
      expect([added.result, removed.result]).toEqual([err(1000), err(1000)]);
    }
  });

  test("are not added twice (1002)", () => {
    const outcome = chain.call(deployer, "add-watcher", Cl.principal(chain.newWatcher()));
    expect(outcome.result).toEqual(err(1002));
  });

  test("are not removed twice (1001)", () => {
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

describe("set-owner", () => {
  test("hands the contract over, for the owner only (1000)", () => {
    const next = chain.newStranger();
    expect(chain.call(next, "set-owner", Cl.principal(next)).result).toEqual(err(1000));

    const outcome = chain.call(deployer, "set-owner", Cl.principal(next));
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([print("set-owner", { owner: Cl.principal(next) })]);
    expect(chain.read("get-contract-owner")).toEqual(Cl.principal(next));
    const watcher = Cl.principal(chain.newStranger());
    expect(chain.call(deployer, "add-watcher", watcher).result).toEqual(err(1000));
    expect(chain.call(next, "add-watcher", watcher).result).toEqual(OK);

    expect(chain.call(next, "set-owner", Cl.principal(deployer)).result).toEqual(OK);
  });
});

describe("watcher-new-organization", () => {
  test("admits an organization under the next id, and prints it", () => {
    const watcher = chain.newWatcher();
    const admin = chain.newStranger();
    const representatives = strangers(10);
    const id = Number(lastId()) + 1;
    const outcome = chain.call(
      watcher,
      "watcher-new-organization",
      ...organization(admin, "atelier", representatives),
    );
    const fields = { id: Cl.uint(id), ...createdFields(admin, "atelier", representatives) };
    expect(outcome.result).toEqual(Cl.ok(Cl.uint(id)));
    expect(outcome.prints).toEqual([
      print("watcher-new-organization", { ...fields, watcher: Cl.principal(watcher) }),
    ]);
    expect(chain.read("get-organization", Cl.uint(id))).toEqual(Cl.some(Cl.tuple(fields)));
    expect(chain.read("get-organization-by-name", Cl.stringUtf8("atelier"))).toEqual(
      Cl.some(Cl.tuple(fields)),
    );
    expect(Number(lastId())).toBe(id);
    for (const representative of representatives) {
      expect(represents(id, representative)).toEqual(Cl.bool(true));
    }
    expect(represents(id, admin)).toEqual(Cl.bool(false));
  });

  test("is refused to everybody but a watcher (1001)", () => {
    const admin = chain.newStranger();
    for (const caller of [deployer, admin, chain.newMember()]) {
      const args = organization(admin, "unwatched");
      expect(chain.call(caller, "watcher-new-organization", ...args).result).toEqual(err(1001));
    }
  });

  test("refuses a name that is taken, by whomever (1201)", () => {
    chain.newOrganization(chain.newStranger(), "unique");
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

  test("refuses the same representative twice (1204)", () => {
    const twice = chain.newStranger();
    const args = organization(twice, "doubled", [twice, chain.newStranger(), twice]);
    const outcome = chain.call(chain.newWatcher(), "watcher-new-organization", ...args);
    expect(outcome.result).toEqual(err(1204));
  });

  function lastId(): bigint | number | string {
    const value = chain.read("get-last-organization-id");
    return value.type === "uint" ? value.value : 0;
  }
});

describe("representatives", () => {
  test("are added and removed by the organization's admin", () => {
    const admin = chain.newStranger();
    const [first, second, third] = [chain.newStranger(), chain.newStranger(), chain.newStranger()];
    const org = chain.newOrganization(admin, "growing", [first, second]);
    const fields = (who: string) => ({ id: Cl.uint(org), representative: Cl.principal(who) });

    const added = chain.call(admin, "add-representative", Cl.uint(org), Cl.principal(third));
    expect(added.result).toEqual(OK);
    expect(added.prints).toEqual([print("add-representative", fields(third))]);
    expect(listed(org)).toEqual(principals([first, second, third]));

    const removed = chain.call(admin, "remove-representative", Cl.uint(org), Cl.principal(second));
    expect(removed.result).toEqual(OK);
    expect(removed.prints).toEqual([print("remove-representative", fields(second))]);
    expect(listed(org)).toEqual(principals([first, third]));
    expect(represents(org, second)).toEqual(Cl.bool(false));

    chain.call(admin, "remove-representative", Cl.uint(org), Cl.principal(third));
    chain.call(admin, "remove-representative", Cl.uint(org), Cl.principal(first));
    expect(listed(org)).toEqual(principals([]));
  });

  test("are nobody else's to change, not even a watcher's or their own (1202)", () => {
    const representative = chain.newStranger();
    const org = chain.newOrganization(chain.newStranger(), "closed", [representative]);
    const otherAdmin = chain.newStranger();
    chain.newOrganization(otherAdmin, "neighbour");
    for (const caller of [deployer, chain.newWatcher(), representative, otherAdmin]) {
      for (const method of ["add-representative", "remove-representative"]) {
        const outcome = chain.call(caller, method, Cl.uint(org), Cl.principal(representative));
        expect(outcome.result).toEqual(err(1202));
      }
    }
  });

  test("belong to an organization that exists (1200)", () => {
    const caller = chain.newStranger();
    for (const method of ["add-representative", "remove-representative"]) {
      const outcome = chain.call(caller, method, Cl.uint(9999), Cl.principal(caller));
      expect(outcome.result).toEqual(err(1200));
    }
  });

  test("are not added twice (1204) nor removed twice (1203)", () => {
    const admin = chain.newStranger();
    const org = chain.newOrganization(admin, "exact", [admin]);
    const added = chain.call(admin, "add-representative", Cl.uint(org), Cl.principal(admin));
    expect(added.result).toEqual(err(1204));
    chain.call(admin, "remove-representative", Cl.uint(org), Cl.principal(admin));
    const removed = chain.call(admin, "remove-representative", Cl.uint(org), Cl.principal(admin));
    expect(removed.result).toEqual(err(1203));
  });

  test("are ten at most at any time (1205)", () => {
    const admin = chain.newStranger();
    const ten = strangers(10);
    const org = chain.newOrganization(admin, "full", ten);
    const eleventh = [Cl.uint(org), Cl.principal(chain.newStranger())];
    expect(chain.call(admin, "add-representative", ...eleventh).result).toEqual(err(1205));
    const [leaver] = ten;
    if (leaver === undefined) throw new Error("There are ten.");
    chain.call(admin, "remove-representative", Cl.uint(org), Cl.principal(leaver));
    expect(chain.call(admin, "add-representative", ...eleventh).result).toEqual(OK);
  });

  function listed(org: number) {
    const found = chain.read("get-organization", Cl.uint(org));
    return found.type === "some" && found.value.type === "tuple"
      ? found.value.value.representatives
      : undefined;
  }
});

test("an organization that does not exist is none, and represented by nobody", () => {
  expect(chain.read("get-organization", Cl.uint(9999))).toEqual(Cl.none());
  expect(chain.read("get-organization-by-name", Cl.stringUtf8("nowhere"))).toEqual(Cl.none());
  expect(represents(9999, deployer)).toEqual(Cl.bool(false));
});
