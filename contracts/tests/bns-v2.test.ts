import { Cl } from "@stacks/transactions";
import { beforeAll, describe, expect, test } from "vitest";
import { err, OK, print } from "./arguments.ts";
import { BNS, bnsDeployer, type Chain, startChain } from "./chain.ts";

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});

const text = (value: string) => Cl.bufferFromUtf8(value);
const btc = text("btc");
const write = (caller: string, method: string, ...args: Parameters<Chain["call"]>[2][]) =>
  chain.callContract(caller, BNS, method, ...args);
const read = (method: string, ...args: Parameters<Chain["call"]>[2][]) =>
  chain.readContract(BNS, method, ...args);
const idOf = (label: string) => {
  const found = read("get-id-from-bns", text(label), btc);
  return found.type === "some" ? found.value : Cl.uint(0);
};

describe("the functions of BNS-V2", () => {
  test("return a name's owner, its renewal height and its owner's primary name", () => {
    const alice = chain.newStranger();
    chain.giveName("alice", alice);
    const name = Cl.tuple({ name: text("alice"), namespace: btc });
    expect(read("get-owner-name", text("alice"), btc)).toEqual(Cl.ok(Cl.some(Cl.principal(alice))));
    expect(read("can-resolve-name", btc, text("alice"))).toEqual(
      Cl.ok(Cl.tuple({ renewal: Cl.uint(0), owner: Cl.principal(alice) })),
    );
    expect(read("get-primary", Cl.principal(alice))).toEqual(Cl.ok(Cl.some(name)));
    expect(read("get-primary-name", Cl.principal(alice))).toEqual(Cl.some(idOf("alice")));
    expect(read("get-bns-from-id", idOf("alice"))).toEqual(Cl.some(name));
    expect(read("get-owner", idOf("alice"))).toEqual(Cl.ok(Cl.some(Cl.principal(alice))));
    expect(read("get-last-token-id")).toEqual(Cl.ok(idOf("alice")));
  });

  test("answer an error for a name that nobody owns (106) and a principal without a name (131)", () => {
    const nobody = Cl.principal(chain.newStranger());
    expect(read("get-owner-name", text("nobodys"), btc)).toEqual(err(106));
    expect(read("can-resolve-name", btc, text("nobodys"))).toEqual(err(106));
    expect(read("get-primary", nobody)).toEqual(err(131));
    expect(read("get-primary-name", nobody)).toEqual(Cl.none());
  });
});

describe("give-name", () => {
  test("makes a name, which is primary if it is the first", () => {
    const bob = chain.newStranger();
    const first = write(bnsDeployer, "give-name", text("bob"), btc, Cl.principal(bob));
    const second = write(bnsDeployer, "give-name", text("robert"), btc, Cl.principal(bob));
    expect([first.result, second.result]).toEqual([Cl.ok(idOf("bob")), Cl.ok(idOf("robert"))]);
    expect(first.prints).toEqual([
      print("new-name", {
        id: idOf("bob"),
        name: Cl.tuple({ name: text("bob"), namespace: btc }),
        owner: Cl.principal(bob),
      }),
    ]);
    expect(read("get-primary-name", Cl.principal(bob))).toEqual(Cl.some(idOf("bob")));
  });

  test("refuses a name that is taken (118)", () => {
    const taker = chain.newStranger();
    chain.giveName("taken", taker);
    const again = write(bnsDeployer, "give-name", text("taken"), btc, Cl.principal(taker));
    expect(again.result).toEqual(err(118));
  });
});

describe("transfer-name", () => {
  test("moves a name and changes the primary names", () => {
    const from = chain.newStranger();
    const to = chain.newStranger();
    chain.giveName("moving", from);
    const outcome = write(bnsDeployer, "transfer-name", text("moving"), btc, Cl.principal(to));
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("transfer-name", {
        id: idOf("moving"),
        name: Cl.tuple({ name: text("moving"), namespace: btc }),
        owner: Cl.principal(to),
      }),
    ]);
    expect(read("get-owner-name", text("moving"), btc)).toEqual(Cl.ok(Cl.some(Cl.principal(to))));
    expect(read("get-primary", Cl.principal(from))).toEqual(err(131));
    expect(read("get-primary-name", Cl.principal(to))).toEqual(Cl.some(idOf("moving")));
  });

  test("refuses a name that nobody owns (106)", () => {
    const to = Cl.principal(chain.newStranger());
    expect(write(bnsDeployer, "transfer-name", text("void"), btc, to).result).toEqual(err(106));
  });
});

describe("expire-name", () => {
  test("sets the burn height from which a name is expired", () => {
    const owner = chain.newStranger();
    chain.giveName("ageing", owner);
    const outcome = write(bnsDeployer, "expire-name", text("ageing"), btc, Cl.uint(5));
    expect(outcome.result).toEqual(OK);
    expect(outcome.prints).toEqual([
      print("expire-name", {
        id: idOf("ageing"),
        name: text("ageing"),
        namespace: btc,
        renewal: Cl.uint(5),
      }),
    ]);
    expect(read("can-resolve-name", btc, text("ageing"))).toEqual(
      Cl.ok(Cl.tuple({ renewal: Cl.uint(5), owner: Cl.principal(owner) })),
    );
  });

  test("refuses a name that nobody owns (106)", () => {
    const outcome = write(bnsDeployer, "expire-name", text("void"), btc, Cl.uint(5));
    expect(outcome.result).toEqual(err(106));
  });
});

test("refuses writes by anybody but its deployer, even by the name's owner (102)", () => {
  const holder = chain.newStranger();
  chain.giveName("held", holder);
  const to = Cl.principal(holder);
  expect(write(holder, "give-name", text("wish"), btc, to).result).toEqual(err(102));
  expect(write(holder, "transfer-name", text("held"), btc, to).result).toEqual(err(102));
  expect(write(holder, "expire-name", text("held"), btc, Cl.uint(1)).result).toEqual(err(102));
});
