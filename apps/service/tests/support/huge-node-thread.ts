import { createServer } from "node:http";
import { parentPort } from "node:worker_threads";

// A node that knows every transaction, each with a million arguments.

const call = {
  contract_id: "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.other",
  function_name: "huge",
  function_args: Array(500_000).fill({ hex: `0x01${"0".repeat(32)}`, repr: "u0" }),
};
const sender = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";
const transaction = JSON.stringify({
  tx_status: "pending",
  sender_address: sender,
  contract_call: call,
});
const status = JSON.stringify({ chain_tip: { block_height: 0 } });

const server = createServer(({ url }, response) => {
  if (url?.startsWith("/extended/v1/tx/")) response.end(transaction);
  else if (url === "/extended/v1/status") response.end(status);
  else response.writeHead(404).end();
});
server.listen(0, "127.0.0.1", () => parentPort?.postMessage(server.address()));
