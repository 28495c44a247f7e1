import { ApiError, type Client, type Endorsement } from "./client.ts";

/** What a card has to show. */
export type CardState =
  | { is: "loading" }
  | { is: "read"; endorsement: Endorsement }
  | { is: "missing" }
  | { is: "failed" };

/** Reads an endorsement for a card. Rejects only if it was aborted. */
export async function readCard(api: Client, id: number, signal?: AbortSignal): Promise<CardState> {
  try {
    const options = signal === undefined ? {} : { signal };
    return { is: "read", endorsement: await api("getEndorsement", { query: { id } }, options) };
  } catch (error) {
    signal?.throwIfAborted();
    return { is: error instanceof ApiError && error.status === 404 ? "missing" : "failed" };
  }
}
