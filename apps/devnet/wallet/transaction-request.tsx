import { useCallback, useEffect, useState } from "react";
import type { DevnetAccount } from "../accounts.ts";
import { recallAccount } from "./account-memory.ts";
import { firstChoice, Signer } from "./account-picker.tsx";
import { titleOf } from "./descriptions.ts";
import { type Failure, failures } from "./failure.tsx";
import type { RpcError } from "./protocol.ts";
import type { WalletRequest } from "./request.ts";
import { describeProblem, type RequestContext, RequestFrame } from "./request-frame.tsx";
import { planTransaction, signTransaction } from "./signing.ts";
import { formatStx, parseStx } from "./stx.ts";
import { FeeField, TransactionReview } from "./transaction-review.tsx";

interface TransactionRequestProps {
  context: RequestContext;
  request: Extract<WalletRequest, { kind: "transact" }>;
  /** The account that must sign, if the site names one. */
  account: DevnetAccount | undefined;
}

/** A contract call, a deployment or an STX transfer: shown, signed and sent to the node. */
export function TransactionRequest({ context, request, account: asked }: TransactionRequestProps) {
  const { api } = context;
  const { transaction } = request;
  const settled = asked ?? recallAccount(context.site);
  const [account, setAccount] = useState(settled ?? firstChoice);
  const [fee, setFee] = useState<string>();
  const [nonce, setNonce] = useState<bigint>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<RpcError>();
  const microFee = fee === undefined ? undefined : parseStx(fee);

  const plan = useCallback(async () => {
    if (account === undefined) return;
    try {
      const planned = await planTransaction(api, transaction, account, request);
      setFee((typed) => typed ?? formatStx(planned.fee));
      setNonce(planned.nonce);
      setProblem(undefined);
    } catch (error) {
      setProblem(describeProblem(error));
    }
  }, [api, transaction, account, request]);
  useEffect(() => {
    plan();
  }, [plan]);

  const confirm = async (failure: Failure) => {
    if (account === undefined) return;
    if (nonce === undefined || fee === undefined) return plan();
    if (microFee === undefined) return;
    setBusy(true);
    try {
      const signed = await signTransaction(transaction, account, {
        fee: microFee,
        nonce: failure === "bad-nonce" ? await wrongNonce(context, account) : nonce,
        network: api.network,
        failOnChain: failure === "fail-on-chain",
      });
      const txid = await api.broadcast(signed);
      context.answer({ result: { txid, transaction: signed.serialize() } });
    } catch (error) {
      // Another window may have used the nonce. Get a new one for the next try.
      await plan();
      setProblem(describeProblem(error));
      setBusy(false);
    }
  };

  return (
    <RequestFrame
      context={context}
      title={titleOf(transaction)}
      failures={
        transaction.kind === "transfer"
          ? failures.filter((failure) => failure !== "fail-on-chain")
          : failures
      }
      isBusy={isBusy}
      isLoading={problem === undefined && (nonce === undefined || microFee === undefined)}
      problem={problem}
      onConfirm={confirm}
    >
      <TransactionReview api={api} transaction={transaction} />
      <Signer
        api={api}
        account={account}
        onChoose={settled === undefined ? setAccount : undefined}
      />
      <FeeField
        fee={fee}
        nonce={nonce}
        isWrong={fee !== undefined && microFee === undefined}
        onChange={setFee}
      />
    </RequestFrame>
  );
}

/** A nonce that the node refuses: a used one, or one far ahead if none is used yet. */
async function wrongNonce({ api }: RequestContext, { address }: DevnetAccount): Promise<bigint> {
  const { nonce } = await api.readAccount(address);
  return nonce > 0n ? nonce - 1n : 1_000_000n;
}
