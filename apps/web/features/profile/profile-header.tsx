import type { OrganizationBrief } from "@colonnade/domain/endorsement.ts";
import { withoutBidiOverrides } from "@colonnade/domain/hidden-text.ts";
import { sayEndorsements } from "@colonnade/domain/messages.ts";
import { displayName, nameOrAddress, type ProfileBrief } from "@colonnade/domain/profile.ts";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { Avatar, OrganizationLogo, Portrait } from "../../ui/avatar.tsx";
import { HeaderSheet } from "../../ui/header-sheet.tsx";
import { Address, Name, OrganizationLabel } from "../../ui/name.tsx";
import { NameReading } from "../../ui/name-reading.tsx";
import { RevealedText } from "../../ui/revealed-text.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export function ProfileHeader({
  profile,
  statement,
  represents = [],
  report,
  ...sheet
}: {
  profile: ProfileBrief & { earned: number };
  statement: string;
  /** The organizations they may send as. */
  represents?: OrganizationBrief[];
  /** The button that reports them. */
  report?: ReactNode;
} & Pick<ComponentProps<typeof HeaderSheet>, "eyebrow" | "action">) {
  return (
    <HeaderSheet
      {...sheet}
      seed={profile.address}
      portrait={<Avatar profile={profile} size={128} className="ring-4 ring-sheet" />}
      name={<ProfileName profile={profile} />}
    >
      <NameReading name={displayName(profile)} />
      <p
        dir="auto"
        className="measure whitespace-pre-wrap break-words text-[1.0625rem] leading-7 text-muted"
      >
        {withoutBidiOverrides(statement)}
      </p>
      <Represents organizations={represents} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 print:flex-col">
        <span className="font-mono text-sm">{sayEndorsements(profile.earned)}</span>
        <Address principal={profile.address} />
        {report}
        <span className="hidden font-mono text-sm print:inline">
          {`${runtimeConfig().origin}/profile/${profile.address}`}
        </span>
      </div>
    </HeaderSheet>
  );
}

/** A person may have the same name as an organization, so their own page tells the two apart. */
function Represents({ organizations }: { organizations: OrganizationBrief[] }) {
  if (organizations.length === 0) return null;
  return (
    <ul aria-label="Represents" className="flex flex-wrap items-center gap-x-5 print:hidden">
      <li aria-hidden="true" className="text-sm text-muted">
        Represents
      </li>
      {organizations.map((organization) => (
        <li key={organization.id}>
          <Link
            to={`/org/${organization.id}`}
            className="inline-flex min-h-11 flex-wrap items-center gap-2 font-semibold decoration-seal underline-offset-4 hover:underline"
          >
            <OrganizationLogo organization={organization} size={28} />
            <Name>{organization.name}</Name>
            <OrganizationLabel />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function ProfileName({ profile }: { profile: ProfileBrief }) {
  const { bns_name: name, bns: domain } = profile;
  return (
    <h1 className="text-4xl leading-none font-extrabold tracking-[-0.03em] wrap-anywhere sm:text-5xl lg:text-6xl">
      <bdi>
        <RevealedText>{name || nameOrAddress(profile)}</RevealedText>
        {name === "" ? null : (
          <>
            <wbr />
            <span className="font-normal text-muted">
              <RevealedText>{`.${domain}`}</RevealedText>
            </span>
          </>
        )}
      </bdi>
    </h1>
  );
}

/** The placeholder of the header. The rosette is known already. */
export function ProfileHeaderSkeleton({ seed }: { seed: string }) {
  return (
    <HeaderSheet
      seed={seed}
      portrait={<Portrait seed={seed} image="" size={128} className="ring-4 ring-sheet" />}
      name={<Skeleton className="h-10 w-72 max-w-full sm:h-14" />}
    >
      <Skeleton className="h-5 w-96 max-w-full" />
      <Skeleton className="h-5 w-40" />
    </HeaderSheet>
  );
}
