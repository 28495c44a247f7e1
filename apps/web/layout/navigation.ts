import { messages } from "@colonnade/domain/messages.ts";
import type { LucideIcon } from "lucide-react";
import {
  BadgePlus,
  Building2,
  ClipboardCheck,
  Inbox,
  Rows3,
  UserPlus,
  UserRound,
  UsersRound,
} from "lucide-react";
import { useSession } from "../features/wallet/session-store.ts";
import type { Viewer } from "../features/wallet/viewer.ts";

export interface Destination {
  to: string;
  label: string;
  /** Where there is room for one word only. */
  short?: string;
  icon: LucideIcon;
}

const feed: Destination = { to: "/home", label: "Feed", icon: Rows3 };
const network: Destination = {
  to: "/network",
  label: "My Network",
  short: "Network",
  icon: UsersRound,
};
const endorse: Destination = { to: "/new-endorsement", label: "Endorse", icon: BadgePlus };
const events: Destination = { to: "/events", label: "Events", icon: Inbox };
const organization: Destination = {
  to: "/create-org",
  label: "Create Organization",
  icon: Building2,
};
const review: Destination = {
  to: "/review",
  label: "Review applications",
  icon: ClipboardCheck,
};
const profile: Destination = {
  to: "/profile",
  label: "My Profile",
  short: "Profile",
  icon: UserRound,
};
const newProfile: Destination = {
  to: "/create-profile",
  label: messages.createProfile,
  short: "Profile",
  icon: UserPlus,
};

/** The links of the bar, on every screen that is wide enough. */
export const barLinks = [feed, network, endorse, events];

const isMember = (viewer: Viewer) => viewer.state === "member";

/**
 * Everywhere the menu leads: a profile is offered to whoever has none.
 * @param isWatcher watchers review what others apply for
 */
export function menuLinks(viewer: Viewer, isWatcher = false): Destination[] {
  const own = isMember(viewer) ? [profile] : viewer.state === "loading" ? [] : [newProfile];
  return [...own, ...barLinks, organization, ...(isWatcher ? [review] : [])];
}

/** The thumb's five on a phone. While it is not known whether there is a profile, its own page says so. */
export function thumbLinks(viewer: Viewer): Destination[] {
  const mayHaveProfile = isMember(viewer) || viewer.state === "loading";
  return [feed, network, endorse, events, mayHaveProfile ? profile : newProfile];
}

/** Whether a destination is another one for whoever has a profile. */
export const isOfViewer = (to: string) => to === profile.to || to === newProfile.to;

/** Whether somebody waits for the viewer: an endorsement received and not yet approved. */
export function hasPendingApproval(viewer: Viewer): boolean {
  // Until the profile is there, what this device remembers of it.
  if (viewer.state === "loading") {
    return useSession.getState().columnMilestones.some(({ approved }) => !approved);
  }
  return (
    viewer.state === "member" &&
    (viewer.profile.pendingApprovals > 0 ||
      viewer.profile.columnMilestones.some((milestone) => !milestone.approved))
  );
}
