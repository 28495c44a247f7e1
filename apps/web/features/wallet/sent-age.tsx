import { useEffect, useState } from "react";
import { Time } from "../../ui/time.tsx";
import { useSentTransactions } from "./sent-transactions.ts";

/** Milliseconds between two looks at the clock. */
const TICK = 10_000;

/** How long a transaction has been on its way; nothing where this device did not send it. */
export function SentAge({ txId }: { txId: string | null }) {
  const sentAt = useSentTransactions(
    ({ sent }) => sent.find((transaction) => transaction.txId === txId)?.sentAt,
  );
  const [, look] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => look((times) => times + 1), TICK);
    return () => clearInterval(timer);
  }, []);
  return sentAt === undefined ? null : (
    <span className="text-sm text-muted">
      Sent <Time date={new Date(sentAt).toISOString()} />
    </span>
  );
}
