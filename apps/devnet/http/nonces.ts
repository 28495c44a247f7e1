import type { Chain } from "../chain/chain.ts";

/** An account's nonces, as `/extended/v1/address/{principal}/nonces` answers them. */
export function viewNonces(chain: Chain, address: string) {
  const next = chain.ledger.nextNonce(address);
  const waiting = chain.ledger.mempool.noncesOf(address);
  const last = waiting.at(-1);
  // The nonces between the last mined and the last waiting one, highest first, as the API lists them.
  const between: bigint[] = [];
  for (let nonce = (last ?? 0n) - 1n; next > 0n && nonce >= next; nonce -= 1n) between.push(nonce);
  return {
    last_mempool_tx_nonce: last === undefined ? null : Number(last),
    last_executed_tx_nonce: next === 0n ? null : Number(next - 1n),
    possible_next_nonce: Number(last === undefined ? next : last + 1n),
    detected_missing_nonces: between.filter((nonce) => !waiting.includes(nonce)).map(Number),
    detected_mempool_nonces: waiting.filter((nonce) => between.includes(nonce)).map(Number),
  };
}
