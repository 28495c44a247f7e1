import { useCallback, useEffect, useState } from "react";
import type { DevnetAccount } from "../accounts.ts";
import { recallAccount } from "./account-memory.ts";
import { firstChoice } from "./account-picker.tsx";
import { type Desk, describeProblem, type Problem } from "./desk.ts";
import { type Failure, failures } from "./failure.ts";
import { FeeField } from "./fee-field.tsx";
import type { WalletRequest } from "./request.ts";
import { RequestFrame } from "./request-frame.tsx";
import { Signer } from "./signer.tsx";
import { signTransaction } from "./signing.ts";
import { formatStx, parseStx } from "./stx.ts";
import { planTransaction } from "./transaction-plan.ts";
import { TransactionReview } from "./transaction-review.tsx";
import { titleOf } from "./transaction-words.ts";

interface TransactionRequestProps {
  desk: Desk;
  request: Extract<WalletRequest, { kind: "transact" }>;
  /** Who has to sign, where the site says it. */
  account: DevnetAccount | undefined;
}

/** A contract call, a deployment or an STX transfer: shown, signed and sent to the node. */
export function TransactionRequest({ desk, request, account: asked }: TransactionRequestProps) {
  const { api } = desk;
  const { transaction } = request;
  const settled = asked ?? recallAccount(desk.site);
  const [account, setAccount] = useState(settled ?? firstChoice);
  const [fee, setFee] = useState<string>();
  const [nonce, setNonce] = useState<bigint>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
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
        nonce: failure === "bad-nonce" ? await wrongNonce(desk, account) : nonce,
        network: api.network,
        failOnChain: failure === "fail-on-chain",
      });
      const txid = await api.broadcast(signed);
      desk.answer({ result: { txid, transaction: signed.serialize() } });
    } catch (error) {
      // The nonce may have been taken by another window in the meantime: have a fresh one for the next try.
      await plan();
      setProblem(describeProblem(error));
      setBusy(false);
    }
  };

  return (
    <RequestFrame
      desk={desk}
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

/** A nonce the node has to refuse: one used already, or one far ahead where none is used yet. */
async function wrongNonce({ api }: Desk, { address }: DevnetAccount): Promise<bigint> {
  const mined = await api.readMinedNonce(address);
  return mined > 0n ? mined - 1n : 1_000_000n;
}
