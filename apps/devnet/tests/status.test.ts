import { Cl, ClarityVersion, makeContractDeploy, makeSTXTokenTransfer } from "@stacks/transactions";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alice, bob, carol, dan, erin } from "../accounts.ts";
import type { Devnet } from "../devnet.ts";
import {
  accountOf,
  broadcast,
  deployTestContract,
  get,
  makeCall,
  networkOf,
  post,
  send,
  startTestDevnet,
  statusOf,
} from "./fixture.ts";

let devnet: Devnet;
let contract: `${string}.${string}`;

beforeAll(async () => {
  devnet = await startTestDevnet();
  contract = await deployTestContract(devnet);
});
afterAll(() => devnet.close());

const readCounter = async (): Promise<unknown> => {
  const [contractAddress, contractName] = contract.split(".");
  return (await get(devnet, `/v2/data_var/${contractAddress}/${contractName}/counter`)).body;
};

describe("how a transaction ends", () => {
  test("ends in success, with its block, result and events", async () => {
    const txid = await send(devnet, alice, { contract, functionName: "count", args: [] });
    const block = devnet.mine();
    const { body } = await get(devnet, `/extended/v1/tx/${txid}`);
    expect(body).toMatchObject({
      tx_id: txid,
      tx_status: "success",
      tx_result: { repr: expect.stringMatching(/^\(ok u\d+\)$/) },
      block_height: block.block_height,
      block_hash: block.block_hash,
      tx_index: 0,
      event_count: 1,
      events: [
        {
          event_type: "smart_contract_log",
          contract_log: { contract_id: contract, topic: "print" },
        },
      ],
    });
    expect((await get(devnet, `/extended/v3/transactions/${txid}`)).body).toMatchObject({
      tx_id: txid,
      status: "success",
      type: "contract_call",
      sender: { address: alice.address },
      block: { height: block.block_height, index_hash: block.index_block_hash },
      contract_call: { contract_id: contract, function_name: "count" },
    });
  });

  test.each([
    ["abort_by_response", "count-and-err", [], "(err u77)"],
    ["abort_by_response", "count-and-divide", [Cl.uint(0)], "(err none)"],
    ["abort_by_post_condition", "pay", [Cl.uint(9), Cl.principal(bob.address)], "(ok true)"],
  ] as const)(
    "ends as %s from %s, which changes only fee and nonce",
    async (status, functionName, args, result) => {
      const before = {
        account: await accountOf(devnet, alice.address),
        bob: await accountOf(devnet, bob.address),
        counter: await readCounter(),
      };
      const txid = await send(devnet, alice, {
        contract,
        functionName,
        args: [...args],
        fee: 5000,
      });
      const block = devnet.mine();

      expect(block.transactions).toMatchObject([{ txid, status }]);
      expect((await get(devnet, `/extended/v1/tx/${txid}`)).body).toMatchObject({
        tx_status: status,
        tx_result: { repr: result },
        event_count: 0,
      });
      const after = await accountOf(devnet, alice.address);
      expect(before.account.balance - after.balance).toBe(5000n);
      expect(after.nonce).toBe(before.account.nonce + 1);
      expect(await readCounter()).toEqual(before.counter);
      expect(await accountOf(devnet, bob.address)).toEqual(before.bob);
    },
  );

  test("posts the events of a failed post-condition as not committed", async () => {
    const txid = await send(devnet, alice, {
      contract,
      functionName: "pay",
      args: [Cl.uint(9), Cl.principal(bob.address)],
    });
    expect(devnet.mine().events).toMatchObject([
      { txid, committed: false, type: "stx_transfer_event" },
    ]);
  });

  test("keeps a failed transaction from affecting others in its block", async () => {
    const count = { contract, functionName: "count", args: [] };
    const pay = {
      contract,
      functionName: "pay",
      args: [Cl.uint(9), Cl.principal(erin.address)],
    };
    const divide = { contract, functionName: "count-and-divide", args: [Cl.uint(0)] };
    const { body: before } = await get(devnet, `/extended/v2/blocks/latest`);
    const sent = [
      await send(devnet, alice, count),
      await send(devnet, bob, divide),
      await send(devnet, carol, pay),
      await send(devnet, bob, count),
      await send(devnet, dan, divide),
      await send(devnet, carol, count),
    ];
    const block = devnet.mine();
    expect(before).toMatchObject({ height: block.block_height - 1 });
    expect(block.transactions.map(({ txid, status }) => [txid, status])).toEqual([
      [sent[0], "success"],
      [sent[1], "abort_by_response"],
      [sent[2], "abort_by_post_condition"],
      [sent[3], "success"],
      [sent[4], "abort_by_response"],
      [sent[5], "success"],
    ]);
    expect(block.events.map(({ event_index }) => event_index).sort()).toEqual([0, 1, 2, 3]);
  });

  test("aborts a deployment that does not compile, with the reason", async () => {
    const transaction = await makeContractDeploy({
      contractName: "broken",
      codeBody: "(define-public (broken) (nothing))",
      clarityVersion: ClarityVersion.Clarity4,
      senderKey: alice.privateKey,
      network: networkOf(devnet),
    });
    const txid = await broadcast(devnet, transaction);
    devnet.mine();
    expect((await get(devnet, `/extended/v1/tx/${txid}`)).body).toMatchObject({
      tx_status: "abort_by_response",
      vm_error: expect.stringContaining("nothing"),
    });
  });

  test("aborts the second of two deployments of one name a block later", async () => {
    const deploy = async (nonce: number, source: string) =>
      broadcast(
        devnet,
        await makeContractDeploy({
          contractName: "twice",
          codeBody: source,
          clarityVersion: ClarityVersion.Clarity4,
          senderKey: bob.privateKey,
          network: networkOf(devnet),
          nonce,
        }),
      );
    const { nonce } = await accountOf(devnet, bob.address);
    const first = await deploy(nonce, "(define-read-only (one) 1)");
    const second = await deploy(nonce + 1, "(define-read-only (two) 2)");
    devnet.mine();
    expect(await statusOf(devnet, first)).toBe("success");
    expect(await statusOf(devnet, second)).toBe("pending");
    devnet.mine();
    expect(await statusOf(devnet, second)).toBe("abort_by_response");
  });

  test("drops a transaction when one with a higher fee replaces it", async () => {
    const { nonce } = await accountOf(devnet, carol.address);
    const call = { contract, functionName: "count", args: [], nonce };
    const cheap = await send(devnet, carol, { ...call, fee: 1000 });
    const dear = await send(devnet, carol, { ...call, fee: 1001 });
    expect(await statusOf(devnet, cheap)).toBe("dropped_replace_by_fee");
    expect(devnet.mine().transactions).toMatchObject([{ txid: dear, status: "success" }]);
    expect((await get(devnet, `/extended/v1/tx/${cheap}`)).body).toMatchObject({
      replaced_by_tx_id: dear,
    });
    expect((await get(devnet, `/extended/v3/transactions/${cheap}`)).status).toBe(404);
  });

  test("drops a transaction on demand", async () => {
    const txid = await send(devnet, carol, { contract, functionName: "count", args: [] });
    await post(devnet, "/colonnade/v1/drop", { txid, status: "dropped_problematic" });
    expect(await statusOf(devnet, txid)).toBe("dropped_problematic");
    expect(devnet.mine().transactions).toEqual([]);
  });

  test("drops a transaction that has waited for 256 blocks", async () => {
    const { nonce } = await accountOf(devnet, dan.address);
    const call = { contract, functionName: "count", args: [], nonce: nonce + 1 };
    const txid = await send(devnet, dan, call);
    await post(devnet, "/colonnade/v1/mine", { blocks: 256 });
    expect(await statusOf(devnet, txid)).toBe("pending");
    devnet.mine();
    expect(await statusOf(devnet, txid)).toBe("dropped_stale_garbage_collect");
  });

  test("answers 404 for an unknown transaction", async () => {
    const unknown = `0x${"ab".repeat(32)}`;
    for (const path of ["/extended/v1/tx", "/extended/v3/transactions"]) {
      expect((await get(devnet, `${path}/${unknown}`)).status).toBe(404);
      expect((await get(devnet, `${path}/abc`)).status).toBe(400);
    }
  });

  test("keeps a transaction waiting while its sender cannot pay the fee", async () => {
    const { nonce, balance } = await accountOf(devnet, erin.address);
    const transfer = (amount: bigint, fee: bigint, at: number) =>
      makeSTXTokenTransfer({
        recipient: alice.address,
        amount,
        fee,
        nonce: at,
        senderKey: erin.privateKey,
        network: networkOf(devnet),
      });
    const all = await broadcast(devnet, await transfer(balance - 1000n, 1000n, nonce));
    const none = await broadcast(
      devnet,
      await makeCall(devnet, erin, {
        contract,
        functionName: "count",
        args: [],
        nonce: nonce + 1,
        fee: 1000,
      }),
    );
    expect(devnet.mine().transactions.map(({ txid }) => txid)).toEqual([all]);
    expect(await statusOf(devnet, none)).toBe("pending");
  });
});
