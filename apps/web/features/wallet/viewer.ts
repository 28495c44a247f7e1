import type { Profile } from "@colonnade/domain/full-profile.ts";
import { times } from "@colonnade/domain/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { statusOf } from "../../api/error.ts";
import { useHydrating } from "../../ui/hydrating.ts";
import { profileQuery } from "../profile/query.ts";
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

/** How often the service is asked while a registration waits, should the stream be silent. */
const PENDING_REFETCH = 3_000;

/**
 * Who looks at the page: kept up to date by the profile query and the stream. A page that is rendered on the service
 * is anybody's, and so is its first rendering here.
 */
export function useViewer(): Viewer {
  const hydrating = useHydrating();
  const connected = useSession((session) => session.senderAddress);
  const address = hydrating ? null : connected;
  const waiting = useSession((session) => session.pendingProfileCreation);
  const failed = useSession((session) => session.registrationFailure !== null);
  const txId = useSession((session) => session.pendingProfileCreationTxId);
  const profile = useQuery({
    ...profileQuery(address ?? ""),
    enabled: address !== null,
    refetchInterval: ({ state }) =>
      state.data?.status !== "CONFIRMED" && (waiting || state.data?.status === "PENDING")
        ? PENDING_REFETCH
        : times.refetch,
  });
  if (address === null) return { state: "signed-out" };
  if (profile.data?.status === "CONFIRMED" && !isGone(profile.error)) {
    return { state: "member", address, profile: profile.data };
  }
  if (waiting) return { state: "pending", address, txId: txId ?? null };
  // The node may know of a failure before the service does.
  if (isGone(profile.error) || (failed && profile.data !== undefined)) {
    return { state: "connected", address };
  }
  if (profile.data?.status === "PENDING") return { state: "pending", address, txId: null };
  return { state: "loading", address, failed: profile.isError };
}

/** The service has no such profile (any more), whatever an earlier answer said. */
function isGone(error: Error | null): boolean {
  return statusOf(error) === 404;
}
