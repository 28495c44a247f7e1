import { useState } from "react";
import { useParams } from "react-router";
import { readId } from "../../api/route-param.ts";
import { useSentTransactions } from "../../features/wallet/sent-transactions.ts";
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
  const [decided, setDecided] = useState(() => findDecision(id));
  if (id !== null && decided !== null) {
    return <Decided id={id} decision={decided} onBack={() => setDecided(null)} />;
  }
  return (
    <EndorsementLoader id={text} task="Approve or reject">
      {(endorsement) => <Decide endorsement={endorsement} onDecided={setDecided} />}
    </EndorsementLoader>
  );
}

/** A decision about this endorsement that was sent before the page was opened, and is on its way still. */
function findDecision(id: number | null): Decision | null {
  for (const { event, metaData, txId } of useSentTransactions.getState().sent) {
    if (id === null || metaData.endorsementId !== id) continue;
    if (event === "APPROVE_ENDORSEMENT") return { kind: "approved", txId };
    if (event === "BURN_ENDORSEMENT") return { kind: "rejected", txId };
  }
  return null;
}
