import { messages } from "@colonnade/domain/messages.ts";
import { codeOf, statusOf } from "../../api/error.ts";

/** A failed wallet action. Its message can be shown as it is. */
export class WalletError extends Error {
  override readonly name = "WalletError";
}

/** The person must not sign what the page shows. Loading the page again may help. */
export class OutdatedPageError extends WalletError {}

/** The wallet sent something else than it was asked for. The message says what, and how to go on. */
export class OtherCallError extends WalletError {
  readonly txId: string;

  constructor(message: string, txId: string) {
    super(message);
    this.txId = txId;
  }
}

/** What wallets mean by their error codes. */
const words = {
  cancelled: messages.transactionCancelled,
  account: "Your wallet is on another account. Switch to the one you connected, or connect again.",
  moved:
    "Your wallet is on another account or network than the one you connected. Switch back, or connect again.",
  network: "Your wallet is on another network. Switch it over and try again.",
  tooOld: "This version of your wallet is too old for Colonnade. Update it and try again.",
  denied: "Your wallet did not allow this.",
  locked: "Your wallet is locked. Unlock it and try again.",
  unsupported: "Your wallet cannot do this. Another one might.",
  misunderstood: "Your wallet did not understand the request.",
  broken: "Your wallet had a problem of its own. Please try again.",
};
export type Meaning = keyof typeof words;

/** A wallet's refusal. `meaning` is undefined for a code without words here; `message` is the wallet's own. */
export class WalletRefusal extends Error {
  override readonly name = "WalletRefusal";

  readonly meaning: Meaning | undefined;

  constructor(meaning: Meaning | undefined, message: string) {
    super(message);
    this.meaning = meaning;
  }
}

/** Errors of the wallet session, by their code in `@stacks/common`. */
const wordsOfSessionCode: Record<string, string> = {
  failed_decryption_error: messages.undecryptable,
  no_session_data: messages.noSessionData,
  signature_verification_failure: messages.invalidAuthResponse,
};

/** Whether the person cancelled, which is no failure. */
export function isCancelled(error: unknown): boolean {
  return error instanceof WalletRefusal && error.meaning === "cancelled";
}

/** Explains any error of a wallet action: the wallet's refusal, the service's ApiError, a network failure. */
export function describeWalletError(error: unknown): string {
  if (error instanceof WalletError) return error.message;
  if (error instanceof WalletRefusal && error.meaning !== undefined) return words[error.meaning];
  const ofSession = wordsOfSessionCode[String(codeOf(error))];
  if (ofSession !== undefined) return ofSession;
  if (error instanceof Error && statusOf(error) !== undefined) return error.message;
  if (error instanceof TypeError) return "The network did not answer. Please try again.";
  const message = error instanceof Error ? error.message : "";
  return message === "" ? messages.somethingWrong : message;
}

/**
 * The error of a failed sign-in: 'Failed to login: ' and the reason. A cancellation and a WalletError stay as they
 * are.
 */
export function loginError(error: unknown): unknown {
  if (isCancelled(error) || error instanceof WalletError) return error;
  return new WalletError(messages.failedToLogin + describeWalletError(error));
}
