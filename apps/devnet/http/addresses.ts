import { Hono } from "hono";
import type { Chain } from "../chain/chain.ts";
import { payerOf } from "../chain/transaction.ts";
import { isName, listNames, NAME_ASSET, readName, readPrimaryName } from "../names.ts";
import { bodyOf } from "./events.ts";
import { BadRequestError, readLimit, readPage, readPrincipal } from "./input.ts";
import { viewNonces } from "./nonces.ts";
import { listWaiting, minedIn, viewHex, viewMined, viewPage } from "./transaction-view.ts";

/** The Hiro API's routes about addresses: nonces, balances, their transactions and NFTs. */
export function addressRoutes(chain: Chain): Hono {
  return new Hono()
    .get("/extended/v1/address/:address/nonces", (c) => {
      return c.json(viewNonces(chain, readPrincipal(c.req.param("address"))));
    })
    .get("/extended/v1/address/:address/balances", (c) => {
      const address = readPrincipal(c.req.param("address"));
      return c.json({
        stx: viewStx(chain, address),
        fungible_tokens: sumFts(chain, address),
        non_fungible_tokens: countNfts(chain, address),
      });
    })
    .get("/extended/v1/address/:address/stx", (c) =>
      c.json(viewStx(chain, readPrincipal(c.req.param("address")))),
    )
    .get("/extended/v2/addresses/:address/balances/stx", (c) => {
      const stx = viewStx(chain, readPrincipal(c.req.param("address")));
      return c.json({
        balance: stx.balance,
        total_miner_rewards_received: stx.total_miner_rewards_received,
        lock_tx_id: stx.lock_tx_id,
        locked: stx.locked,
        lock_height: stx.lock_height,
        burnchain_lock_height: stx.burnchain_lock_height,
        burnchain_unlock_height: stx.burnchain_unlock_height,
      });
    })
    .get("/extended/v3/principals/:address/balances/stx", (c) => {
      const address = readPrincipal(c.req.param("address"));
      const { locked, unlocked } = chain.vm.stxAccount(address);
      const { inbound, outbound } = sumPending(chain, address);
      const pending = {
        estimated_balance: (unlocked + inbound - outbound).toString(),
        inbound: inbound.toString(),
        outbound: outbound.toString(),
      };
      return c.json({
        balance: (locked + unlocked).toString(),
        available: unlocked.toString(),
        locked: null,
        mempool: inbound > 0n || outbound > 0n ? pending : null,
      });
    })
    .get("/extended/v3/principals/:address/balances/nft", (c) => {
      const principal = readPrincipal(c.req.param("address"));
      const limit = readLimit(c, 100, 200);
      const held = [
        ...listNfts(chain, principal),
        ...listNames(chain, principal).map((id) => ({ asset: NAME_ASSET, id })),
      ].toSorted(byAsset);
      const start = findHeld(held, c.req.query("cursor"));
      const page = held.slice(start, start + limit);
      const cursorAt = (index: number) => {
        const nft = held[index];
        return nft === undefined ? null : `${nft.id}:${nft.asset}`;
      };
      return c.json({
        total: page.length === 0 ? 0 : held.length,
        limit,
        cursor: {
          next: cursorAt(start + limit),
          previous: page.length > 0 && start > 0 ? cursorAt(Math.max(start - limit, 0)) : null,
          current: page.length > 0 ? cursorAt(start) : null,
        },
        results: page.map(({ asset, id }) => ({ asset_identifier: asset, value: viewHex(id) })),
      });
    })
    .get("/extended/v1/address/:address/mempool", (c) => {
      const address = readPrincipal(c.req.param("address"));
      return c.json(viewPage(chain, listWaiting(chain, address), readPage(c, 20)));
    })
    .get("/extended/v1/address/:address/transactions", (c) =>
      c.json(viewMined(chain, readPage(c, 20), readPrincipal(c.req.param("address")))),
    )
    .get("/extended/v1/tokens/nft/holdings", (c) => {
      const { limit, offset } = readPage(c, 50, 200);
      const principal = readPrincipal(c.req.query("principal") ?? "");
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

/** The committed events of the canonical branch whose type begins with a prefix, oldest first. */
function* canonicalEvents(chain: Chain, prefix: "stx_" | "ft_" | "nft_") {
  for (const { block } of chain.ledger.canonical) {
    const inOrder = block.events.toSorted((a, b) => a.event_index - b.event_index);
    for (const event of inOrder) {
      if (!event.committed || !event.type.startsWith(prefix)) continue;
      yield { block, txid: event.txid, body: bodyOf(event) };
    }
  }
}

function sumFees(chain: Chain, payer: string): bigint {
  let fees = 0n;
  for (const entry of chain.ledger.entries.values()) {
    const isPaid = payerOf(entry.transaction) === payer && minedIn(chain, entry) !== undefined;
    if (isPaid) fees += entry.transaction.fee;
  }
  return fees;
}

/** What waiting transactions would move. As the API does, it counts a sponsored fee with the sender, too. */
function sumPending(chain: Chain, address: string): { inbound: bigint; outbound: bigint } {
  let inbound = 0n;
  let outbound = 0n;
  for (const { transaction } of chain.ledger.mempool.list()) {
    const { sender, sponsor, fee, payload } = transaction;
    const transfer = payload.kind === "token_transfer" ? payload : undefined;
    if (sender === address) outbound += fee + (transfer?.amount ?? 0n);
    if (sponsor?.address === address) outbound += fee;
    if (transfer?.recipient === address) inbound += transfer.amount;
  }
  return { inbound, outbound };
}

function viewStx(chain: Chain, address: string) {
  const { unlocked, locked, unlockHeight } = chain.vm.stxAccount(address);
  let sent = 0n;
  let received = 0n;
  for (const { body } of canonicalEvents(chain, "stx_")) {
    const amount = BigInt(String(body.amount));
    if (body.sender === address) sent += amount;
    if (body.recipient === address) received += amount;
  }
  const total = unlocked + locked;
  const { inbound, outbound } = sumPending(chain, address);
  return {
    balance: total.toString(),
    estimated_balance: (total + inbound - outbound).toString(),
    pending_balance_inbound: inbound.toString(),
    pending_balance_outbound: outbound.toString(),
    total_sent: sent.toString(),
    total_received: received.toString(),
    total_fees_sent: sumFees(chain, address).toString(),
    total_miner_rewards_received: "0",
    lock_tx_id: "",
    locked: locked.toString(),
    lock_height: 0,
    burnchain_lock_height: 0,
    burnchain_unlock_height: unlockHeight,
  };
}

interface Nft {
  asset: string;
  /** The serialized Clarity value, 0x-prefixed. */
  id: string;
}

interface HeldNft extends Nft {
  blockHeight: number;
  txid: string;
}

/** The NFTs a principal holds, newest first, from the canonical events. */
function listNfts(chain: Chain, principal: string): HeldNft[] {
  const held = new Map<string, HeldNft>();
  for (const { block, txid, body } of canonicalEvents(chain, "nft_")) {
    const nft = { asset: String(body.asset_identifier), id: String(body.raw_value) };
    const key = `${nft.asset} ${nft.id}`;
    if (body.sender === principal) held.delete(key);
    if (body.recipient === principal) {
      held.set(key, { ...nft, blockHeight: block.block_height, txid });
    }
  }
  return [...held.values()].reverse();
}

/** In the API's order: by asset, then by id. */
function byAsset(a: Nft, b: Nft): number {
  if (a.asset !== b.asset) return a.asset < b.asset ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** Where a page starts. A cursor is `id:asset`; that token need not be there. @throws BadRequestError */
function findHeld(held: readonly Nft[], cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [, id, asset] = /^(0x[0-9a-fA-F]*):(.+)$/.exec(cursor) ?? [];
  if (id === undefined || asset === undefined) {
    throw new BadRequestError("querystring/cursor must be value:asset_identifier");
  }
  const start = held.findIndex((nft) => byAsset(nft, { asset, id }) >= 0);
  return start === -1 ? held.length : start;
}

function countNfts(chain: Chain, principal: string) {
  const counts: Record<string, { count: string; total_sent: string; total_received: string }> = {};
  for (const { body } of canonicalEvents(chain, "nft_")) {
    if (body.sender !== principal && body.recipient !== principal) continue;
    const asset = String(body.asset_identifier);
    const before = counts[asset];
    const sent = Number(before?.total_sent ?? 0) + (body.sender === principal ? 1 : 0);
    const received = Number(before?.total_received ?? 0) + (body.recipient === principal ? 1 : 0);
    counts[asset] = {
      count: `${received - sent}`,
      total_sent: `${sent}`,
      total_received: `${received}`,
    };
  }
  return counts;
}

function sumFts(chain: Chain, principal: string) {
  const sums = new Map<string, { sent: bigint; received: bigint }>();
  for (const { body } of canonicalEvents(chain, "ft_")) {
    if (body.sender !== principal && body.recipient !== principal) continue;
    const asset = String(body.asset_identifier);
    const { sent, received } = sums.get(asset) ?? { sent: 0n, received: 0n };
    const amount = BigInt(String(body.amount));
    sums.set(asset, {
      sent: body.sender === principal ? sent + amount : sent,
      received: body.recipient === principal ? received + amount : received,
    });
  }
  return Object.fromEntries(
    [...sums].map(([asset, { sent, received }]) => [
      asset,
      { balance: `${received - sent}`, total_sent: `${sent}`, total_received: `${received}` },
    ]),
  );
}

/** The Hiro API's routes about names, answered by the BNS stand-in. */
export function nameRoutes(chain: Chain): Hono {
  return new Hono()
    .get("/v1/addresses/stacks/:address", (c) => {
      const name = readPrimaryName(chain, c.req.param("address"));
      return c.json({ names: name === undefined ? [] : [name] });
    })
    .get("/v1/names/:name", (c) => {
      const name = c.req.param("name");
      const record = isName(name) ? readName(chain, name) : undefined;
      if (record === undefined) return c.json({ error: "cannot find subdomain/name" }, 404);
      return c.json({
        address: record.owner,
        blockchain: "stacks",
        expire_block: record.renewal,
        grace_period: 0,
        last_txid: "",
        resolver: "",
        status: "name-register",
        zonefile: "",
        zonefile_hash: "",
      });
    });
}
