import type { OrganizationBrief } from "@colonnade/domain/endorsement.ts";
import { nameOrAddress, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Blocked, blockCall, blockedPages } from "../../features/endorsement/block.ts";
import { useIsPending } from "../../features/wallet/sent-transactions.ts";
import { serverSessionQuery } from "../../features/wallet/server-session.ts";
import { useSending, useSigningIn } from "../../layout/wallet-actions.tsx";
import { Avatar, OrganizationLogo } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { OrganizationLabel } from "../../ui/name.tsx";
import { RevealedText } from "../../ui/revealed-text.tsx";
import { SpinnerMark } from "../../ui/spinner.tsx";
import { QueryError } from "../shared/page-states.tsx";
import { ShowMore } from "../shared/show-more.tsx";
import { PanelTitle } from "./panel-title.tsx";

const FAILURE = "Your blocks could not be loaded";

/** From whom the viewer takes no endorsements. The service gives this list to the blocker alone, so they sign in. */
export function BlockedList({ address }: { address: string }) {
  const session = useQuery(serverSessionQuery(address));
  const { signIn, signingIn } = useSigningIn();
  if (session.isLoadingError) return <QueryError title={FAILURE} query={session} />;
  if (session.data === undefined) return null;
  if (session.data) return <List address={address} />;
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-sm text-muted">
      Have you blocked anybody?
      <Button tone="quiet" onClick={signIn} busy={signingIn}>
        Show my blocks
      </Button>
    </p>
  );
}

/** Each of the blocked with a button that ends it. */
function List({ address }: { address: string }) {
  const list = useInfiniteQuery(blockedPages(address));
  const blocked = list.data?.pages.flatMap(({ items }) => items);
  if (blocked === undefined) {
    return list.error === null ? null : <QueryError title={FAILURE} query={list} />;
  }
  return (
    <section aria-labelledby="blocked">
      <PanelTitle id="blocked">Blocked</PanelTitle>
      <p className="-mt-2 mb-4 text-sm text-muted">
        {blocked.length === 0 ? "You have blocked nobody. " : ""}
        Blocks are kept on chain, where everybody can read them.
      </p>
      {blocked.length === 0 ? null : (
        <Card as="div">
          <ul className="divide-y divide-rule">
            {blocked.map((one) =>
              "sender" in one ? (
                <li key={one.sender.address}>
                  <Person profile={one.sender} />
                </li>
              ) : (
                <li key={one.organization.id}>
                  <Organization organization={one.organization} />
                </li>
              ),
            )}
          </ul>
        </Card>
      )}
      <ShowMore list={list} failure="More could not be loaded." className="mt-4">
        Show more
      </ShowMore>
    </section>
  );
}

function Person({ profile }: { profile: ProfileBrief }) {
  const isEnding = useIsPending("UNBLOCK_SENDER", { person: profile.address });
  return (
    <Row
      to={`/profile/${profile.address}`}
      portrait={<Avatar profile={profile} size={36} />}
      blocked={{ sender: profile.address, name: nameOrAddress(profile) }}
      isEnding={isEnding}
    />
  );
}

function Organization({ organization }: { organization: OrganizationBrief }) {
  const { id, name } = organization;
  const isEnding = useIsPending("UNBLOCK_ORGANIZATION", { organizationId: id });
  return (
    <Row
      to={`/org/${id}`}
      portrait={<OrganizationLogo organization={organization} size={36} />}
      label={<OrganizationLabel />}
      blocked={{ organization: id, name }}
      isEnding={isEnding}
    />
  );
}

function Row({
  to,
  portrait,
  label,
  blocked,
  isEnding,
}: {
  to: string;
  portrait: ReactNode;
  label?: ReactNode;
  blocked: Blocked;
  /** Whether the end of the block is pending. */
  isEnding: boolean;
}) {
  const { send, sending } = useSending();
  const { name } = blocked;
  return (
    <div className="flex min-h-16 items-center justify-between gap-3 px-4 py-2">
      <Link to={to} className="flex min-h-11 min-w-0 items-center gap-3 font-semibold">
        {portrait}
        <bdi className="truncate">
          <RevealedText>{name}</RevealedText>
        </bdi>
        {label}
      </Link>
      {isEnding ? (
        <span className="flex items-center gap-2 text-sm text-pending">
          <SpinnerMark />
          Being confirmed
        </span>
      ) : (
        <Button
          tone="secondary"
          busy={sending}
          onClick={() => send(() => blockCall("unblock", blocked))}
        >
          Unblock<span className="sr-only"> {name}</span>
        </Button>
      )}
    </div>
  );
}
