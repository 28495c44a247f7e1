import type { Organization } from "@colonnade/domain/organization.ts";
import { callName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { X } from "lucide-react";
import { Link } from "react-router";
import { profilePath } from "../../features/profile/path.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Card } from "../../ui/card.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Name } from "../../ui/name.tsx";
import { AddRepresentative } from "./add-representative.tsx";
import { RepresentativeChanges } from "./representative-changes.tsx";
import { useRepresentativeChange } from "./use-representative-change.ts";

/** Who may endorse as the organization; its admin adds and removes them here. */
export function Representatives({
  organization,
  viewerAddress,
}: {
  organization: Organization;
  viewerAddress: string | null;
}) {
  const people = organization.columnRepresentatives;
  return (
    <Card aria-labelledby="representatives" className="p-5">
      <h2 id="representatives" className="text-lg">
        Representatives
      </h2>
      {viewerAddress === organization.admin ? (
        <Desk organization={organization} admin={viewerAddress} />
      ) : people.length === 0 ? (
        <p className="pt-2 text-muted">Nobody at present.</p>
      ) : (
        <ul className="flex flex-wrap gap-x-6 pt-2">
          {people.map((person) => (
            <li key={person.address}>
              <Person person={person} viewerAddress={viewerAddress} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Person({ person, viewerAddress }: { person: ProfileBrief; viewerAddress: string | null }) {
  return (
    <Link
      to={profilePath(person.address, viewerAddress)}
      className="flex min-h-12 items-center gap-3 font-semibold decoration-seal underline-offset-4 hover:underline"
    >
      <Avatar profile={person} size={40} />
      <Name>{callName(person)}</Name>
    </Link>
  );
}

/** The same, for the admin. Every change is a transaction of its own. */
function Desk({ organization, admin }: { organization: Organization; admin: string }) {
  const { change, changes, sending } = useRepresentativeChange(organization.id);
  const people = organization.columnRepresentatives;
  return (
    <>
      <p className="measure mt-1 text-muted">
        They may endorse as {organization.name}. You are its admin: you say who they are.
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-3">
        {people.map((person) => (
          <li key={person.address} className="inline-flex items-center">
            <Person person={person} viewerAddress={admin} />
            {changes.some(({ metaData }) => metaData.person === person.address) ? null : (
              <IconButton
                label={`Remove ${callName(person)}`}
                onClick={() => (sending ? undefined : change("remove", person.address))}
              >
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <RepresentativeChanges changes={changes} />
      <AddRepresentative
        present={[
          ...people.map(({ address }) => address),
          ...changes.flatMap(({ metaData }) => metaData.person ?? []),
        ]}
        sending={sending}
        onAdd={(address) => change("add", address)}
      />
    </>
  );
}
