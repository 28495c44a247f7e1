export const networkNames = ["devnet", "testnet", "mainnet"] as const;
export type NetworkName = (typeof networkNames)[number];
