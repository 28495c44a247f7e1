import { nameOf } from "./account-memory.ts";
import { Details } from "./details.tsx";
import type { NodeApi } from "./node-api.ts";
import type { Transaction } from "./request.ts";
import { useFunction } from "./transaction-plan.ts";
import {
  describeArguments,
  describeConditions,
  describeRest,
  splitContract,
} from "./transaction-words.ts";

/** A transaction in plain words: what is called with what, and what may move. */
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
            <Details details={describeArguments(transaction, declared, nameOf)} />
          )}
        </section>
      ) : (
        <Details details={describeRest(transaction, nameOf)} />
      )}
      {transaction.kind !== "transfer" && (
        <section>
          <h2>What may move</h2>
          <ul className={`conditions ${transaction.postConditionMode}`}>
            {describeConditions(
              transaction.postConditions,
              transaction.postConditionMode,
              nameOf,
            ).map((sentence) => (
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
