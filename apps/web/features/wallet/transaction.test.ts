import {
  Cl,
  getAddressFromPrivateKey,
  makeContractCall,
  type PostCondition,
  PostConditionMode,
} from "@stacks/transactions";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useSentTransactions } from "./sent-transactions.ts";
import { useSession } from "./session-store.ts";
import { type ContractCall, sendTransaction } from "./transaction.ts";
import { describeWalletError } from "./wallet-error.ts";

const key = "753b7cc01a1a2e86221266a154af739463fce51219d97e4f856cd7200c3bd2a601";
const address = getAddressFromPrivateKey(key, "testnet");
const wallet = vi.hoisted(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem() {}, removeItem() {} });
  return vi.fn();
});
vi.mock("./wallets.ts", () => ({
  loadConnectedWallet: async () => ({ askWallet: wallet, provider: {} }),
  isOfNetwork: () => true,
}));
vi.mock("../../api/runtime-config.ts", () => ({
  runtimeConfig: () => ({
    network: "testnet",
    nodeUrl: "http://node.test",
    protocolContract: `${address}.protocol`,
  }),
}));

const condition: PostCondition = {
  type: "nft-postcondition",
  address,
  condition: "sent",
  asset: `${address}.protocol::pending-endorsement`,
  assetId: Cl.uint(7),
};
const signed = (functionName: string) =>
  makeContractCall({
    contractAddress: address,
    contractName: "protocol",
    functionName,
    functionArgs: [Cl.uint(7)],
    postConditionMode: PostConditionMode.Deny,
    senderKey: key,
    network: "testnet",
    fee: 1000n,
    nonce: 0n,
  });
/** The node's answer about a call in deny mode without conditions. */
const seen = (functionName: string) =>
  Response.json({
    sender_address: address,
    contract_call: {
      contract_id: `${address}.protocol`,
      function_name: functionName,
      function_args: [{ hex: `0x${Cl.serialize(Cl.uint(7))}` }],
    },
    post_condition_mode: "deny",
    post_conditions: [],
  });

const call: ContractCall = {
  functionName: "approve-endorsement",
  functionArgs: (cl) => [cl.uint(7)],
  postConditions: () => [condition],
};
const onUnprotected = vi.fn();
const send = () => sendTransaction(address, () => call, onUnprotected);
const stored = () => useSentTransactions.getState().sent;

describe("sending through a wallet that returns the transaction's id alone", () => {
  let answer: PromiseWithResolvers<Response>;
  beforeEach(() => {
    answer = Promise.withResolvers();
    vi.stubGlobal("fetch", () => answer.promise);
    wallet.mockReset().mockResolvedValue({ txid: "ab".repeat(32) });
    onUnprotected.mockReset();
    useSentTransactions.setState({ sent: [] });
    useSession.setState({ senderAddress: address });
  });

  it("stores it at once, also if the node is silent or fails", async () => {
    const sent = await send();
    expect(stored()).toEqual([sent]);
    answer.reject(new TypeError("Failed to fetch"));
    await expect(answer.promise).rejects.toThrow();
    expect(stored()).toEqual([sent]);
  });

  it("warns once the node shows that protection was left out", async () => {
    const { txId } = await send();
    answer.resolve(seen("approve-endorsement"));
    await expect
      .poll(() => onUnprotected.mock.calls)
      .toMatchObject([[{ txId, unprotected: "refused" }]]);
    expect(stored()).toMatchObject([{ txId, unprotected: "refused" }]);
  });

  it("learns from the node that another call was sent", async () => {
    const { txId } = await send();
    answer.resolve(seen("burn-endorsement"));
    await expect
      .poll(stored)
      .toMatchObject([{ txId, other: expect.stringContaining("sent something else") }]);
    expect(onUnprotected).not.toHaveBeenCalled();
  });
});

it("reads the transaction in the wallet's answer at once", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("No request is due")));
  useSentTransactions.setState({ sent: [] });
  useSession.setState({ senderAddress: address });
  const answerWith = async (functionName: string) => {
    const transaction = await signed(functionName);
    wallet.mockResolvedValue({ txid: transaction.txid(), transaction: transaction.serialize() });
  };
  await answerWith("burn-endorsement");
  await expect(send()).rejects.toThrow("sent something else");
  expect(stored()).toEqual([]);
  await answerWith("approve-endorsement");
  expect(await send()).toMatchObject({ unprotected: "refused" });
  expect(stored()).toMatchObject([{ unprotected: "refused" }]);
});

describe("sending while another tab connects somebody else", () => {
  const other = "ST1NZSWVC012TNQ5D2VN941XS91TJN7S1MF71EBHK";
  const switchAccount = () => useSession.setState({ senderAddress: other });
  beforeEach(() => {
    vi.stubGlobal("fetch", () => Promise.reject(new Error("No request is due")));
    wallet.mockReset();
    useSentTransactions.setState({ sent: [] });
    useSession.setState({ senderAddress: address });
  });

  it.each<[string, () => Promise<ContractCall>]>([
    [
      "the call is made",
      async () => {
        switchAccount();
        return call;
      },
    ],
    ["the call is checked", async () => ({ ...call, check: async () => switchAccount() })],
  ])("asks nobody to sign if it happens while %s", async (_, build) => {
    const sending = sendTransaction(address, build, onUnprotected);
    const error = await sending.catch((thrown: unknown) => thrown);
    expect(describeWalletError(error)).toMatch(/^Your wallet is on another account/);
    expect(wallet).not.toHaveBeenCalled();
    expect(stored()).toEqual([]);
  });

  it("asks nobody to sign the next call of a series", async () => {
    wallet.mockResolvedValue({ txid: "ab".repeat(32) });
    await send();
    switchAccount();
    await expect(send()).rejects.toThrow();
    expect(wallet).toHaveBeenCalledOnce();
  });
});
