import { messages } from "@colonnade/domain/messages.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import { truncateName } from "@colonnade/domain/text.ts";
import { explorerLink } from "@colonnade/domain/web-config.ts";
import { ExternalLink } from "lucide-react";
import { runtimeConfig } from "../api/runtime-config.ts";
import type { Viewer } from "../features/wallet/viewer.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { SpinnerMark } from "../ui/spinner.tsx";
import { ReloadProfile } from "./reload-profile.tsx";
import { MENU_ID } from "./site-menu.tsx";
import { useConnecting } from "./use-connecting.ts";

/** The bar's right end: connect, create a profile, wait for it, or the badge of who is here. */
export function ViewerCorner({ viewer }: { viewer: Viewer }) {
  const { connect, connecting } = useConnecting();
  switch (viewer.state) {
    case "signed-out":
      return (
        // On a phone there is room for the spinner only where the words' margins are.
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
      return <LinkButton to="/create-profile">{messages.createProfile}</LinkButton>;
    case "pending":
      return <PendingLabel txId={viewer.txId} />;
    case "member":
      return <UserBadge profile={viewer.profile} />;
  }
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
        <a
          href={explorerLink(runtimeConfig(), txId)}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-paper border border-line px-3 text-sm font-semibold text-ink hover:border-ink"
        >
          <span className="max-sm:sr-only md:max-lg:sr-only">{messages.viewStatus}</span>
          <ExternalLink aria-hidden="true" className="size-4" />
        </a>
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
      <span aria-hidden="true" className="truncate sm:hidden">
        {truncateName(name, 7)}
      </span>
      <span aria-hidden="true" className="hidden truncate sm:inline">
        {truncateName(name, 14)}
      </span>
    </button>
  );
}
