import { errorCode } from "./error-code.ts";
import type { RpcError } from "./message.ts";

/** What Confirm is made to do instead, to see how a site takes it. */
export const failures = [
  "none",
  "refuse-cancelled",
  "refuse-xverse",
  "refuse-leather",
  "fail-on-chain",
  "bad-nonce",
] as const;
export type Failure = (typeof failures)[number];

/** Those that need no chain to fail on. */
export const refusals: readonly Failure[] = failures.filter(
  (failure) => failure === "none" || failure.startsWith("refuse"),
);

export const failureWords: Record<Failure, string> = {
  none: "Do what it says",
  "refuse-cancelled": "Refuse with −31001, as SIP-030 says",
  "refuse-xverse": "Refuse with −32000, as Xverse does",
  "refuse-leather": "Refuse with 4001, as Leather does",
  "fail-on-chain": "Make it fail on chain",
  "bad-nonce": "Make the node refuse it (bad nonce)",
};

/** The refusal that a failure stands for; undefined where it is another kind of failure. */
export function refusalOf(failure: Failure): RpcError | undefined {
  const message = "The request was refused in the Dev Wallet";
  switch (failure) {
    case "refuse-cancelled":
      return { code: errorCode.cancelled, message };
    case "refuse-xverse":
      return { code: errorCode.refusedByXverse, message };
    case "refuse-leather":
      return { code: errorCode.refusedByLeather, message };
    default:
      return undefined;
  }
}
