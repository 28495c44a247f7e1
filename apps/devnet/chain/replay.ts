import { replayBlock } from "./execution.ts";
import { runSystemCalls } from "./genesis.ts";
import type { Ledger } from "./ledger.ts";
import { type BlockRecord, LogError } from "./log.ts";
import type { VirtualMachine } from "./vm.ts";

/**
 * Runs the canonical branch in the VM, which stands at genesis.
 * @throws LogError where it does not come to what the ledger says
 */
export function runCanonical(vm: VirtualMachine, ledger: Ledger, genesisHeight: number): void {
  for (const record of ledger.canonical.slice(genesisHeight)) {
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
    Object.entries(skipped).map(([txid, { error, ...as }]) => [
      txid,
      { ...as, events: [], ...(error === undefined ? {} : { error }) },
    ]),
  );
  const receipts = replayBlock(vm, ledger.transactionsOf(block), known);
  const same = block.transactions.every(
    (was, index) =>
      receipts?.[index]?.result === was.raw_result && receipts[index]?.status === was.status,
  );
  if (!same) {
    throw new LogError(
      `block ${block.block_height} replays to other results: the log is of another version`,
    );
  }
}
