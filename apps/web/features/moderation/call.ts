import type { ContractCall } from "../wallet/transaction.ts";

/** Suspends somebody or ends their suspension. Only watchers may call it. */
export function suspensionCall(change: "remove" | "restore", person: string): ContractCall {
  return {
    functionName: `watcher-${change}-profile`,
    functionArgs: (cl) => [cl.principal(person)],
    metaData: { person },
  };
}
