import type { Receipt } from "./execution.ts";
import type { GenesisRecord } from "./log.ts";
import { readAcceptedTransaction } from "./transaction.ts";
import type { VirtualMachine } from "./vm.ts";

/** Mints the first STX and deploys the contracts whose deployers have no key here. */
export function runGenesis(vm: VirtualMachine, genesis: GenesisRecord): void {
  for (const [address, amount] of Object.entries(genesis.allocations)) {
    vm.mint(address, BigInt(amount));
  }
  for (const { deployer, name, source, clarityVersion } of genesis.contracts) {
    vm.mine([{ kind: "deploy", sender: deployer, name, source, clarityVersion }]);
  }
}

/**
 * The transaction that a stacks-node's first block has for the first STX: a transfer of nothing by nobody, which no
 * key has signed. Its events are the mints. Source: the first block in `epoch-3-transition.tsv`, a recording in the
 * tests of the Stacks Blockchain API.
 */
export const GENESIS_TRANSACTION = [
  "0x80000000000400",
  // Signer, nonce, fee.
  "00".repeat(20 + 8 + 8),
  // An uncompressed key, and a signature.
  "01",
  "00".repeat(65),
  // Any anchor mode, deny, no post-conditions, a token transfer.
  "03020000000000",
  "051a",
  // Recipient, amount, memo.
  "00".repeat(20 + 8 + 34),
].join("");

/** The first STX, as the first block posts them. */
export function receiveGenesis({ allocations }: GenesisRecord): Receipt {
  return {
    transaction: readAcceptedTransaction(GENESIS_TRANSACTION),
    status: "success",
    result: "0x0703",
    events: Object.entries(allocations).map(([recipient, amount]) => ({
      event: "stx_mint_event",
      data: { recipient, amount },
    })),
  };
}
