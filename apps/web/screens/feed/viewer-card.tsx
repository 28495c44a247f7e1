import { messages } from "@colonnade/domain/messages.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import { Link } from "react-router";
import type { Viewer } from "../../features/wallet/viewer.ts";
import { ReloadProfile } from "../../layout/reload-profile.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Name } from "../../ui/name.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** Beside the feed: who is signed in, with what they have; an invitation for everybody else. */
export function ViewerCard({ viewer }: { viewer: Viewer }) {
  if (viewer.state === "loading") {
    return viewer.failed ? <NotLoaded address={viewer.address} /> : <ViewerCardSkeleton />;
  }
  if (viewer.state !== "member") return <Invitation pending={viewer.state === "pending"} />;
  const { profile } = viewer;
  return (
    <Card aria-label="You" className="p-6">
      <Link to="/profile" className="group inline-flex flex-col gap-3">
        <Avatar profile={profile} size={60} />
        <span className="font-heading text-xl font-bold decoration-seal underline-offset-4 group-hover:underline">
          <Name>{displayName(profile)}</Name>
        </span>
      </Link>
      <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-2.5 text-[0.9375rem]">
        <Count name="Endorsements" count={profile.earned} />
        <Count name="Issued" count={profile.issued} />
        <Count name={messages.organizations} count={profile.organization.length} />
      </dl>
    </Card>
  );
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="text-right font-mono">{count}</dd>
    </>
  );
}

function Invitation({ pending }: { pending: boolean }) {
  return (
    <Card aria-label="Begin" className="flex flex-col gap-4 p-6">
      <p className="font-heading text-xl leading-7 font-bold text-balance">
        Your work, in the words of those who saw it.
      </p>
      <p className="text-[0.9375rem] leading-6 text-muted">
        A profile gathers endorsements that people sign with their own wallet, and that nobody can
        move or take away.
      </p>
      <LinkButton to="/create-profile" tone={pending ? "secondary" : "primary"}>
        {pending ? messages.creationInProgress : messages.createYourProfile}
      </LinkButton>
    </Card>
  );
}

/** Whether there is a profile could not be learnt. */
function NotLoaded({ address }: { address: string }) {
  return (
    <Card aria-label="You" className="flex flex-col items-start gap-4 p-6">
      <p role="alert" className="font-heading text-xl leading-7 font-bold text-balance">
        Your profile could not be loaded
      </p>
      <ReloadProfile address={address}>Try again</ReloadProfile>
    </Card>
  );
}

function ViewerCardSkeleton() {
  return (
    <Card as="div" className="flex flex-col gap-4 p-6">
      <Skeleton shape="round" className="size-[60px]" />
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-full" />
    </Card>
  );
}
