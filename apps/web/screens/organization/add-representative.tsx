import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import type { ProfileBrief } from "@colonnade/domain/profile.ts";
import { useState } from "react";
import { ProfileCombobox } from "../../features/profile/profile-combobox.tsx";
import { Button } from "../../ui/button.tsx";

/** Chooses one more representative from all profiles. */
export function AddRepresentative({
  present,
  sending,
  onAdd,
}: {
  /** Who represents it already, or is about to. */
  present: string[];
  sending: boolean;
  /** Resolves with whether it was sent. */
  onAdd: (address: string) => Promise<boolean>;
}) {
  const [chosen, setChosen] = useState<ProfileBrief | null>(null);
  const [error, setError] = useState<string>();
  if (present.length >= limits.organizationAdmins) {
    return (
      <p className="mt-3 text-muted">
        It has its {limits.organizationAdmins} representatives. Remove one to add another.
      </p>
    );
  }
  const add = async () => {
    if (chosen === null) setError(messages.selectAdmin);
    else if (await onAdd(chosen.address)) setChosen(null);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
      className="mt-4 max-w-xl border-t border-rule pt-4"
    >
      <ProfileCombobox
        label="Add a representative"
        value={chosen}
        onChange={(profile) => {
          setChosen(profile);
          setError(undefined);
        }}
        error={error}
        exclude={present}
      />
      <div className="mt-2 flex flex-wrap items-center gap-4">
        <Button type="submit" tone="secondary" busy={sending}>
          Add
        </Button>
        <p aria-live="polite" className="min-h-5 text-sm text-muted">
          {sending ? "Your wallet asks you to confirm." : ""}
        </p>
      </div>
    </form>
  );
}
