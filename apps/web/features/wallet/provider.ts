/** A wallet before SIP-030. It takes and gives tokens. */
export interface LegacyProvider {
  authenticationRequest(token: string): Promise<unknown>;
  transactionRequest(token: string): Promise<unknown>;
  signatureRequest?(token: string): Promise<unknown>;
}

/** What a wallet puts on `window`. */
export type WalletProvider =
  | LegacyProvider
  | { request(method: string, params?: unknown): Promise<unknown> };

/** The provider that a wallet put on `window`; undefined where this browser does not have it. */
export function findProvider(id: string): WalletProvider | undefined {
  let place: unknown = window;
  for (const name of id.split(".")) {
    if (typeof place !== "object" || place === null) return undefined;
    place = Reflect.get(place, name);
  }
  return isProvider(place) ? place : undefined;
}

function isProvider(place: unknown): place is WalletProvider {
  const has = (name: string) =>
    typeof place === "object" && place !== null && typeof Reflect.get(place, name) === "function";
  return has("request") || (has("authenticationRequest") && has("transactionRequest"));
}
