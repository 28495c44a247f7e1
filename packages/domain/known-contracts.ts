import type { WebConfig } from "./web-config.ts";

/** The names of our contracts. The sources call each other by them. */
export const PROTOCOL_CONTRACT_NAME = "colonnade-protocol-alpha";
export const ENDORSEMENT_CONTRACT_NAME = "colonnade-endorsement-alpha";

/** BNS-V2 on each public network. */
export const BNS_V2 = {
  mainnet: "SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF.BNS-V2",
  testnet: "ST2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D9SZJQ0M.BNS-V2",
} as const;

/** BNS-V2 of a network. A devnet's stand-in is where mainnet's is. */
export const bnsContractOf = (network: WebConfig["network"]): string =>
  BNS_V2[network === "testnet" ? "testnet" : "mainnet"];
