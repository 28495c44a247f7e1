import { createServer, type Server } from "node:http";
import { listen, stopListening } from "../../server/listen.ts";
import { protocolContract, type TestBlock } from "./blocks.ts";

/** A node's report of a transaction, as the Hiro API has it. */
export interface NodeTransaction {
  tx_status: string;
  sender_address: string;
  contract_call?: {
    contract_id: string;
    function_name: string;
    function_args: { hex: string }[];
  };
}

/** An HTTP node whose blocks and mempool a test sets. */
export interface TestNode {
  url: string;
  /** Every block of every branch, by index block hash. */
  blocks: Map<string, TestBlock>;
  /** By transaction id. */
  transactions: Map<string, NodeTransaction>;
  tip: TestBlock | null;
  /** While true, every request fails. */
  isDown: boolean;
  /** While true, every answer is cut off JSON. */
  isMad: boolean;
  /** Paths asked for, in order. */
  asked: string[];
  /** Called before each answer. */
  beforeAnswer(path: string): Promise<void>;
  add(block: TestBlock): void;
  close(): Promise<void>;
}

export async function startNode(): Promise<TestNode> {
  const blocks = new Map<string, TestBlock>();
  const transactions = new Map<string, NodeTransaction>();
  const server: Server = createServer(async (request, response) => {
    const path = request.url ?? "";
    node.asked.push(path);
    await node.beforeAnswer(path);
    const body = node.isDown ? undefined : answer(path);
    const found = node.isMad || body !== undefined;
    response.writeHead(node.isDown ? 503 : found ? 200 : 404, {
      "content-type": "application/json",
    });
    response.end(node.isMad ? '{"chain_tip":[' : JSON.stringify(body ?? { error: "not found" }));
  });
  const port = await listen(server, 0, "");
  const node: TestNode = {
    url: `http://127.0.0.1:${port}`,
    blocks,
    transactions,
    tip: null,
    isDown: false,
    isMad: false,
    asked: [],
    beforeAnswer: () => Promise.resolve(),
    add: (block) => {
      blocks.set(block.payload.index_block_hash, block);
    },
    close: () => stopListening(server),
  };

  function answer(path: string): unknown {
    const id = path.slice(path.lastIndexOf("/") + 1);
    if (path === "/extended/v1/status") {
      return {
        chain_tip: {
          block_height: node.tip?.payload.block_height ?? 0,
          index_block_hash: node.tip?.payload.index_block_hash,
        },
      };
    }
    if (path.startsWith("/extended/v1/tx/")) return transactions.get(id);
    if (!path.startsWith("/colonnade/v1/blocks/")) return undefined;
    if (id.startsWith("0x")) return blocks.get(id)?.payload;
    return findAtHeight(node.tip, Number(id))?.payload;
  }

  return node;
}

function findAtHeight(tip: TestBlock | null, height: number): TestBlock | null {
  for (let block = tip; block !== null; block = block.parent) {
    if (block.payload.block_height === height) return block;
  }
  return null;
}

/** A call of the protocol as the node reports it. */
export function nodeCall(
  sender: string,
  functionName: string,
  tx_status = "pending",
  functionArguments: string[] = [],
): NodeTransaction {
  return {
    tx_status,
    sender_address: sender,
    contract_call: {
      contract_id: protocolContract,
      function_name: functionName,
      function_args: functionArguments.map((hex) => ({ hex })),
    },
  };
}
