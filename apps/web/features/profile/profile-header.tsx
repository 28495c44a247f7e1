import { sayEndorsements } from "@colonnade/domain/messages.ts";
import { callName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import type { ReactNode } from "react";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { Address } from "../../ui/address.tsx";
import { Avatar, Portrait } from "../../ui/avatar.tsx";
import { HeaderSheet } from "../../ui/header-sheet.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

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
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1 print:flex-col">
        <span className="font-mono text-sm">{sayEndorsements(profile.earned)}</span>
        <Address principal={profile.address} />
        <span className="hidden font-mono text-sm print:inline">
          {`${runtimeConfig().origin}/profile/${profile.address}`}
        </span>
      </div>
    </HeaderSheet>
  );
}

function ProfileName({ profile }: { profile: ProfileBrief }) {
  const { bns_name: name, bns: domain } = profile;
  return (
    <h1 className="text-4xl leading-none font-extrabold tracking-[-0.03em] wrap-anywhere sm:text-5xl lg:text-6xl">
      {name || callName(profile)}
      {name === "" ? null : (
        <>
          <wbr />
          <span className="font-normal text-muted">.{domain}</span>
        </>
      )}
    </h1>
  );
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
