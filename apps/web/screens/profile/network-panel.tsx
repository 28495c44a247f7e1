import type { Profile } from "@colonnade/domain/full-profile.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { displayName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { ChevronDown } from "lucide-react";
import { Link } from "react-router";
import { Avatar } from "../../ui/avatar.tsx";

/** Who one follows and is followed by; folded until asked for. */
export function NetworkPanel({ profile }: { profile: Profile }) {
  return (
    <details className="group rounded-paper border border-rule bg-sheet">
      <summary className="flex min-h-11 list-none items-center gap-3 p-5 [&::-webkit-details-marker]:hidden">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <h2 className="text-lg">{messages.yourNetwork}</h2>
          <span className="font-mono text-sm text-muted">
            {profile.followingCount} following, {profile.followerCount}{" "}
            {profile.followerCount === 1 ? "follower" : "followers"}
          </span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="ml-auto size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-4 border-t border-rule p-5 sm:grid-cols-2">
        <People
          title="Following"
          people={profile.following}
          more={profile.followingCount - profile.following.length}
        />
        <People
          title="Followers"
          people={profile.followers}
          more={profile.followerCount - profile.followers.length}
        />
      </div>
    </details>
  );
}

function People({
  title,
  people,
  more,
}: {
  title: string;
  people: ProfileBrief[];
  /** How many others there are, who came earlier. */
  more: number;
}) {
  return (
    <div>
      <h3 className="caps text-muted">{title}</h3>
      {people.length === 0 ? (
        <p className="pt-2 text-sm text-muted">Nobody yet.</p>
      ) : (
        <ul className="flex flex-wrap gap-1 pt-2">
          {people.map((person) => (
            <li key={person.address}>
              <Link
                to={`/profile/${person.address}`}
                title={displayName(person)}
                className="inline-flex rounded-full"
              >
                <Avatar profile={person} size={44} />
                <span className="sr-only">{displayName(person) || person.address}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {more > 0 ? <p className="pt-2 text-sm text-muted">and {more} more</p> : null}
    </div>
  );
}
