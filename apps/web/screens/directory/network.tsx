import { messages } from "@colonnade/domain/messages.ts";
import { displayName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { Link } from "react-router";
import { useViewer } from "../../features/wallet/viewer.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { ConnectGate } from "../connect-gate.tsx";

/** Whom the viewer follows and is followed by. */
export function Network() {
  usePageMeta("My Network", "Whom you follow and who follows you.");
  const viewer = useViewer();
  if (viewer.state === "signed-out") {
    return (
      <ConnectGate title={messages.connectToContinue}>
        Whom you follow is kept with your address. The{" "}
        <Link
          to="/directory"
          className="font-semibold text-ink underline decoration-rule underline-offset-4 hover:decoration-seal"
        >
          directory
        </Link>{" "}
        is open to everybody.
      </ConnectGate>
    );
  }
  return (
    <div className="page flex flex-col gap-6 pt-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-4xl">My Network</h1>
        <LinkButton to="/directory" tone="secondary">
          Find people
        </LinkButton>
      </div>
      {viewer.state === "member" ? (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <People title="Following" people={viewer.profile.following} />
          <People title="Followers" people={viewer.profile.followers} />
        </div>
      ) : viewer.state === "loading" && !viewer.failed ? (
        <Spinner>Loading your network</Spinner>
      ) : (
        <Card>
          <EmptyState
            title="Your network begins with a profile"
            action={<LinkButton to="/create-profile">{messages.createProfile}</LinkButton>}
          />
        </Card>
      )}
    </div>
  );
}

function People({ title, people }: { title: string; people: ProfileBrief[] }) {
  return (
    <Card aria-label={title} className="p-5">
      <h2 className="text-lg">
        {title} <span className="font-mono text-sm font-normal text-muted">{people.length}</span>
      </h2>
      {people.length === 0 ? (
        <p className="pt-2 text-[0.9375rem] text-muted">Nobody yet.</p>
      ) : (
        <ul className="pt-2">
          {people.map((person) => (
            <li key={person.address} className="border-t border-rule first:border-t-0">
              <Link
                to={`/profile/${person.address}`}
                className="flex min-h-14 items-center gap-3 font-semibold decoration-seal underline-offset-4 hover:underline"
              >
                <Avatar profile={person} size={40} />
                {displayName(person) || person.address}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
