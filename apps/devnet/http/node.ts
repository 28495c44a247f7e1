import { Hono } from "hono";
import { z } from "zod";
import { ZERO_HASH } from "../chain/block.ts";
import { CHAIN_ID } from "../chain/transaction.ts";
import { type NodeContext, SERVER_VERSION } from "./context.ts";
import { readBody } from "./input.ts";

/** Bitcoin regtest's magic number, as a Stacks node on regtest gives it. */
const PARENT_NETWORK_ID = 3_669_344_250;

/** µSTX a byte that the three estimates ask for: low, middle, high. */
const FEE_RATES = [2, 4, 8] as const;

/** A typical transaction's bytes, for whoever does not say how long theirs is. */
const TYPICAL_LENGTH = 350;

const feeRequestSchema = z.object({
  transaction_payload: z.string(),
  estimated_len: z.int().positive().nullish(),
});

/** The stacks-node's own routes about itself, fees and accounts. */
export function nodeRoutes({ chain }: NodeContext): Hono {
  return new Hono()
    .get("/v2/info", (c) => {
      const { tip } = chain;
      return c.json({
        peer_version: 4_207_599_113,
        pox_consensus: bare(tip.burn_block_hash).slice(0, 40),
        burn_block_height: tip.burn_block_height,
        stable_pox_consensus: bare(tip.burn_block_hash).slice(0, 40),
        stable_burn_block_height: tip.burn_block_height,
        server_version: SERVER_VERSION,
        network_id: CHAIN_ID,
        parent_network_id: PARENT_NETWORK_ID,
        stacks_tip_height: tip.block_height,
        stacks_tip: bare(tip.block_hash),
        stacks_tip_consensus_hash: bare(tip.burn_block_hash).slice(0, 40),
        genesis_chainstate_hash: bare(chain.ledger.blockAt(1)?.block_hash ?? ZERO_HASH),
        unanchored_tip: null,
        unanchored_seq: null,
        tenure_height: tip.burn_block_height,
        exit_at_block_height: null,
        is_fully_synced: true,
      });
    })
    .get("/v2/fees/transfer", (c) => c.json(1))
    .post("/v2/fees/transaction", async (c) => {
      const request = await readBody(c, feeRequestSchema);
      const length = request.estimated_len ?? TYPICAL_LENGTH;
      return c.json({
        estimated_cost: {
          read_count: 10,
          read_length: 10_000,
          runtime: 100_000,
          write_count: 5,
          write_length: 1_000,
        },
        estimated_cost_scalar: length,
        cost_scalar_change_by_byte: 0.004_766_9,
        estimations: FEE_RATES.map((rate) => ({ fee_rate: rate, fee: rate * length })),
      });
    })
    .get("/v2/accounts/:address", (c) => {
      const address = c.req.param("address");
      const { unlocked, locked, unlockHeight } = chain.vm.stxAccount(address);
      const proofs = c.req.query("proof") === "0" ? {} : { balance_proof: "", nonce_proof: "" };
      return c.json({
        balance: u128(unlocked),
        locked: u128(locked),
        unlock_height: unlockHeight,
        nonce: Number(chain.ledger.nextNonce(address)),
        ...proofs,
      });
    });
}

function bare(hash: string): string {
  return hash.replace(/^0x/, "");
}

function u128(value: bigint): string {
  return `0x${value.toString(16).padStart(32, "0")}`;
}
