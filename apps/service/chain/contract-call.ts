import {
  addressFromVersionHash,
  addressHashModeToVersion,
  addressToString,
  type ClarityValue,
  deriveNetworkFromTx,
  deserializeTransaction,
  PayloadType,
} from "@stacks/transactions";

/** Who signed a transaction, and what it calls. */
export interface ContractCall {
  sender: string;
  /** Null for a transaction that calls no contract. */
  contractId: string | null;
  functionName: string | null;
  functionArguments: ClarityValue[];
}

/**
 * Reads a serialized transaction.
 * @param rawTransaction hexadecimal, with or without 0x
 * @throws whatever `@stacks/transactions` throws for what is not a transaction
 */
export function decodeCall(rawTransaction: string): ContractCall {
  const transaction = deserializeTransaction(rawTransaction.replace(/^0x/, ""));
  const condition = transaction.auth.spendingCondition;
  const version = addressHashModeToVersion(condition.hashMode, deriveNetworkFromTx(transaction));
  const sender = addressToString(addressFromVersionHash(version, condition.signer));
  const { payload } = transaction;
  if (payload.payloadType !== PayloadType.ContractCall) {
    return { sender, contractId: null, functionName: null, functionArguments: [] };
  }
  return {
    sender,
    contractId: `${addressToString(payload.contractAddress)}.${payload.contractName.content}`,
    functionName: payload.functionName.content,
    functionArguments: payload.functionArgs,
  };
}
