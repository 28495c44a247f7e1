/** The requests this wallet answers; every other is refused with -32601. */
export const walletMethods = [
  "getAddresses",
  "stx_getAddresses",
  "stx_getAccounts",
  "wallet_connect",
  "wallet_disconnect",
  "stx_callContract",
  "stx_deployContract",
  "stx_transferStx",
  "stx_signTransaction",
  "stx_signMessage",
  "stx_signStructuredMessage",
  "stx_updateProfile",
  "supportedMethods",
] as const;

export type WalletMethod = (typeof walletMethods)[number];

export function isWalletMethod(name: string): name is WalletMethod {
  return walletMethods.some((method) => method === name);
}
