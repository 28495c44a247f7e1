import { messages } from "@colonnade/domain/messages.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { profileQuery } from "../features/profile/query.ts";
import type { Viewer } from "../features/profile/viewer.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { ExplorerLink } from "../ui/explorer-link.tsx";
import { truncateName } from "../ui/name.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { SpinnerMark } from "../ui/spinner.tsx";
import { MENU_ID } from "./site-menu.tsx";
import { useConnecting } from "./wallet-actions.tsx";

/** The right end of the top bar: connect, create a profile, a pending profile, or the viewer's badge. */
export function ViewerCorner({ viewer }: { viewer: Viewer }) {
  const { connect, connecting } = useConnecting();
  switch (viewer.state) {
    case "signed-out":
      return (
        // On a phone the spinner fits only into the button's own padding.
        <Button onClick={connect} busy={connecting} className={connecting ? "max-sm:px-3" : ""}>
          {messages.connectWallet}
        </Button>
      );
    case "loading":
      return viewer.failed ? (
        <ReloadProfile address={viewer.address}>Reload profile</ReloadProfile>
      ) : (
        <Skeleton shape="round" className="h-11 w-28" />
      );
    case "connected":
      return viewer.suspended ? (
        <LinkButton to="/profile" tone="secondary">
          Profile removed
        </LinkButton>
      ) : (
        <LinkButton to="/create-profile">{messages.createProfile}</LinkButton>
      );
    case "pending":
      return <PendingLabel txId={viewer.txId} />;
    case "member":
      return <UserBadge profile={viewer.profile} />;
  }
}

export function ReloadProfile({ address, children }: { address: string; children: string }) {
  const { refetch, isFetching } = useQuery({ ...profileQuery(address), enabled: false });
  return (
    <Button tone="secondary" onClick={() => refetch()} busy={isFetching}>
      {children}
    </Button>
  );
}

function PendingLabel({ txId }: { txId: string | null }) {
  return (
    <div className="flex min-w-0 items-center gap-2 text-pending">
      <SpinnerMark />
      <span
        role="status"
        className="caps max-w-32 text-[0.6875rem] leading-3.5 sm:max-md:max-w-none lg:max-w-none"
      >
        {messages.profilePending}
      </span>
      {txId === null ? null : (
        <ExplorerLink
          txId={txId}
          className="inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-paper border border-line px-3 text-sm font-semibold text-ink hover:border-ink"
        >
          <span className="max-sm:sr-only md:max-lg:sr-only">{messages.viewStatus}</span>
          <ExternalLink className="size-4" />
        </ExplorerLink>
      )}
    </div>
  );
}

function UserBadge({ profile }: { profile: Extract<Viewer, { state: "member" }>["profile"] }) {
  const name = displayName(profile);
  return (
    <button
      type="button"
      popoverTarget={MENU_ID}
      className="inline-flex h-11 min-w-0 items-center gap-2.5 rounded-full border border-rule pr-4 pl-1.5 text-[0.9375rem] transition-colors hover:border-line"
    >
      <Avatar profile={profile} size={32} />
      <span className="sr-only">{`${name}, menu`}</span>
      <bdi aria-hidden="true" className="truncate sm:hidden">
        {truncateName(name, 7)}
      </bdi>
      <bdi aria-hidden="true" className="hidden truncate sm:inline">
        {truncateName(name, 14)}
      </bdi>
    </button>
  );
}
