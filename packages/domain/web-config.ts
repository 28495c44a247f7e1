import * as z from "zod/mini";
import type { Config } from "./config.ts";
import { networkNames } from "./network.ts";
import { contractIdSchema } from "./principal.ts";

/** What the web app is told about its network: JSON in the page's `#colonnade-config` element. */
export const webConfigSchema = z.object({
  network: z.enum(networkNames),
  /** The public address of the app, without a trailing slash. */
  origin: z.url(),
  nodeUrl: z.url(),
  explorerUrl: z.url(),
  /** The dev wallet's provider script; null unless the network is devnet. */
  walletUrl: z.nullable(z.url()),
  protocolContract: contractIdSchema,
  endorsementContract: contractIdSchema,
  bnsContract: contractIdSchema,
  ipfsGateway: z.url(),
});
export type WebConfig = z.infer<typeof webConfigSchema>;

/** The part of the configuration that a browser needs. */
export function webConfig(config: Config): WebConfig {
  return {
    network: config.network,
    origin: config.origin,
    nodeUrl: config.nodeUrl,
    explorerUrl: config.explorerUrl,
    walletUrl: config.network === "devnet" ? `${config.nodeUrl}/wallet/provider.js` : null,
    protocolContract: config.protocolContract,
    endorsementContract: config.endorsementContract,
    bnsContract: config.bnsContract,
    ipfsGateway: config.ipfsGateway,
  };
}

/** The explorer's page of a transaction. */
export function explorerLink(config: Pick<WebConfig, "explorerUrl" | "network">, txId: string) {
  return `${config.explorerUrl}/txid/${txId}?chain=${config.network}`;
}
