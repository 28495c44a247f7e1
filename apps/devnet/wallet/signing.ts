import { hashMessage } from "@stacks/encryption";
import type { StacksNetwork } from "@stacks/network";
import {
  type ClarityValue,
  deserializeTransaction,
  makeContractCall,
  makeContractDeploy,
  makeSTXTokenTransfer,
  Pc,
  type PostCondition,
  privateKeyToPublic,
  type StacksTransactionWire,
  signMessageHashRsv,
  signStructuredData,
  TransactionSigner,
  type TupleCV,
} from "@stacks/transactions";
import type { DevnetAccount } from "../accounts.ts";
import type { NodeApi } from "./node-api.ts";
import type { Transaction } from "./request.ts";

/** The largest amount a post-condition can name. Nobody holds that much. */
const LARGEST_AMOUNT = 2n ** 64n - 1n;

interface SigningOptions {
  /** Micro-STX. */
  fee: bigint;
  nonce: bigint;
  network: StacksNetwork;
  /** Adds a post-condition that cannot hold, so that the chain aborts the transaction. */
  failOnChain: boolean;
}

/** Builds and signs a transaction. STX transfers carry no post-conditions, so they cannot be made to fail. */
export function signTransaction(
  transaction: Transaction,
  account: DevnetAccount,
  { fee, nonce, network, failOnChain }: SigningOptions,
): Promise<StacksTransactionWire> {
  const common = { senderKey: account.privateKey, fee, nonce, network };
  if (transaction.kind === "transfer") {
    const { recipient, amount, memo } = transaction;
    return makeSTXTokenTransfer({ ...common, recipient, amount, memo });
  }
  const { postConditionMode } = transaction;
  const impossible: PostCondition[] = failOnChain
    ? [Pc.principal(account.address).willSendEq(LARGEST_AMOUNT).ustx()]
    : [];
  const postConditions = [...transaction.postConditions, ...impossible];
  if (transaction.kind === "deploy") {
    const { name, clarityCode, clarityVersion } = transaction;
    return makeContractDeploy({
      ...common,
      contractName: name,
      codeBody: clarityCode,
      ...(clarityVersion === undefined ? {} : { clarityVersion }),
      postConditions,
      postConditionMode,
    });
  }
  const [contractAddress = "", contractName = ""] = transaction.contract.split(".");
  const { functionName, functionArgs } = transaction;
  return makeContractCall({
    ...common,
    contractAddress,
    contractName,
    functionName,
    functionArgs,
    postConditions,
    postConditionMode,
  });
}

/** Signs a transaction that the site has built, as it is. */
export function signSerialized(hex: string, account: DevnetAccount): StacksTransactionWire {
  const signer = new TransactionSigner(deserializeTransaction(hex));
  signer.signOrigin(account.privateKey);
  return signer.getTxInComplete();
}

/** Signs a text; `verifyMessageSignatureRsv` of @stacks/encryption checks it. */
export function signText(message: string, account: DevnetAccount) {
  const messageHash = Array.from(hashMessage(message), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  return {
    signature: signMessageHashRsv({ messageHash, privateKey: account.privateKey }),
    publicKey: publicKeyOf(account),
  };
}

/** Signs a structured message (SIP-018). */
export function signStructured(message: ClarityValue, domain: TupleCV, account: DevnetAccount) {
  return {
    signature: signStructuredData({ message, domain, privateKey: account.privateKey }),
    publicKey: publicKeyOf(account),
  };
}

/** Compressed, in hex. */
export function publicKeyOf({ privateKey }: DevnetAccount): string {
  const key = privateKeyToPublic(privateKey);
  if (typeof key !== "string") throw new Error("The public key is not in hex");
  return key;
}

/** Asks the node for the fee in micro-STX and the nonce, unless the site has fixed them. */
export async function planTransaction(
  api: NodeApi,
  transaction: Transaction,
  account: DevnetAccount,
  fixed: { fee: bigint | undefined; nonce: bigint | undefined },
) {
  const draft = { fee: 0n, nonce: 0n, network: api.network, failOnChain: false };
  const [fee, nonce] = await Promise.all([
    fixed.fee ?? signTransaction(transaction, account, draft).then(api.estimateFee),
    fixed.nonce ?? api.readNextNonce(account.address),
  ]);
  return { fee, nonce };
}
