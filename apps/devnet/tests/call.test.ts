import { Cl, fetchCallReadOnlyFunction } from "@stacks/transactions";
import { expect, test } from "vitest";
import { alice, deployer } from "../accounts.ts";
import { get, networkOf, send, startTestDevnet } from "./fixture.ts";

const register = {
  functionName: "register-profile",
  args: [
    Cl.bufferFromUtf8("btc"),
    Cl.bufferFromUtf8("alice"),
    Cl.none(),
    Cl.stringAscii("ipfs://a"),
  ],
};

test("keeps a signed call in the mempool until it is mined and changes the contract", async () => {
  await using devnet = await startTestDevnet();
  const txid = await send(devnet, alice, register);

  expect((await get(devnet, `/extended/v1/tx/${txid}`)).body).toMatchObject({
    tx_id: txid,
    tx_status: "pending",
    sender_address: alice.address,
    tx_type: "contract_call",
    contract_call: { function_name: "register-profile" },
  });

  const block = devnet.mine();

  expect(block.transactions).toMatchObject([{ txid, status: "success", tx_index: 0 }]);
  expect((await get(devnet, `/extended/v1/tx/${txid}`)).body).toMatchObject({
    tx_status: "success",
    block_height: block.block_height,
    canonical: true,
    events: [{ event_type: "smart_contract_log" }],
  });
  const name = await fetchCallReadOnlyFunction({
    contractAddress: "SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF",
    contractName: "BNS-V2",
    functionName: "get-primary",
    functionArgs: [Cl.principal(alice.address)],
    senderAddress: deployer.address,
    network: networkOf(devnet),
  });
  expect(name).toMatchObject({ type: "ok" });
});
