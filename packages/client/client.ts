import { createClient as createAnyClient, ApiError as ServiceError } from "@colonnade/domain";
import type { CallArguments, CallResult, ErrorCode, ReadName } from "./answers.ts";

export type {
  CallArguments,
  CallOptions,
  CallResult,
  CategoryName,
  Endorsement,
  ErrorCode,
  EventType,
  Inbox,
  Organization,
  OrganizationBrief,
  OrganizationCard,
  Profile,
  ProfileBrief,
  ProfileCard,
  ProfileEvent,
  Proof,
  ReadName,
  Status,
  Suggestion,
  TokenMetadata,
} from "./answers.ts";

/** Options of a client. */
export interface ClientOptions {
  /** The service's address, such as `https://colonnade.example`. No other address is asked. */
  origin: string;
  /** Replaces the global `fetch`. */
  fetch?: (address: string, init: RequestInit) => Promise<Response>;
}

/** Makes a call by its name. */
export type Client = <Name extends ReadName>(
  name: Name,
  ...args: CallArguments<Name>
) => Promise<CallResult<Name>>;

/** The service answered with an error, or with something that is not the call's result. */
export interface ApiError extends Error {
  readonly name: "ApiError";
  /** The HTTP status. */
  readonly status: number;
  readonly code: ErrorCode;
}

/** For `instanceof`. */
export const ApiError: new (status: number, code: ErrorCode, message: string) => ApiError =
  ServiceError;

/**
 * A typed client of a Colonnade service. It reads without cookies, and only from the given origin: a redirect rejects.
 * @example const api = createClient({ origin: "https://colonnade.example" });
 *          const endorsement = await api("getEndorsement", { query: { id: 1 } });
 * @throws TypeError if the origin is not an http or https address
 * @throws ApiError from a call whose answer is not its result; what `fetch` throws if the request fails
 */
export function createClient({ origin, fetch: send = fetch }: ClientOptions): Client {
  return createAnyClient({
    origin: originOf(origin),
    fetch: (address, init) =>
      send(String(address), { ...init, credentials: "omit", redirect: "error" }),
  });
}

function originOf(address: string): string {
  const { protocol, origin } = new URL(address);
  if (protocol === "http:" || protocol === "https:") return origin;
  throw new TypeError(`${address} is not an http or https address.`);
}
