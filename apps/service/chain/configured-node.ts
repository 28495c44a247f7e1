import type { Config } from "@colonnade/domain/config.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { createDevnetNode } from "./devnet-node.ts";
import { createHiroNode } from "./hiro-node.ts";
import type { ChainNode } from "./node.ts";
import type { NodeOptions } from "./node-request.ts";
import type { PayloadReader } from "./payload-reader.ts";

/** The node that the settings name. @param reader reads its blocks @param stopping ends its requests */
export function configuredNode(
  { network, nodeUrl, protocolContract, hiroApiKey: apiKey }: Config,
  reader: Pick<PayloadReader, "read" | "readBlock">,
  stopping: AbortSignal,
  { nodeRequests }: Pick<Metrics, "nodeRequests">,
): ChainNode {
  const onRequest: NodeOptions["onRequest"] = (outcome) => nodeRequests.labels(outcome).inc();
  return network === "devnet"
    ? createDevnetNode(nodeUrl, reader, { stopping, onRequest })
    : createHiroNode(nodeUrl, protocolContract, reader, { apiKey, stopping, onRequest });
}
