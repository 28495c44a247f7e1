import type { OrganizationBrief } from "@colonnade/domain/endorsement.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { inboxQuery } from "../../features/events/query.ts";
import { OrganizationLogo } from "../../ui/avatar.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Name, OrganizationLabel } from "../../ui/name.tsx";
import { InvitationButtons, invitationAnswers } from "../organization/asked-of-viewer.tsx";
import { PendingChanges, useChange } from "../organization/changes.tsx";
import { QueryError } from "../shared/page-states.tsx";

/** The organizations that want the viewer as a representative or as their admin. Nothing if none does. */
export function Invitations({ address }: { address: string }) {
  const query = useQuery(inboxQuery(address));
  if (query.isLoadingError) {
    return <QueryError title="Your invitations could not be loaded" query={query} />;
  }
  const inbox = query.data;
  if (inbox === undefined) return null;
  const { invitations, adminProposals } = inbox;
  if (invitations.length === 0 && adminProposals.length === 0) return null;
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations" className="mb-4 text-lg">
        INVITATIONS
      </h2>
      <ul className="flex flex-col gap-3">
        {invitations.map((organization) => (
          <li key={`member ${organization.id}`}>
            <Invitation organization={organization} />
          </li>
        ))}
        {adminProposals.map((organization) => (
          <li key={`admin ${organization.id}`}>
            <Sheet organization={organization} words={adminWords(organization)}>
              <LinkButton tone="secondary" to={`/org/${organization.id}`}>
                See its page<span className="sr-only"> of {organization.name}</span>
              </LinkButton>
            </Sheet>
          </li>
        ))}
      </ul>
    </section>
  );
}

const adminWords = ({ byWatchers }: { byWatchers: boolean }) =>
  byWatchers
    ? "A watcher proposes you as its admin. The current admin may refuse."
    : "asks you to become its admin.";

function Invitation({ organization }: { organization: OrganizationBrief }) {
  const { isOnItsWay } = useChange(organization.id);
  return (
    <Sheet organization={organization} words="invites you to represent it.">
      {isOnItsWay(...invitationAnswers) ? (
        <PendingChanges organizationId={organization.id} />
      ) : (
        <InvitationButtons organization={organization} />
      )}
    </Sheet>
  );
}

/** An organization's mark and name, what it wants, and the answers. */
function Sheet({
  organization,
  words,
  children,
}: {
  organization: OrganizationBrief;
  words: string;
  children: ReactNode;
}) {
  return (
    <Card as="div" tone="pending" className="flex flex-col gap-3 p-4">
      <div className="flex items-start gap-3">
        <OrganizationLogo organization={organization} size={44} />
        <p className="min-w-0">
          <Link
            to={`/org/${organization.id}`}
            className="reach inline-flex max-w-full flex-wrap items-center gap-x-2 font-semibold decoration-seal underline-offset-4 hover:underline"
          >
            <Name>{organization.name}</Name>
            <OrganizationLabel />
          </Link>
          <span className="block text-muted">{words}</span>
        </p>
      </div>
      <div className="flex flex-wrap gap-3">{children}</div>
    </Card>
  );
}
