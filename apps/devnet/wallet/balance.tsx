import { useEffect, useState } from "react";
import type { NodeApi } from "./node-api.ts";
import { formatStx } from "./stx.ts";

/** Of an STX, in micro-STX: finer than that nobody wants to read a balance. */
const HUNDREDTH = 10_000n;

/** An account's balance, once the node has said it. */
export function Balance({ api, address }: { api: NodeApi; address: string }) {
  const [balance, setBalance] = useState<bigint | "unknown">();
  useEffect(() => {
    let isCurrent = true;
    api.readBalance(address).then(
      (read) => isCurrent && setBalance(read),
      () => isCurrent && setBalance("unknown"),
    );
    return () => {
      isCurrent = false;
    };
  }, [api, address]);
  if (balance === undefined) return <span className="balance">… STX</span>;
  if (balance === "unknown") return <span className="balance">balance unknown</span>;
  return (
    <span className="balance" title={`${formatStx(balance)} STX`}>
      {formatStx(balance - (balance % HUNDREDTH))} STX
    </span>
  );
}
