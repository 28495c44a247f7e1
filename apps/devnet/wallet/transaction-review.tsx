import type { ClarityAbiFunction } from "@stacks/transactions";
import { useEffect, useId, useState } from "react";
import { nameOf } from "./account-memory.ts";
import {
  type Detail,
  describeArguments,
  describeConditions,
  describeRest,
  splitContract,
} from "./descriptions.ts";
import type { NodeApi } from "./node-api.ts";
import type { Transaction } from "./request.ts";

/** A transaction in plain words: its contract, its arguments, and which assets may move. */
export function TransactionReview({
  api,
  transaction,
}: {
  api: NodeApi;
  transaction: Transaction;
}) {
  const declared = useFunction(api, transaction);
  return (
    <>
      {transaction.kind === "call" ? (
        <section>
          <ContractName contract={transaction.contract} />
          <h2>Arguments</h2>
          {transaction.functionArgs.length === 0 ? (
            <p>None.</p>
          ) : (
            <Details details={describeArguments(transaction, declared)} />
          )}
        </section>
      ) : (
        <Details details={describeRest(transaction)} />
      )}
      {transaction.kind !== "transfer" && (
        <section>
          <h2>What may move</h2>
          <ul className={`conditions ${transaction.postConditionMode}`}>
            {describeConditions(transaction).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function ContractName({ contract }: { contract: string }) {
  const { name, owner } = splitContract(contract);
  const ownerName = nameOf(owner);
  return (
    <p className="contract">
      on <strong>{name}</strong>
      <span className="address">
        {ownerName !== undefined && `${ownerName} · `}
        {owner}
      </span>
    </p>
  );
}

/** What is being signed, line by line. */
export function Details({ details }: { details: readonly Detail[] }) {
  return (
    <dl className="details">
      {details.map(({ name, type, text, manner }) => (
        <div key={name}>
          <dt>
            {name}
            {type !== undefined && <span className="type">{type}</span>}
          </dt>
          <dd className={manner}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

interface FeeFieldProps {
  /** In STX, as typed; undefined while the node has not estimated it. */
  fee: string | undefined;
  nonce: bigint | undefined;
  isWrong: boolean;
  /** Absent if the transaction already states its fee. */
  onChange?: ((fee: string) => void) | undefined;
}

/** The fee, the nonce and the network. */
export function FeeField({ fee, nonce, isWrong, onChange }: FeeFieldProps) {
  const id = useId();
  return (
    <section>
      <h2>Cost</h2>
      <div className="facts">
        <div>
          <label htmlFor={id} className="fact-name">
            Fee in STX
          </label>
          <input
            id={id}
            inputMode="decimal"
            autoComplete="off"
            placeholder="…"
            value={fee ?? ""}
            readOnly={onChange === undefined || fee === undefined}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${id}-wrong` : undefined}
            onChange={(event) => onChange?.(event.target.value)}
          />
        </div>
        <p>
          <span className="fact-name">Nonce</span>
          <span className="fact fact-value">{nonce === undefined ? "…" : String(nonce)}</span>
        </p>
        <p>
          <span className="fact-name">Network</span>
          <span className="fact fact-value">devnet</span>
        </p>
      </div>
      {isWrong && (
        <p id={`${id}-wrong`} className="wrong">
          A fee is a number of STX with at most six decimals, like 0.003
        </p>
      )}
    </section>
  );
}

/** The called function's declaration; undefined while it loads or if it does not exist. */
function useFunction(api: NodeApi, transaction: Transaction): ClarityAbiFunction | undefined {
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
