import { useState } from "react";
import { useParams } from "react-router";
import { readId } from "../../api/route-param.ts";
import { useSentTransactions } from "../../features/wallet/sent-transactions.ts";
import type { SentTransaction } from "../../features/wallet/stored-state.ts";
import { EndorsementLoader } from "../endorsement-loader.tsx";
import { Decide } from "./decide.tsx";
import { Decided, type Decision } from "./decided.tsx";

/** The receiver reads an endorsement and approves or rejects it. */
export function ManageEndorsement() {
  const { id } = useParams();
  return <Managing key={id} text={id} />;
}

function Managing({ text }: { text: string | undefined }) {
  const id = readId(text);
  const onItsWay = useSentTransactions(({ sent }) =>
    sent.find((transaction) => decisionOf(transaction, id) !== null),
  );
  const [decided, setDecided] = useState<Decision | null>(
    onItsWay === undefined ? null : decisionOf(onItsWay, id),
  );
  if (id !== null && decided !== null) {
    return <Decided id={id} decision={decided} onBack={() => setDecided(null)} />;
  }
  return (
    <EndorsementLoader id={text} task="Approve or reject">
      {(endorsement) => <Decide endorsement={endorsement} onDecided={setDecided} />}
    </EndorsementLoader>
  );
}

/** A decision about this endorsement that was sent before the page was reloaded. */
function decisionOf(
  { event, metaData, txId }: SentTransaction,
  id: number | null,
): Decision | null {
  if (id === null || metaData.endorsementId !== id) return null;
  if (event === "APPROVE_ENDORSEMENT") return { kind: "approved", txId };
  return event === "BURN_ENDORSEMENT" ? { kind: "rejected", txId } : null;
}
