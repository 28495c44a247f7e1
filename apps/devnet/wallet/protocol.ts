/**
 * The `postMessage` protocol between the provider, which runs in the asking site, and the wallet page,
 * which runs in an iframe of the devnet's origin. Sites load this file, so it uses no library.
 */
const CHANNEL = "colonnade-dev-wallet";

export interface RpcError {
  code: number;
  message: string;
}
/** How a request ended. */
export type Answer = { result: unknown } | { error: RpcError };
export type Theme = "light" | "dark" | null;

/** From the provider to the wallet page. */
export type ToWallet =
  | { kind: "request"; id: string; method: string; params: unknown; theme: Theme }
  /** Esc was pressed outside the page. The page decides whether it can still cancel. */
  | { kind: "cancel"; id: string };

/** From the wallet page to the provider. */
export type FromWallet =
  /** The page has loaded and listens. */
  | { kind: "ready" }
  /** The height in CSS pixels at which nothing has to scroll. */
  | { kind: "size"; height: number }
  | { kind: "answer"; id: string; answer: Answer };

/** Marks a message as ours. */
export function seal<Message extends ToWallet | FromWallet>(message: Message) {
  return { channel: CHANNEL, ...message };
}

/** Reads a message to the wallet page; undefined for any other message. */
export function readToWallet(data: unknown): ToWallet | undefined {
  if (!isOurs(data) || typeof data.id !== "string") return undefined;
  if (data.kind === "cancel") return { kind: "cancel", id: data.id };
  if (data.kind !== "request" || typeof data.method !== "string") return undefined;
  const theme = data.theme === "light" || data.theme === "dark" ? data.theme : null;
  return { kind: "request", id: data.id, method: data.method, params: data.params, theme };
}

/** Reads a message from the wallet page; undefined for any other message. */
export function readFromWallet(data: unknown): FromWallet | undefined {
  if (!isOurs(data)) return undefined;
  if (data.kind === "ready") return { kind: "ready" };
  if (data.kind === "size" && typeof data.height === "number") {
    return { kind: "size", height: data.height };
  }
  if (data.kind !== "answer" || typeof data.id !== "string") return undefined;
  const answer = readAnswer(data.answer);
  return answer && { kind: "answer", id: data.id, answer };
}

function readAnswer(data: unknown): Answer | undefined {
  if (!isRecord(data)) return undefined;
  if ("result" in data) return { result: data.result };
  const { error } = data;
  if (!isRecord(error) || typeof error.code !== "number" || typeof error.message !== "string") {
    return undefined;
  }
  return { error: { code: error.code, message: error.message } };
}

function isOurs(data: unknown): data is Record<string, unknown> {
  return isRecord(data) && data.channel === CHANNEL;
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null;
}

/** JSON-RPC error codes: those of SIP-030, and each real wallet's code for a refusal. */
export const errorCode = {
  /** SIP-030: the user cancelled. */
  cancelled: -31_001,
  /** Xverse's code for a refusal by the user. */
  refusedByXverse: -32_000,
  /** Leather's code for a refusal by the user. */
  refusedByLeather: 4001,
  /** SIP-030: the address asked for is not this wallet's. */
  addressMismatch: -32_001,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  /** The wallet failed, for instance because the node refused the transaction. */
  internal: -32_603,
} as const;

/** The requests this wallet answers; every other is refused with -32601. */
export const walletMethods = [
  "getAddresses",
  "stx_getAddresses",
  "stx_getAccounts",
  "wallet_connect",
  "wallet_disconnect",
  "stx_callContract",
  "stx_deployContract",
  "stx_transferStx",
  "stx_signTransaction",
  "stx_signMessage",
  "stx_signStructuredMessage",
  "stx_updateProfile",
  "supportedMethods",
] as const;

export type WalletMethod = (typeof walletMethods)[number];

export function isWalletMethod(name: string): name is WalletMethod {
  return walletMethods.some((method) => method === name);
}
