import { createServer } from "node:http";
import { parentPort } from "node:worker_threads";

/** What the node answers. */
export interface HugeAnswers {
  /** The JSON of its tip, at height 1: texts, and how often each is repeated. */
  block: [text: string, times: number][];
  /** Whether the Hiro API's route of version 1 for transactions is closed. */
  isOldRouteClosed: boolean;
}

// A node that knows every transaction, each with half a million arguments. Its tip is what the test says.

let answers: HugeAnswers = { block: [], isOldRouteClosed: false };
let block = Buffer.alloc(0);
parentPort?.on("message", (next: HugeAnswers) => {
  answers = next;
  block = Buffer.from(next.block.map(([text, times]) => text.repeat(times)).join(""));
  parentPort?.postMessage("ready");
});

const sender = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";
const contract_call = {
  contract_id: `${sender}.other`,
  function_name: "huge",
  function_args: Array(500_000).fill({ hex: `0x01${"0".repeat(32)}`, repr: "u0" }),
};
const old = JSON.stringify({ tx_status: "pending", sender_address: sender, contract_call });
const transaction = JSON.stringify({
  status: "pending",
  sender: { address: sender },
  contract_call,
});

const server = createServer(({ url = "" }, response) => {
  if (url.startsWith("/extended/v1/tx/")) {
    if (answers.isOldRouteClosed) response.writeHead(410).end();
    else response.end(old);
  } else if (url.startsWith("/extended/v3/transactions/")) response.end(transaction);
  else if (url === "/extended/v1/status") {
    response.end(JSON.stringify({ chain_tip: { block_height: block.length > 0 ? 1 : 0 } }));
  } else if (url.startsWith("/colonnade/v1/blocks/") && block.length > 0) response.end(block);
  else response.writeHead(404).end();
});
server.listen(0, "127.0.0.1", () => parentPort?.postMessage(server.address()));
