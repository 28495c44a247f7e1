import {
  Cl,
  getAddressFromPrivateKey,
  makeContractCall,
  type PostCondition,
  PostConditionMode,
} from "@stacks/transactions";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { decodeCall, findOtherCall, findUnprotected, lineOf, readSentCall } from "./signed-call.ts";

vi.mock("../../api/runtime-config.ts", () => ({
  runtimeConfig: () => ({ network: "testnet", nodeUrl: "http://node.test" }),
}));

const senderKey = "753b7cc01a1a2e86221266a154af739463fce51219d97e4f856cd7200c3bd2a601";
const otherKey = `${"11".repeat(32)}01`;
const sender = getAddressFromPrivateKey(senderKey, "testnet");
const contractName = "colonnade-protocol-alpha";
const condition: PostCondition = {
  type: "nft-postcondition",
  address: sender,
  condition: "sent",
  asset: `${sender}.${contractName}::pending-endorsement`,
  assetId: Cl.tuple({ id: Cl.uint(7), words: Cl.bufferFromHex("ab".repeat(32)) }),
};
const asked = {
  sender,
  contract: `${sender}.${contractName}`,
  functionName: "approve-endorsement",
  functionArgs: [Cl.serialize(Cl.uint(7))],
  deny: true,
  conditions: [lineOf(condition)],
};

/** The call as a wallet signs it, with what it does otherwise. */
async function sign(otherwise: Partial<Parameters<typeof makeContractCall>[0]> = {}) {
  const transaction = await makeContractCall({
    contractAddress: sender,
    contractName,
    functionName: "approve-endorsement",
    functionArgs: [Cl.uint(7)],
    postConditions: [condition],
    postConditionMode: PostConditionMode.Deny,
    senderKey,
    network: "testnet",
    fee: 1000n,
    nonce: 0n,
    ...otherwise,
  });
  return { txId: `0x${transaction.txid()}`, hex: transaction.serialize() };
}

async function read(otherwise?: Parameters<typeof sign>[0]) {
  const { txId, hex } = await sign(otherwise);
  const signed = decodeCall(hex, txId);
  if (signed === null) throw new Error("It was not read");
  return signed;
}

const askNode = vi.fn<(url: string, options?: RequestInit) => Promise<Response>>();
beforeEach(() => {
  askNode.mockReset();
  vi.stubGlobal("fetch", askNode);
});

describe("what a wallet signed", () => {
  it("is accepted as the call that was asked for", async () => {
    const signed = await read();
    expect(signed).toEqual(asked);
    expect(findOtherCall(asked, signed)).toBeNull();
    expect(findUnprotected(asked, signed)).toBeUndefined();
    expect(askNode).not.toHaveBeenCalled();
  });

  it("is refused by the network if the conditions are left out", async () => {
    expect(findUnprotected(asked, await read({ postConditions: [] }))).toBe("refused");
  });

  it("is refused by the network if a condition names other words", async () => {
    const assetId = Cl.tuple({ id: Cl.uint(7), words: Cl.bufferFromHex("cd".repeat(32)) });
    const signed = await read({ postConditions: [{ ...condition, assetId }] });
    expect(findUnprotected(asked, signed)).toBe("refused");
  });

  it("is taken whatever it moves in any mode but deny", async () => {
    const postConditionMode = PostConditionMode.Allow;
    expect(findUnprotected(asked, await read({ postConditionMode }))).toBe("loose");
    const neither = await read({ postConditionMode, postConditions: [] });
    expect(findUnprotected(asked, neither)).toBe("open");
    expect(findUnprotected({ ...asked, conditions: [] }, neither)).toBe("loose");
  });

  it("is refused or taken if the conditions are left out and the mode is unknown", async () => {
    const signed = { ...(await read({ postConditions: [] })), deny: null };
    expect(findUnprotected(asked, signed)).toBe("unclear");
    expect(findUnprotected(asked, { ...asked, deny: null })).toBeUndefined();
  });

  it.each([
    [{ network: "mainnet" as const }, "on another network"],
    [{ senderKey: otherKey }, "Your wallet signed as "],
    [{ functionArgs: [Cl.uint(8)] }, "something else than this page asked for"],
    [{ functionName: "burn-endorsement" }, "something else than this page asked for"],
    [{ contractName: "another" }, "something else than this page asked for"],
  ])("is another call with %o", async (otherwise, words) => {
    expect(findOtherCall(asked, await read(otherwise))).toContain(words);
  });
});

describe("a wallet that does not return the transaction", () => {
  const [address = "", name = ""] = asked.contract.split(".");
  const seen = {
    sender_address: sender,
    contract_call: {
      contract_id: asked.contract,
      function_name: asked.functionName,
      function_args: [{ hex: `0x${asked.functionArgs[0]}` }],
    },
    post_condition_mode: "deny",
    post_conditions: [
      {
        principal: { type_id: "principal_standard", address: sender },
        condition_code: "sent",
        type: "non_fungible",
        asset: {
          contract_address: address,
          contract_name: name,
          asset_name: "pending-endorsement",
        },
        asset_value: { hex: `0x${Cl.serialize(condition.assetId)}` },
      },
    ],
  };

  it("has it read from the node's mempool", async () => {
    askNode.mockResolvedValue(Response.json(seen));
    const { txId } = await sign();
    expect(await readSentCall(txId)).toEqual(asked);
    expect(askNode.mock.calls[0]?.[0]).toBe(`http://node.test/extended/v1/tx/${txId}`);
  });

  it("has it read from the API's third version where the first one is closed", async () => {
    const { sender_address, post_condition_mode: _, ...rest } = seen;
    const { txId } = await sign();
    const path = `/extended/v3/transactions/${txId}?include=function_args,post_conditions`;
    askNode.mockImplementation(async (url) =>
      url === `http://node.test${path}`
        ? Response.json({ ...rest, sender: { address: sender_address, nonce: 0 } })
        : new Response(null, { status: 410 }),
    );
    expect(await readSentCall(txId)).toEqual({ ...asked, deny: null });
  });

  it("has it read, too, if its answer is another transaction or none", async () => {
    const { txId } = await sign();
    for (const answer of [(await sign({ nonce: 1n })).hex, "zz", ""]) {
      expect(decodeCall(answer, txId)).toBeNull();
    }
  });

  it("fails if the node fails, or is silent for ten seconds", async () => {
    const { txId } = await sign();
    askNode.mockResolvedValue(Response.json({ tx_type: "coinbase" }));
    await expect(readSentCall(txId)).rejects.toThrow();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort("silent"));
    askNode.mockImplementation(async (_url, options) => {
      options?.signal?.throwIfAborted();
      return Response.json(seen);
    });
    await expect(readSentCall(txId)).rejects.toBe("silent");
    expect(timeout).toHaveBeenCalledWith(10_000);
    timeout.mockRestore();
  });

  it("is looked for five times in the mempool", async () => {
    vi.useFakeTimers();
    askNode.mockImplementation(async () => new Response(null, { status: 404 }));
    const signed = readSentCall(`0x${"ab".repeat(32)}`);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await signed).toBeNull();
    expect(askNode).toHaveBeenCalledTimes(5);
    vi.useRealTimers();
  });
});
