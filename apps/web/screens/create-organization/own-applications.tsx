import { messages } from "@colonnade/domain/messages.ts";
import type { ApplicationRecord } from "@colonnade/domain/organization-application.ts";
import { displayName } from "@colonnade/domain/profile.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ownApplications } from "../../features/organization/query.ts";
import { serverSessionQuery } from "../../features/wallet/server-session.ts";
import { StatusLink } from "../../features/wallet/transaction-state.tsx";
import { useSigningIn } from "../../layout/wallet-actions.tsx";
import { Portrait } from "../../ui/avatar.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Name, OrganizationLabel } from "../../ui/name.tsx";
import { ApplicationStamp } from "../../ui/stamp.tsx";
import { Time } from "../../ui/time.tsx";
import { type FailedQuery, QueryError } from "../shared/page-states.tsx";
import { ShowMore } from "../shared/show-more.tsx";

type Reuse = ((application: ApplicationRecord) => void) | undefined;

/** The viewer's applications and their status. Shows nothing to somebody who never applied. */
export function OwnApplications({
  address,
  onReuse,
}: {
  address: string;
  /** Fills the form with the words of a declined application. */
  onReuse?: Reuse;
}) {
  const session = useQuery(serverSessionQuery(address));
  if (session.isLoadingError) return <Unreadable query={session} />;
  if (session.data === undefined) return null;
  return session.data ? <List address={address} onReuse={onReuse} /> : <SignIn />;
}

function SignIn() {
  const { signIn, signingIn } = useSigningIn();
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-1 text-muted">
      Already applied?
      <Button tone="quiet" onClick={signIn} busy={signingIn}>
        Show my applications
      </Button>
    </p>
  );
}

function List({ address, onReuse }: { address: string; onReuse: Reuse }) {
  const list = useInfiniteQuery(ownApplications(address));
  const applications = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (list.error !== null && list.data === undefined) {
    return <Unreadable query={list} />;
  }
  if (applications.length === 0) return null;
  return (
    <section aria-labelledby="own-applications" className="mt-8">
      <h2 id="own-applications" className="text-xl">
        Your applications
      </h2>
      <ul className="mt-3 flex flex-col gap-3">
        {applications.map((application, index) => (
          <li key={application.id}>
            <OwnApplication application={application} onReuse={index === 0 ? onReuse : undefined} />
          </li>
        ))}
      </ul>
      <ShowMore list={list} failure="Earlier applications could not be loaded." className="mt-3">
        Show earlier applications
      </ShowMore>
    </section>
  );
}

function Unreadable({ query }: { query: FailedQuery }) {
  return (
    <Card as="div" className="mt-8">
      <QueryError title="Your applications could not be loaded" query={query} />
    </Card>
  );
}

function OwnApplication({
  application,
  onReuse,
}: {
  application: ApplicationRecord;
  onReuse: Reuse;
}) {
  const { id, bnsName, imageUrl, status, submittedAt } = application;
  return (
    <Card as="article" aria-label={`Application for ${bnsName}`} className="p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Portrait seed={`application ${id}`} image={imageUrl} size={48} square />
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-center gap-x-2">
            <h3 className="text-lg leading-6">
              <Name>{bnsName}</Name>
            </h3>
            <OrganizationLabel />
          </div>
          <p className="text-sm text-muted">
            Sent <Time date={submittedAt} />
          </p>
        </div>
        <ApplicationStamp status={status} />
      </div>
      <Status application={application} />
      {application.status !== "declined" || onReuse === undefined ? null : (
        <Button tone="secondary" className="mt-4" onClick={() => onReuse(application)}>
          Apply again with these words
        </Button>
      )}
    </Card>
  );
}

function Status({ application }: { application: ApplicationRecord }) {
  const { bnsName, status, reason, txId, organizationId, columnDecider, decidedAt } = application;
  switch (status) {
    case "waiting":
      return (
        <p className="measure mt-3 text-muted">
          A watcher will read it. Come back here to see what they say.
        </p>
      );
    case "admitting":
      return (
        <div className="mt-2 flex flex-wrap items-center gap-x-5">
          <p className="text-muted">A watcher has admitted it. {messages.pendingOnChain}.</p>
          {txId === null ? null : <StatusLink txId={txId} of={bnsName} />}
        </div>
      );
    case "accepted":
      return organizationId === null ? null : (
        <div className="mt-4">
          <LinkButton to={`/org/${organizationId}`} tone="secondary">
            Open its page<span className="sr-only">: {bnsName}</span>
          </LinkButton>
        </div>
      );
    case "declined":
      return (
        <figure className="mt-4 border-l-2 border-seal pl-4">
          <blockquote dir="auto" className="voice measure whitespace-pre-wrap break-words">
            {reason}
          </blockquote>
          <figcaption className="mt-1 text-sm text-muted">
            {columnDecider === null ? "A watcher" : displayName(columnDecider) || "A watcher"}
            {decidedAt === null ? null : (
              <>
                , <Time date={decidedAt} />
              </>
            )}
          </figcaption>
        </figure>
      );
  }
}
