import { useState } from "react";
import { useParams } from "react-router";
import { useSentTransactions } from "../../features/wallet/sent-transactions.ts";
import type { SentTransaction } from "../../features/wallet/stored-state.ts";
import { EndorsementLoader } from "../endorsement-loader.tsx";
import { Decide } from "./decide.tsx";
import { Decided, type Decision } from "./decided.tsx";

/** The receiver reads an endorsement and approves or rejects it. */
export function ManageEndorsement() {
  const { id } = useParams();
  return <Managing key={id} id={id} />;
}

function Managing({ id }: { id: string | undefined }) {
  const onItsWay = useSentTransactions(({ sent }) =>
    sent.find((transaction) => decisionOf(transaction, Number(id)) !== null),
  );
  const [decided, setDecided] = useState<Decision | null>(
    onItsWay === undefined ? null : decisionOf(onItsWay, Number(id)),
  );
  if (decided !== null) return <Decided decision={decided} onBack={() => setDecided(null)} />;
  return (
    <EndorsementLoader id={id} task="Approve or reject">
      {(endorsement) => <Decide endorsement={endorsement} onDecided={setDecided} />}
    </EndorsementLoader>
  );
}

/** A decision about this endorsement that was sent before the page was reloaded. */
function decisionOf({ event, metaData, txId }: SentTransaction, id: number): Decision | null {
  if (metaData.endorsementId !== id) return null;
  if (event === "APPROVE_ENDORSEMENT") return { kind: "approved", txId };
  return event === "BURN_ENDORSEMENT" ? { kind: "rejected", txId } : null;
}
