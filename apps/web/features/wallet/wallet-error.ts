import { messages } from "@colonnade/domain/messages.ts";
import { statusOf } from "../../api/error.ts";

/** Something a wallet action met, said in words that can be shown as they are. */
export class WalletError extends Error {
  override readonly name = "WalletError";
}

/** A person's no, by wallet: Xverse −32000, @stacks/connect's dialog −31001, Leather 4001. */
const cancelCodes = new Set([-32000, -31001, 4001]);

const wordsOfCode: Record<number, string> = {
  [-32001]: "Your wallet is on another account. Switch to the one you connected, or connect again.",
  [-32002]: "Your wallet did not allow this.",
  [-32601]: "Your wallet cannot do this. Another wallet may.",
  [-32602]: "Your wallet did not understand the request.",
  [-32603]: "Your wallet had a problem of its own. Please try again.",
  [-32700]: "Your wallet did not understand the request.",
};

/** The session's errors, by their code in `@stacks/common`. */
const wordsOfSessionCode: Record<string, string> = {
  failed_decryption_error: messages.undecryptable,
  no_session_data: messages.noSessionData,
  signature_verification_failure: messages.invalidAuthResponse,
};

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** Whether the person declined, which is no failure. */
export function isCancelled(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === "number" && cancelCodes.has(code);
}

/**
 * What to say about anything that a wallet action can throw: a wallet's JSON-RPC error, a service's answer,
 * a network that is not there.
 */
export function describeWalletError(error: unknown): string {
  if (isCancelled(error)) return messages.transactionCancelled;
  if (error instanceof WalletError) return error.message;
  const code = codeOf(error);
  const words = typeof code === "number" ? wordsOfCode[code] : wordsOfSessionCode[String(code)];
  if (words !== undefined) return words;
  if (error instanceof Error && statusOf(error) !== undefined) return error.message;
  if (error instanceof TypeError) return "The network did not answer. Please try again.";
  const message = error instanceof Error ? error.message : "";
  return message === "" ? messages.somethingWrong : message;
}

/**
 * What to throw for a sign-in that failed: 'Failed to login: ' and why. A person's no stays one, and what is
 * said in whole words already stays as it is.
 */
export function loginError(error: unknown): unknown {
  if (isCancelled(error) || error instanceof WalletError) return error;
  return new WalletError(messages.failedToLogin + describeWalletError(error));
}
