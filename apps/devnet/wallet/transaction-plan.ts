import type { ClarityAbiFunction } from "@stacks/transactions";
import { useEffect, useState } from "react";
import type { DevnetAccount } from "../accounts.ts";
import type { NodeApi } from "./node-api.ts";
import type { Transaction } from "./request.ts";
import { signTransaction } from "./signing.ts";

/** What the node says about a transaction before it is signed. */
export interface TransactionPlan {
  /** Micro-STX. */
  fee: bigint;
  nonce: bigint;
}

/** Asks the node for the fee and the nonce; what the site has fixed is not asked for. */
export async function planTransaction(
  api: NodeApi,
  transaction: Transaction,
  account: DevnetAccount,
  fixed: { fee: bigint | undefined; nonce: bigint | undefined },
): Promise<TransactionPlan> {
  const { network } = api;
  const [fee, nonce] = await Promise.all([
    fixed.fee ??
      signTransaction(transaction, account, {
        fee: 0n,
        nonce: 0n,
        network,
        failOnChain: false,
      }).then(api.estimateFee),
    fixed.nonce ?? api.readNextNonce(account.address),
  ]);
  return { fee, nonce };
}

/** The called function as its contract declares it; undefined until known, or where it is not. */
export function useFunction(
  api: NodeApi,
  transaction: Transaction,
): ClarityAbiFunction | undefined {
  const [declared, setDeclared] = useState<ClarityAbiFunction>();
  useEffect(() => {
    if (transaction.kind !== "call") return;
    let isCurrent = true;
    api.readFunction(transaction.contract, transaction.functionName).then((found) => {
      if (isCurrent) setDeclared(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [api, transaction]);
  return declared;
}
