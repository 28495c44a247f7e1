/**
 * What the provider (in the asking site) and the wallet page (in an iframe of the devnet's origin)
 * say to each other by `postMessage`. Nothing in here may depend on a library: it is part of the
 * script that sites load.
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
  /** Esc was pressed outside of the page. The page decides whether it still can be cancelled. */
  | { kind: "cancel"; id: string };

/** From the wallet page to the provider. */
export type FromWallet =
  /** The page listens. */
  | { kind: "ready" }
  /** The height in CSS pixels at which nothing has to scroll. */
  | { kind: "size"; height: number }
  | { kind: "answer"; id: string; answer: Answer };

/** Marks a message as ours. */
export function seal<Message extends ToWallet | FromWallet>(message: Message) {
  return { channel: CHANNEL, ...message };
}

/** Reads a message to the wallet page; undefined for anything else that lands there. */
export function readToWallet(data: unknown): ToWallet | undefined {
  if (!isOurs(data) || typeof data.id !== "string") return undefined;
  if (data.kind === "cancel") return { kind: "cancel", id: data.id };
  if (data.kind !== "request" || typeof data.method !== "string") return undefined;
  const theme = data.theme === "light" || data.theme === "dark" ? data.theme : null;
  return { kind: "request", id: data.id, method: data.method, params: data.params, theme };
}

/** Reads a message from the wallet page; undefined for anything else that lands there. */
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
