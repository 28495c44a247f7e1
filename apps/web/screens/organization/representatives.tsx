import type { Organization } from "@colonnade/domain/organization.ts";
import { nameOrAddress, type ProfileBrief } from "@colonnade/domain/profile.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { profilePath, useViewerAddress } from "../../features/profile/viewer.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Card } from "../../ui/card.tsx";
import { Name, NameLabel, RemovedLabel } from "../../ui/name.tsx";
import { AskButton } from "../shared/ask-button.tsx";
import { AdminTools } from "./admin-tools.tsx";
import { PendingChanges, useChange } from "./changes.tsx";

/** Who may endorse as the organization: its admin, and everybody who accepted an invitation. */
export function Representatives({ organization }: { organization: Organization }) {
  const viewer = useViewerAddress();
  const isAdmin = viewer === organization.admin;
  return (
    <Card aria-labelledby="representatives" className="p-5">
      <h2 id="representatives" className="text-lg">
        Representatives
      </h2>
      {isAdmin ? (
        <p className="measure mt-1 text-muted">
          {organization.open ? (
            <>
              They may endorse as <Name>{organization.name}</Name>. You are its admin: you decide
              who they are.
            </>
          ) : (
            "The organization is closed: nobody endorses in its name any more."
          )}
        </p>
      ) : null}
      <ul className="flex flex-wrap gap-x-6 gap-y-1 pt-2">
        {organization.columnRepresentatives.map((person) => (
          <Person
            key={person.address}
            person={person}
            label={person.address === organization.admin ? "Admin" : undefined}
          >
            {isAdmin && person.address !== viewer ? (
              <RemoveButton organization={organization} person={person} />
            ) : null}
          </Person>
        ))}
      </ul>
      {isAdmin ? <Invited organization={organization} /> : <Resign organization={organization} />}
      {viewer === null ? null : <PendingChanges organizationId={organization.id} />}
      {isAdmin ? <AdminTools organization={organization} /> : null}
    </Card>
  );
}

function Person({
  person,
  label,
  children,
}: {
  person: ProfileBrief;
  label?: string | undefined;
  children?: ReactNode;
}) {
  const viewer = useViewerAddress();
  return (
    <li className="inline-flex max-w-full flex-wrap items-center gap-x-3">
      <Link
        to={profilePath(person.address, viewer)}
        className="group inline-flex min-h-12 min-w-0 items-center gap-3 font-semibold"
      >
        <Avatar profile={person} size={40} />
        <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 decoration-seal underline-offset-4 group-hover:underline">
          <Name>{nameOrAddress(person)}</Name>
          {label === undefined ? null : <NameLabel>{label}</NameLabel>}
          {person.suspended ? <RemovedLabel /> : null}
        </span>
      </Link>
      {children}
    </li>
  );
}

/** Whom the admin has invited and who has not answered. */
function Invited({ organization }: { organization: Organization }) {
  const invited = organization.columnInvited;
  if (invited.length === 0) return null;
  return (
    <>
      <h3 className="caps mt-5 text-muted">Invited, no answer yet</h3>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 pt-1">
        {invited.map((person) => (
          <Person key={person.address} person={person}>
            <RemoveButton organization={organization} person={person} invited />
          </Person>
        ))}
      </ul>
    </>
  );
}

/** Removes a member, or takes an invitation back. */
function RemoveButton({
  organization,
  person,
  invited = false,
}: {
  organization: Organization;
  person: ProfileBrief;
  invited?: boolean;
}) {
  const { changeFor, isAbout, sending } = useChange(organization.id);
  const name = <Name>{nameOrAddress(person)}</Name>;
  if (isAbout(person.address)) return null;
  return (
    <AskButton
      tone="quiet"
      disabled={sending}
      question={invited ? <>Take back the invitation to {name}?</> : <>Remove {name}?</>}
      explanation={
        invited ? (
          "They can no longer accept it. You may invite them again."
        ) : (
          <>
            They may no longer endorse as <Name>{organization.name}</Name>. What they issued in its
            name stays.
          </>
        )
      }
      answers={[
        {
          label: invited ? "Take it back" : "Remove",
          act: () => changeFor("remove-representative", person.address),
        },
      ]}
      keep={invited ? "Keep the invitation" : "Keep them"}
    >
      {invited ? "Take back" : "Remove"}
      <span className="sr-only"> {name}</span>
    </AskButton>
  );
}

/** The viewer's way out, if they are a member. */
function Resign({ organization }: { organization: Organization }) {
  const viewer = useViewerAddress();
  const { change, isOnItsWay, sending } = useChange(organization.id);
  if (viewer === null || !organization.representatives.includes(viewer)) return null;
  if (isOnItsWay("RESIGN_REPRESENTATION")) return null;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-[0.9375rem] text-muted">
      You represent it.
      <AskButton
        tone="quiet"
        disabled={sending}
        question={
          <>
            Resign from <Name>{organization.name}</Name>?
          </>
        }
        explanation="You may no longer endorse in its name. Only its admin can invite you again."
        answers={[{ label: "Resign", act: () => change("resign-representation") }]}
        keep="Stay"
      >
        Resign
      </AskButton>
    </p>
  );
}
