import { Cl } from "@stacks/transactions";
import { replayBlock } from "./execution.ts";
import type { Ledger } from "./ledger.ts";
import { type BlockRecord, LogError, type SystemCall } from "./log.ts";
import { Rejection } from "./rejection.ts";
import type { VirtualMachine } from "./vm.ts";

/**
 * Runs the canonical branch.
 * @param height the height of the state that the VM has
 * @throws LogError if the results differ from the ledger's
 */
export function runCanonical(vm: VirtualMachine, ledger: Ledger, height: number): void {
  for (const record of ledger.canonical.slice(height)) {
    const { block } = record;
    if (record.system.length > 0) runSystemCalls(vm, record.system);
    else if (block.burn_block_height > vm.burnHeight) vm.mineBurnBlock();
    else rerun(vm, ledger, record);
    if (vm.height !== block.block_height) {
      throw new LogError(`block ${block.block_height} replays as block ${vm.height}`);
    }
  }
}

function rerun(vm: VirtualMachine, ledger: Ledger, { block, skipped }: BlockRecord): void {
  const known = new Map(
    Object.entries(skipped).map(([txid, outcome]) => [txid, { ...outcome, events: [] }]),
  );
  const receipts = replayBlock(vm, ledger.transactionsOf(block), known);
  const same = block.transactions.every(({ raw_result, status }, index) => {
    const receipt = receipts?.[index];
    return receipt?.result === raw_result && receipt.status === status;
  });
  if (!same) {
    throw new LogError(
      `block ${block.block_height} replays to other results: the log is of another version`,
    );
  }
}

/**
 * Runs unsigned calls in one block.
 * @throws Rejection if one errs, VmError if one does not finish
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
