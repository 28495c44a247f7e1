import { hashWords, willSendPending } from "@colonnade/contracts/pending-endorsement.ts";
import { alice, bob } from "@colonnade/devnet/accounts.ts";
import {
  BNS_V2,
  ENDORSEMENT_CONTRACT_NAME,
  PROTOCOL_CONTRACT_NAME,
} from "@colonnade/domain/known-contracts.ts";
import type { Proof } from "@colonnade/domain/proof.ts";
import { Cl, makeContractCall, type PostConditionModeName } from "@stacks/transactions";

export const protocol = `${alice.address}.${PROTOCOL_CONTRACT_NAME}` as const;
const block = { id: `0x${"0".repeat(64)}`, height: 1, date: "2026-01-01T00:00:00.000Z" };

interface Asked {
  title?: string;
  mode?: PostConditionModeName;
  /** Whether the receiver's wallet left out the condition. */
  bare?: boolean;
}

/** The bundle of an approved endorsement of Bob by Alice. */
export async function makeBundle({
  title = "A title",
  mode = "deny",
  bare = false,
}: Asked): Promise<Proof> {
  const words = { title, endorsement: "Words", milestoneURI: "ipfs://x", signedHeight: 1 };
  const { sender, receiver } = { sender: alice.address, receiver: bob.address };
  const signed = { sender, title, date: 1, description: "Words", image: "ipfs://x" };
  const wordsHash = hashWords(signed);
  const call = {
    contractAddress: alice.address,
    contractName: PROTOCOL_CONTRACT_NAME,
    fee: 1,
    nonce: 0,
  };
  const submitted = await makeContractCall({
    ...call,
    network: "testnet",
    functionName: "submit-endorsement",
    functionArgs: [
      Cl.principal(sender),
      Cl.principal(receiver),
      Cl.stringUtf8(title),
      Cl.uint(1),
      Cl.stringUtf8("Words"),
      Cl.stringAscii("ipfs://x"),
      Cl.none(),
    ],
    senderKey: alice.privateKey,
  });
  const approved = await makeContractCall({
    ...call,
    network: "testnet",
    functionName: "approve-endorsement",
    functionArgs: [Cl.uint(1)],
    postConditionMode: mode,
    postConditions: bare ? [] : [willSendPending(protocol, receiver, 1, wordsHash)],
    senderKey: bob.privateKey,
  });
  const stated = { block, words, wordsHash };
  return {
    version: 1,
    network: "devnet",
    contracts: {
      protocol,
      endorsement: `${alice.address}.${ENDORSEMENT_CONTRACT_NAME}`,
      bns: BNS_V2.mainnet,
    },
    claim: {
      id: 1,
      status: "approved",
      sender,
      receiver,
      organization: null,
      names: { sender: null, receiver: null },
      words,
      wordsHash,
    },
    transactions: [
      { ...stated, txIndex: 0, action: "submit", by: sender, ...bytesOf(submitted) },
      { ...stated, txIndex: 1, action: "approve", by: receiver, ...bytesOf(approved) },
    ],
  };
}

const bytesOf = (wire: Awaited<ReturnType<typeof makeContractCall>>) => ({
  txId: `0x${wire.txid()}`,
  raw: `0x${wire.serialize()}`,
});
