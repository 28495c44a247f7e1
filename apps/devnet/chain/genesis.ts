import { Cl } from "@stacks/transactions";
import type { GenesisRecord, SystemCall } from "./log.ts";
import { Rejection } from "./rejection.ts";
import type { VirtualMachine } from "./vm.ts";

/** Gives out the first STX and deploys the contracts that no key of ours could have deployed. */
export function runGenesis(vm: VirtualMachine, genesis: GenesisRecord): void {
  for (const [address, amount] of Object.entries(genesis.allocations)) {
    vm.mint(address, BigInt(amount));
  }
  for (const { deployer, name, source, clarityVersion } of genesis.contracts) {
    vm.mine([{ kind: "deploy", sender: deployer, name, source, clarityVersion }]);
  }
}

/**
 * Runs unsigned calls in one block.
 * @throws Rejection where one errs, VmError where one does not run to its end
 */
export function runSystemCalls(vm: VirtualMachine, calls: readonly SystemCall[]): void {
  const outcomes = vm.mine(
    calls.map(({ sender, contract, functionName, args }) => ({
      kind: "call",
      sender,
      contract,
      functionName,
      args: args.map((arg) => Cl.deserialize(arg)),
    })),
  );
  const failed = outcomes.find(({ result }) => result.startsWith("0x08"));
  if (failed !== undefined) {
    const message = Cl.prettyPrint(Cl.deserialize(failed.result));
    throw new Rejection("ServerFailureOther", { message });
  }
}
