import * as z from "zod/mini";
import { contractIdSchema } from "./principal.ts";

/** The networks that Colonnade runs on: its own devnet and the two public ones. */
export const networkNames = ["devnet", "testnet", "mainnet"] as const;

/** The web app's settings: JSON in the page's `#colonnade-config` element. */
export const webConfigSchema = z.object({
  network: z.enum(networkNames),
  /** The public address of the app, without a trailing slash. */
  origin: z.url(),
  nodeUrl: z.url(),
  explorerUrl: z.url(),
  /** The script of the dev wallet's provider; null unless the network is devnet. */
  walletUrl: z.nullable(z.url()),
  protocolContract: contractIdSchema,
  endorsementContract: contractIdSchema,
  bnsContract: contractIdSchema,
});
export type WebConfig = z.infer<typeof webConfigSchema>;
