import type { Inbox as InboxAnswer } from "@colonnade/domain/inbox.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { useQuery } from "@tanstack/react-query";
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
import { inboxQuery } from "../features/events/query.ts";
import type { Viewer } from "../features/profile/viewer.ts";
import { useSession } from "../features/wallet/session-store.ts";

interface Destination {
  to: string;
  label: string;
  /** A label of one word, for the bottom bar. */
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
  label: "Review",
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

/** The links of the top bar, on wide screens. */
export const barLinks = [feed, network, endorse, events];

/** Whether the link leads to the viewer's profile, or to the page that says that it was removed. */
const hasOwnPage = (viewer: Viewer) =>
  viewer.state === "member" || (viewer.state === "connected" && viewer.suspended);

/**
 * The links of the menu: the viewer's profile, or a way to create one.
 * @param isWatcher watchers get a link to the review of applications
 */
export function menuLinks(viewer: Viewer, isWatcher = false): Destination[] {
  const own = hasOwnPage(viewer) ? [profile] : viewer.state === "loading" ? [] : [newProfile];
  return [...own, ...barLinks, organization, ...(isWatcher ? [review] : [])];
}

/** The five links of a phone's bottom bar. While the profile loads, the last one leads to its page. */
export function thumbLinks(viewer: Viewer): Destination[] {
  const mayHaveProfile = hasOwnPage(viewer) || viewer.state === "loading";
  return [feed, network, endorse, events, mayHaveProfile ? profile : newProfile];
}

/** Whether a link depends on the viewer having a profile. */
export const isOfViewer = (to: string) => to === profile.to || to === newProfile.to;

/** Whether the viewer has received an endorsement and not approved it yet. */
export function hasPendingApproval(viewer: Viewer): boolean {
  // While the profile loads, use what this device remembers of it.
  if (viewer.state === "loading") {
    return useSession.getState().columnMilestones.some(({ approved }) => !approved);
  }
  return (
    viewer.state === "member" &&
    (viewer.profile.pendingApprovals > 0 ||
      viewer.profile.columnMilestones.some((milestone) => !milestone.approved))
  );
}

/** The dot beside the link to Events that pulses while something waits for the viewer. */
export function WaitingDot({ to, viewer }: { to: string; viewer: Viewer }) {
  return to === events.to && viewer.state !== "signed-out" ? <EventsDot viewer={viewer} /> : null;
}

function EventsDot({ viewer }: { viewer: Exclude<Viewer, { state: "signed-out" }> }) {
  const { data: inbox } = useQuery(inboxQuery(viewer.address));
  const words = sayWaiting(viewer, inbox);
  if (words === null) return null;
  return (
    <span className="relative inline-flex size-2 forced-color-adjust-none">
      <span
        aria-hidden="true"
        className="absolute inset-0 animate-[pulse-ring_1.8s_ease-out_infinite] rounded-full bg-sealmark"
      />
      <span aria-hidden="true" className="relative size-2 rounded-full bg-sealmark" />
      <span className="sr-only">{words}</span>
    </span>
  );
}

/** What waits for the viewer, in words; null if nothing does. */
export function sayWaiting(viewer: Viewer, inbox: InboxAnswer | undefined): string | null {
  const approvals = (inbox?.waiting ?? 0) + (inbox?.requests ?? 0);
  if (approvals > 0 || hasPendingApproval(viewer))
    return "An endorsement is waiting for your approval";
  const suggestions = viewer.state === "member" ? viewer.profile.openSuggestions : 0;
  if (suggestions > 0 || (inbox?.suggestions ?? 0) > 0)
    return "A suggestion is waiting for your answer";
  if (inbox === undefined) return null;
  const isInvited = inbox.invitations.length + inbox.adminProposals.length > 0;
  return isInvited ? "An invitation is waiting for your answer" : null;
}
