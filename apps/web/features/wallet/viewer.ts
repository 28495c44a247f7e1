import type { Profile } from "@colonnade/domain/full-profile.ts";
import { statusOf } from "../../api/error.ts";
import { useProfile } from "../profile/query.ts";
import { useSession } from "./session-store.ts";

/** Who looks at the page. */
export type Viewer =
  | { state: "signed-out" }
  /** Connected; whether there is a profile is not known yet, or could not be learnt (`failed`). */
  | { state: "loading"; address: string; failed: boolean }
  /** Connected, without a profile. */
  | { state: "connected"; address: string }
  /** The registration waits for its block. `txId` is null where another device sent it. */
  | { state: "pending"; address: string; txId: string | null }
  | { state: "member"; address: string; profile: Profile };

/** Who looks at the page: kept up to date by the profile query and the stream. */
export function useViewer(): Viewer {
  const address = useSession((session) => session.senderAddress);
  const txId = useSession((session) => session.pendingProfileCreationTxId);
  const profile = useProfile(address);
  if (address === null) return { state: "signed-out" };
  if (profile.data?.status === "CONFIRMED") {
    return { state: "member", address, profile: profile.data };
  }
  if (txId !== undefined || profile.data !== undefined) {
    return { state: "pending", address, txId: txId ?? null };
  }
  if (statusOf(profile.error) === 404) return { state: "connected", address };
  return { state: "loading", address, failed: profile.isError };
}
