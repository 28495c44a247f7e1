import type { ProfileBrief } from "@colonnade/domain/profile.ts";
import type { ReactNode } from "react";
import { Address } from "../../ui/address.tsx";
import { Avatar, Portrait } from "../../ui/avatar.tsx";
import { Rosette, rosetteColours } from "../../ui/rosette.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** The head of a page about somebody: their rosette as a plate behind their portrait and name. */
export function HeaderSheet({
  seed,
  eyebrow,
  portrait,
  name,
  children,
  action,
}: {
  /** What the plate is engraved from. */
  seed: string;
  eyebrow?: ReactNode;
  portrait: ReactNode;
  name: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <header className="relative overflow-hidden border-b border-rule bg-sheet">
      <div
        aria-hidden="true"
        className="header-plate absolute inset-y-0 right-0 w-full lg:w-[56%]"
        style={{ backgroundColor: rosetteColours(seed).background }}
      >
        <Rosette
          seed={seed}
          detail="header"
          paper={false}
          className="absolute top-1/2 right-[-16rem] size-[40rem] -translate-y-1/2 sm:right-[-8rem] sm:size-[52rem]"
        />
      </div>
      <div className="page relative flex min-h-[18rem] flex-col justify-end gap-6 py-8 lg:min-h-[20rem] lg:py-10">
        {eyebrow}
        <div className="flex flex-col gap-5 sm:flex-row sm:items-end sm:gap-7">
          <span className="self-start rounded-full sm:self-end">{portrait}</span>
          <div className="flex min-w-0 flex-col gap-2 lg:max-w-[36rem]">
            <div className="min-w-0">{name}</div>
            {children}
          </div>
          {action ? <div className="sm:ml-auto sm:self-end">{action}</div> : null}
        </div>
      </div>
    </header>
  );
}

/** The head of a profile. */
export function ProfileHeader({
  profile,
  statement,
  eyebrow,
  action,
}: {
  profile: ProfileBrief & { earned: number };
  statement: string;
  eyebrow?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <HeaderSheet
      seed={profile.address}
      eyebrow={eyebrow}
      portrait={<Avatar profile={profile} size={128} className="ring-4 ring-sheet" />}
      name={<ProfileName profile={profile} />}
      action={action}
    >
      <p className="measure whitespace-pre-wrap break-words text-[1.0625rem] leading-7 text-muted">
        {statement}
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <span className="font-mono text-sm">{sayEndorsements(profile.earned)}</span>
        <Address principal={profile.address} />
      </div>
    </HeaderSheet>
  );
}

function ProfileName({ profile }: { profile: ProfileBrief }) {
  return (
    <h1 className="text-4xl leading-none font-extrabold tracking-[-0.03em] break-all sm:text-6xl">
      {profile.bns_name}
      <span className="font-normal text-muted">.{profile.bns}</span>
    </h1>
  );
}

/** `1 Endorsement`, `8 Endorsements`. */
export function sayEndorsements(count: number): string {
  return `${count} ${count === 1 ? "Endorsement" : "Endorsements"}`;
}

/** The head before anything is known but whose it is. */
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
