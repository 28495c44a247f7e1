import type { Profile } from "@colonnade/domain/full-profile.ts";
import { times } from "@colonnade/domain/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { codeOf, statusOf } from "../../api/error.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { useHydrating } from "../../ui/hydration.ts";
import {
  addHolding,
  endProfileCreation,
  setColumnMilestones,
  useSession,
} from "../wallet/session-store.ts";
import { profileQuery } from "./query.ts";

/** Who looks at the page: the connected wallet, and its profile. */
export type Viewer =
  | { state: "signed-out" }
  /** Connected. The profile is loading, or could not be loaded (`failed`). */
  | { state: "loading"; address: string; failed: boolean }
  /** Connected, without a profile: none was made yet, or a watcher suspended them. */
  | { state: "connected"; address: string; suspended: boolean }
  /** Connected. The registration waits for its block; `txId` is null where another device sent it. */
  | { state: "pending"; address: string; txId: string | null }
  | { state: "member"; address: string; profile: Profile };

/** Milliseconds between two requests while a registration is pending, in case the stream is silent. */
const PENDING_REFETCH = 3_000;

/**
 * The viewer's address; null when no wallet is connected. A page rendered on the service is for anybody, so it is
 * also null while hydrating.
 */
export function useViewerAddress(): string | null {
  const connected = useSession((session) => session.senderAddress);
  return useHydrating() ? null : connected;
}

/** The viewer, kept up to date by the profile query and the stream of changes. */
export function useViewer(): Viewer {
  const address = useViewerAddress();
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
  // The node may report a failed registration before the service does.
  if (isGone(profile.error) || (failed && profile.data !== undefined)) {
    return { state: "connected", address, suspended: codeOf(profile.error) === "suspended" };
  }
  if (profile.data?.status === "PENDING") return { state: "pending", address, txId: null };
  return { state: "loading", address, failed: profile.isError };
}

/** Whether a watcher suspended the viewer. The contract then lets them sign no new words. */
export function useIsSuspended(): boolean {
  const viewer = useViewer();
  return viewer.state === "connected" && viewer.suspended;
}

/** The service has no such profile, although an earlier answer may have had one. */
function isGone(error: Error | null): boolean {
  return statusOf(error) === 404;
}

/** Stores on this device what the menu needs of the viewer's profile, and what the wallet holds. */
export function useStoredProfile(viewer: Viewer) {
  const profile = viewer.state === "member" ? viewer.profile : null;
  useEffect(() => {
    if (profile === null) return;
    endProfileCreation();
    const milestones = profile.columnMilestones.map(({ id, approved }) => ({ id, approved }));
    const assetIdentifier = `${runtimeConfig().endorsementContract}::endorsement`;
    for (const { id, approved } of milestones) if (approved) addHolding({ assetIdentifier, id });
    setColumnMilestones(milestones);
  }, [profile]);
}

/** The path of a profile. The viewer's own profile has a page of its own. */
export function profilePath(address: string, viewer: string | null): string {
  return address === viewer ? "/profile" : `/profile/${address}`;
}
