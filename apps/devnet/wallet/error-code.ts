/** JSON-RPC error codes as wallets use them: SIP-030, and what each real wallet says to a refusal. */
export const errorCode = {
  /** SIP-030: the person cancelled. */
  cancelled: -31_001,
  /** What Xverse answers when its person refuses. */
  refusedByXverse: -32_000,
  /** What Leather answers when its person refuses. */
  refusedByLeather: 4001,
  /** SIP-030: the address asked for is not this wallet's. */
  addressMismatch: -32_001,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  /** The wallet could not do it: the node refused the transaction, say. */
  internal: -32_603,
} as const;
