import type { NewBlock } from "../chain/block.ts";
import type { Chain, ForkOptions } from "../chain/chain.ts";
import type { SystemCall } from "../chain/log.ts";

/** What the routes work on. */
export interface NodeContext {
  chain: Chain;
  /** A transaction has come: mine it in due time. */
  scheduleMining: () => void;
  mine: () => NewBlock;
  mineBurnBlock: () => NewBlock;
  fork: (options: ForkOptions & { blocks?: number }) => NewBlock[];
  callSystem: (calls: SystemCall[]) => NewBlock;
}

export const SERVER_VERSION = "colonnade-devnet 0.1.0";
