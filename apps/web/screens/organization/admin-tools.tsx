import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import type { Organization } from "@colonnade/domain/organization.ts";
import { nameOrAddress, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { ProfileCombobox } from "../../features/profile/profile-combobox.tsx";
import { Button } from "../../ui/button.tsx";
import { Name, OrganizationLabel } from "../../ui/name.tsx";
import { AskButton } from "../shared/ask-button.tsx";
import { useChange, usePendingChanges } from "./changes.tsx";

/** What only the admin can do: invite, hand over, close. Of a closed organization they can still hand the seat over. */
export function AdminTools({ organization }: { organization: Organization }) {
  const { open } = organization;
  return (
    <>
      {open ? <Invite organization={organization} /> : null}
      <details className="group mt-2 border-t border-rule">
        <summary className="flex min-h-11 list-none items-center gap-2 pt-3 font-semibold [&::-webkit-details-marker]:hidden">
          {open ? "Hand over or close" : "Hand over"}
          <ChevronDown className="size-5 text-muted transition-transform group-open:rotate-180" />
        </summary>
        <div className="grid gap-x-10 gap-y-6 pt-3 lg:grid-cols-2">
          <HandOver organization={organization} />
          {open ? <CloseOrganization organization={organization} /> : null}
        </div>
      </details>
    </>
  );
}

function Invite({ organization }: { organization: Organization }) {
  const { id, admin, representatives, columnInvited } = organization;
  const { changeFor, sending } = useChange(id);
  const coming = usePendingChanges(id)
    .filter(({ event }) => event === "ADD_REPRESENTATIVE")
    .flatMap(({ metaData }) => metaData.person ?? []);
  const present = [...representatives, ...columnInvited.map(({ address }) => address), ...coming];
  // The admin has a seat beside the ten.
  if (present.filter((address) => address !== admin).length >= limits.organizationAdmins) {
    return (
      <p className="mt-3 text-muted">
        All {limits.organizationAdmins} places are taken, invitations included. Remove one to invite
        another.
      </p>
    );
  }
  return (
    <ChooseSomebody
      label="Invite a representative"
      hint="They represent it once they accept."
      button="Invite"
      exclude={present}
      sending={sending}
      onChosen={(address) => changeFor("add-representative", address)}
    />
  );
}

function HandOver({ organization }: { organization: Organization }) {
  const { id, admin, columnProposedAdmin: proposed } = organization;
  const { changeFor, takeProposalBack, sending, isOnItsWay } = useChange(id);
  if (isOnItsWay("PROPOSE_ADMIN")) return null;
  if (proposed !== null) {
    return (
      <div className="flex flex-col items-start gap-2">
        <p>
          <span className="font-semibold">
            <Name>{nameOrAddress(proposed)}</Name>
          </span>{" "}
          is asked to become its admin. Until they accept, you are.
        </p>
        <Button
          tone="secondary"
          busy={sending}
          onClick={() => takeProposalBack("propose-admin", admin)}
        >
          Take it back
        </Button>
      </div>
    );
  }
  return (
    <ChooseSomebody
      label="Propose another admin"
      hint="Once they accept, you no longer represent it."
      button="Propose"
      exclude={[admin]}
      sending={sending}
      onChosen={(address) => changeFor("propose-admin", address)}
    />
  );
}

/** Closes the organization, which ends it for good: it asks once. Nothing while that is on its way. */
export function CloseOrganization({ organization }: { organization: Organization }) {
  const { change, sending, isOnItsWay } = useChange(organization.id);
  if (isOnItsWay("CLOSE_ORGANIZATION")) return null;
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="measure text-muted">
        Closing ends sending and approving in its name for good. What was approved stays.
      </p>
      <AskButton
        tone="danger"
        busy={sending}
        question={
          <>
            Close <Name>{organization.name}</Name> <OrganizationLabel /> for good?
          </>
        }
        explanation="Nobody can endorse in its name any more, and what is pending in its name cannot be approved. Its name is never used again."
        answers={[{ label: "Close it for good", act: () => change("close-organization") }]}
        keep="Keep it open"
      >
        Close the organization
      </AskButton>
    </div>
  );
}

/** Chooses one person from all profiles. */
export function ChooseSomebody({
  label,
  hint,
  button,
  exclude,
  sending,
  onChosen,
}: {
  label: string;
  hint: string;
  button: string;
  /** Addresses that are not offered. */
  exclude: string[];
  sending: boolean;
  /** Resolves with whether it was sent. */
  onChosen: (address: string) => Promise<boolean>;
}) {
  const [chosen, setChosen] = useState<ProfileBrief | null>(null);
  const [error, setError] = useState<string>();
  const submit = async () => {
    if (chosen === null) setError(messages.selectAdmin);
    else if (await onChosen(chosen.address)) setChosen(null);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="mt-4 max-w-xl"
    >
      <ProfileCombobox
        label={label}
        hint={hint}
        value={chosen}
        onChange={(profile) => {
          setChosen(profile);
          setError(undefined);
        }}
        error={error}
        exclude={exclude}
        readOnly={sending}
      />
      <div className="mt-2 flex flex-wrap items-center gap-4">
        <Button type="submit" tone="secondary" busy={sending}>
          {button}
        </Button>
        <p aria-live="polite" className="min-h-5 text-sm text-muted">
          {sending ? "Your wallet asks you to confirm." : ""}
        </p>
      </div>
    </form>
  );
}
