import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import { displayName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { Link } from "react-router";
import { Avatar } from "../../ui/avatar.tsx";
import { Name } from "../../ui/name.tsx";

/** Somebody an application names; without a profile there is nowhere to lead. */
export function PersonLink({ person }: { person: ProfileBrief }) {
  const name = displayName(person);
  return name === "" ? (
    <span className="inline-flex min-h-12 items-center gap-3">
      <Avatar profile={person} size={32} />
      <span title={person.address}>
        <span className="font-mono text-sm">{shortenPrincipal(person.address)}</span>{" "}
        <span className="text-sm text-muted">has no profile</span>
      </span>
    </span>
  ) : (
    <Link
      to={`/profile/${person.address}`}
      className="inline-flex min-h-12 items-center gap-3 font-semibold decoration-seal underline-offset-4 hover:underline"
    >
      <Avatar profile={person} size={32} />
      <Name>{name}</Name>
    </Link>
  );
}
