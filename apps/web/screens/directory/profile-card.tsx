import { messages, sayEndorsements } from "@colonnade/domain/messages.ts";
import { displayName, type ProfileCard as Profile } from "@colonnade/domain/profile.ts";
import type { ReactNode } from "react";
import { profilePath } from "../../features/profile/path.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { DirectoryCard } from "./directory-card.tsx";

/** Somebody in the directory. */
export function ProfileCard({ profile, action }: { profile: Profile; action?: ReactNode }) {
  const name = displayName(profile);
  return (
    <DirectoryCard
      seed={profile.address}
      portrait={<Avatar profile={profile} size={72} className="ring-4 ring-sheet" />}
      name={name}
      facts={sayEndorsements(profile.earned)}
      words={profile.statement || messages.noStatement}
      actions={
        <>
          {action}
          <LinkButton tone="secondary" to={profilePath(profile.address, null)}>
            {messages.viewProfile}
            <span className="sr-only"> {name}</span>
          </LinkButton>
        </>
      }
    />
  );
}
