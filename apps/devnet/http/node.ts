import { createECDH, createHash } from "node:crypto";
import { MAINNET_EPOCH } from "@colonnade/contracts/deployment.ts";
import { Hono } from "hono";
import { z } from "zod";
import { u128 } from "../chain/admission.ts";
import { ZERO_HASH } from "../chain/block.ts";
import type { Chain } from "../chain/chain.ts";
import { Rejection } from "../chain/rejection.ts";
import { CHAIN_ID } from "../chain/transaction.ts";
import { bodyOf } from "./events.ts";
import { readBody } from "./input.ts";
import { minedIn, viewHex } from "./transaction-view.ts";

export const SERVER_VERSION = "colonnade-devnet 0.1.0";

/** Bitcoin regtest's magic number, as a Stacks node on regtest gives it. */
const PARENT_NETWORK_ID = 3_669_344_250;

/** The low, middle and high fee estimate, in µSTX a byte. */
const FEE_RATES = [2, 4, 8] as const;

/** The size of a typical transaction in bytes, for requests that do not state one. */
const TYPICAL_LENGTH = 350;

const feeRequestSchema = z.object({
  transaction_payload: z.string(),
  estimated_len: z.int().positive().nullish(),
});

/** A key for this process. A node without a configured key also makes a new one at each start. */
function makeIdentity() {
  const key = createECDH("secp256k1").generateKeys("hex", "compressed");
  const digest = createHash("sha256").update(key, "hex").digest();
  return {
    node_public_key: key,
    node_public_key_hash: createHash("ripemd160").update(digest).digest("hex"),
  };
}

/** The stacks-node's own routes about itself, fees and accounts. */
export function nodeRoutes(chain: Chain): Hono {
  const identity = makeIdentity();
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
        ...identity,
      });
    })
    .get("/v2/pox", (c) => c.json(viewPox(chain)))
    .get("/v3/transaction/:txid", (c) => {
      const entry = chain.ledger.entries.get(`0x${c.req.param("txid")}`);
      const block =
        entry === undefined ? undefined : (minedIn(chain, entry) ?? entry.blocks.at(-1));
      const mined = block?.transactions.find(({ txid }) => txid === entry?.transaction.txid);
      if (entry === undefined || block === undefined || mined === undefined) {
        return c.text("Transaction not found", 404);
      }
      const isCanonical = chain.ledger.isCanonical(block);
      return c.json({
        index_block_hash: bare(block.index_block_hash),
        tx: bare(mined.raw_tx),
        result: viewHex(mined.raw_result).repr,
        block_height: isCanonical ? block.block_height : null,
        is_canonical: isCanonical,
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

const CYCLE = { length: 2_100, prepare: 100, slots: 4_000 };

/** Nobody stacks on the devnet. It answers with mainnet's numbers and an empty cycle. */
function viewPox(chain: Chain) {
  const burnHeight = chain.tip.burn_block_height;
  const id = Math.floor(burnHeight / CYCLE.length);
  const start = (id + 1) * CYCLE.length;
  const supply = Number(
    chain.ledger.canonical
      .flatMap(({ block }) => block.events)
      .filter(({ type, committed }) => committed && type === "stx_mint_event")
      .reduce((sum, event) => sum + BigInt(String(bodyOf(event).amount)), 0n),
  );
  const cycle = { min_threshold_ustx: 0, stacked_ustx: 0 };
  return {
    contract_id: "ST000000000000000000002AMW42H.pox-4",
    pox_activation_threshold_ustx: 0,
    first_burnchain_block_height: 0,
    current_burnchain_block_height: burnHeight,
    prepare_phase_block_length: CYCLE.prepare,
    reward_phase_block_length: CYCLE.length - CYCLE.prepare,
    reward_slots: CYCLE.slots,
    rejection_fraction: null,
    total_liquid_supply_ustx: supply,
    current_cycle: { id, ...cycle, is_pox_active: false },
    next_cycle: {
      id: id + 1,
      ...cycle,
      min_increment_ustx: 0,
      prepare_phase_start_block_height: start - CYCLE.prepare,
      blocks_until_prepare_phase: start - CYCLE.prepare - burnHeight,
      reward_phase_start_block_height: start,
      blocks_until_reward_phase: start - burnHeight,
      ustx_until_pox_rejection: null,
    },
    epochs: [{ epoch_id: `Epoch${MAINNET_EPOCH.replace(".", "")}`, start_height: 0 }],
    min_amount_ustx: 0,
    prepare_cycle_length: CYCLE.prepare,
    reward_cycle_id: id,
    reward_cycle_length: CYCLE.length,
    rejection_votes_left_required: null,
    next_reward_cycle_in: start - burnHeight,
    contract_versions: [],
  };
}

function bare(hash: string): string {
  return hash.replace(/^0x/, "");
}

const jsonBodySchema = z.object({
  tx: z.string().regex(/^(0x)?([0-9a-fA-F]{2})+$/, "tx is not hex"),
  attachment: z.string().nullish(),
});

/** `POST /v2/transactions`, with the transaction as octets or as `{"tx": "<hex>"}`. */
export function broadcastRoutes(chain: Chain, scheduleMining: () => void): Hono {
  return new Hono().post("/v2/transactions", async (c) => {
    const bytes = isJson(c.req.header("content-type"))
      ? decodeJson(await c.req.text())
      : new Uint8Array(await c.req.arrayBuffer());
    const txid = chain.broadcast(bytes);
    scheduleMining();
    return c.json(bare(txid));
  });
}

function isJson(contentType: string | undefined): boolean {
  return contentType?.toLowerCase().startsWith("application/json") ?? false;
}

function decodeJson(text: string): Uint8Array {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Rejection("Deserialization", { message: "the body is not JSON" });
  }
  const parsed = jsonBodySchema.safeParse(json);
  if (!parsed.success) {
    throw new Rejection("Deserialization", { message: z.prettifyError(parsed.error) });
  }
  return Buffer.from(parsed.data.tx.replace(/^0x/, ""), "hex");
}
