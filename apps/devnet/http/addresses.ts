import { Hono } from "hono";
import type { Chain } from "../chain/chain.ts";
import type { NodeContext } from "./context.ts";
import { bodyOf } from "./event-view.ts";
import { readPage } from "./input.ts";
import { viewMined, viewWaiting } from "./transaction-page.ts";
import { minedIn } from "./transaction-view.ts";
import { viewHex } from "./value-view.ts";

/** The Hiro API's routes about addresses: nonces, balances, their transactions and NFTs. */
export function addressRoutes({ chain }: NodeContext): Hono {
  return new Hono()
    .get("/extended/v1/address/:address/nonces", (c) => {
      const address = c.req.param("address");
      const next = chain.ledger.nextNonce(address);
      const waiting = chain.ledger.mempool
        .listOf(address)
        .map(({ transaction }) => transaction.nonce);
      const last = waiting.at(-1);
      const possible = last === undefined ? next : last + 1n;
      const missing: number[] = [];
      for (let nonce = next; nonce < possible; nonce += 1n) {
        if (!waiting.includes(nonce)) missing.push(Number(nonce));
      }
      return c.json({
        last_mempool_tx_nonce: last === undefined ? null : Number(last),
        last_executed_tx_nonce: next === 0n ? null : Number(next - 1n),
        possible_next_nonce: Number(possible),
        detected_missing_nonces: missing,
        detected_mempool_nonces: waiting.map(Number),
      });
    })
    .get("/extended/v1/address/:address/balances", (c) => {
      const address = c.req.param("address");
      return c.json({
        stx: viewStx(chain, address),
        fungible_tokens: {},
        non_fungible_tokens: countNfts(chain, address),
      });
    })
    .get("/extended/v1/address/:address/stx", (c) => c.json(viewStx(chain, c.req.param("address"))))
    .get("/extended/v2/addresses/:address/balances/stx", (c) =>
      c.json(viewStx(chain, c.req.param("address"))),
    )
    .get("/extended/v1/address/:address/mempool", (c) => {
      const waiting = chain.ledger.mempool.listOf(c.req.param("address"));
      return c.json(viewWaiting(chain, waiting, readPage(c, 20)));
    })
    .get("/extended/v1/address/:address/transactions", (c) =>
      c.json(viewMined(chain, readPage(c, 20), c.req.param("address"))),
    )
    .get("/extended/v1/tokens/nft/holdings", (c) => {
      const { limit, offset } = readPage(c, 50);
      const principal = c.req.query("principal") ?? "";
      const wanted = c.req.queries("asset_identifiers");
      const held = listNfts(chain, principal).filter(
        ({ asset }) => wanted === undefined || wanted.includes(asset),
      );
      return c.json({
        limit,
        offset,
        total: held.length,
        results: held.slice(offset, offset + limit).map(({ asset, id, blockHeight, txid }) => ({
          asset_identifier: asset,
          value: viewHex(id),
          block_height: blockHeight,
          tx_id: txid,
        })),
      });
    });
}

function viewStx(chain: Chain, address: string): Record<string, unknown> {
  const { unlocked, locked, unlockHeight } = chain.vm.stxAccount(address);
  let sent = 0n;
  let received = 0n;
  let fees = 0n;
  for (const story of chain.ledger.stories.values()) {
    if (story.transaction.sender !== address || minedIn(chain, story) === undefined) continue;
    fees += story.transaction.fee;
  }
  for (const { block } of chain.ledger.canonical) {
    for (const event of block.events) {
      if (!event.committed || !event.type.startsWith("stx_")) continue;
      const { sender, recipient, amount } = bodyOf(event);
      if (sender === address) sent += BigInt(String(amount));
      if (recipient === address) received += BigInt(String(amount));
    }
  }
  const total = (unlocked + locked).toString();
  return {
    balance: total,
    estimated_balance: total,
    total_sent: sent.toString(),
    total_received: received.toString(),
    total_fees_sent: fees.toString(),
    total_miner_rewards_received: "0",
    lock_tx_id: "",
    locked: locked.toString(),
    lock_height: 0,
    burnchain_lock_height: 0,
    burnchain_unlock_height: unlockHeight,
  };
}

interface HeldNft {
  asset: string;
  id: string;
  blockHeight: number;
  txid: string;
}

/** The NFTs a principal holds, newest first, from the canonical events. */
function listNfts(chain: Chain, principal: string): HeldNft[] {
  const held = new Map<string, HeldNft>();
  for (const { block } of chain.ledger.canonical) {
    for (const event of block.events) {
      if (!event.committed || !event.type.startsWith("nft_")) continue;
      const { asset_identifier, raw_value, sender, recipient } = bodyOf(event);
      const nft = { asset: String(asset_identifier), id: String(raw_value) };
      const key = `${nft.asset} ${nft.id}`;
      if (sender === principal) held.delete(key);
      if (recipient === principal) {
        held.set(key, { ...nft, blockHeight: block.block_height, txid: event.txid });
      }
    }
  }
  return [...held.values()].reverse();
}

function countNfts(chain: Chain, principal: string): Record<string, unknown> {
  const counts: Record<string, { count: string; total_sent: string; total_received: string }> = {};
  for (const { asset } of listNfts(chain, principal)) {
    const count = String(Number(counts[asset]?.count ?? 0) + 1);
    counts[asset] = { count, total_sent: "0", total_received: count };
  }
  return counts;
}
