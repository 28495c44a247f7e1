import type { NewBlock } from "../chain/block.ts";
import { payerOf, type Transaction, targetOf } from "../chain/transaction.ts";
import { bodyOf, eventsOf } from "./events.ts";

/**
 * How a principal is involved in a mined transaction, as the Hiro API shows it: it sent or sponsored it, was called,
 * deployed or paid by it, or took part in the movement of an asset.
 * @returns undefined if it is not involved
 */
export function viewInvolvement(block: NewBlock, transaction: Transaction, principal: string) {
  const { sender, sponsor, fee, payload, txid } = transaction;
  const isSender = sender === principal;
  const isSponsor = sponsor?.address === principal;
  const isPayer = payerOf(transaction) === principal;
  const target = targetOf(transaction);
  const moved = eventsOf(block, txid)
    .map((event) => ({ asset: event.type.split("_")[0], body: bodyOf(event) }))
    .filter(({ asset }) => asset !== "contract")
    .filter(({ body }) => body.sender === principal || body.recipient === principal);
  if (!isSender && !isSponsor && target !== principal && moved.length === 0) return undefined;
  const affects = (wanted: string) => moved.some(({ asset }) => asset === wanted);
  const sum = (role: "sender" | "recipient") =>
    moved
      .filter(({ asset, body }) => asset === "stx" && body[role] === principal)
      .reduce((total, { body }) => total + BigInt(String(body.amount)), 0n);
  const sent = sum("sender") + (isPayer ? fee : 0n);
  const received = sum("recipient");
  const isPaid = payload.kind === "token_transfer" && target === principal;
  return {
    involvement: isSender ? "sender" : isSponsor ? "sponsor" : "affected",
    balance_changes: {
      stx: { sent: `${sent}`, received: `${received}`, net: `${received - sent}` },
    },
    affected_balances: {
      stx: isPayer || isPaid || affects("stx"),
      ft: affects("ft"),
      nft: affects("nft"),
    },
  };
}
