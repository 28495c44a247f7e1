import { Cl } from "@stacks/transactions";
import { describe, expect, test } from "vitest";
import { err, OK, print } from "./arguments.ts";
import { deployer, ENDORSEMENT, PROTOCOL, startChain } from "./chain.ts";

const chain = await startChain();

const contracts = [
  { name: "protocol", contract: PROTOCOL, notOwner: err(1000), notProposed: err(1003) },
  { name: "token", contract: ENDORSEMENT, notOwner: err(2000), notProposed: err(2005) },
];

describe.each(contracts)("the owner of the $name", ({ contract, notOwner, notProposed }) => {
  const propose = (who: string, caller = deployer) =>
    chain.callContract(caller, contract, "propose-owner", Cl.principal(who));
  const accept = (caller: string) => chain.callContract(caller, contract, "accept-owner");
  const owner = () => chain.readContract(contract, "get-contract-owner");

  test("hands it over in two steps", () => {
    const next = chain.newStranger();
    const proposed = propose(next);
    expect(proposed.result).toEqual(OK);
    expect(proposed.prints).toEqual([
      print("propose-owner", { owner: Cl.principal(next), by: Cl.principal(deployer) }),
    ]);
    expect(owner()).toEqual(Cl.principal(deployer));

    const accepted = accept(next);
    expect(accepted.result).toEqual(OK);
    expect(accepted.prints).toEqual([print("accept-owner", { owner: Cl.principal(next) })]);
    expect(owner()).toEqual(Cl.principal(next));
    expect(propose(deployer).result).toEqual(notOwner);

    propose(deployer, next);
    expect(accept(deployer).result).toEqual(OK);
  });

  test("takes the proposal back by proposing themselves", () => {
    const next = chain.newStranger();
    propose(next);
    propose(deployer);
    expect([accept(next).result, accept(deployer).result]).toEqual([notProposed, notProposed]);
  });

  test("is proposed by the owner alone, and the proposed one alone accepts", () => {
    const next = chain.newStranger();
    propose(next);
    const others = [chain.newWatcher(), chain.newMember(), chain.newStranger()];
    for (const caller of [...others, next]) {
      expect(propose(caller, caller).result).toEqual(notOwner);
    }
    for (const caller of [...others, deployer]) expect(accept(caller).result).toEqual(notProposed);
    propose(deployer);
  });

  test("cannot be accepted twice", () => {
    propose(deployer);
    const next = chain.newStranger();
    propose(next);
    accept(next);
    expect(accept(next).result).toEqual(notProposed);
    propose(deployer, next);
    accept(deployer);
  });
});
