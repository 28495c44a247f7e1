/** The networks that there is a Colonnade for: one of its own, and the two public ones. */
export const networkNames = ["devnet", "testnet", "mainnet"] as const;
export type NetworkName = (typeof networkNames)[number];
