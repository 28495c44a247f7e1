import { Combobox } from "@base-ui/react/combobox";
import { callName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { Search, X } from "lucide-react";
import { type Ref, useId } from "react";
import { Avatar } from "../../ui/avatar.tsx";
import { FieldFrame } from "../../ui/field.tsx";
import {
  comboboxOfProfiles,
  ProfileInput,
  ProfileOptions,
  useProfileOptions,
} from "./profile-options.tsx";

/**
 * Chooses several profiles by name, from however many there are. The chosen stand below; a click on one of
 * them removes it.
 */
export function ProfilesCombobox({
  label,
  hint,
  error,
  value,
  onChange,
  exclude,
  ref,
}: {
  label: string;
  hint?: string;
  error?: string | undefined;
  value: ProfileBrief[];
  onChange: (profiles: ProfileBrief[]) => void;
  /** Addresses that are not offered. */
  exclude: readonly string[];
  ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const options = useProfileOptions(exclude);
  const remove = (gone: ProfileBrief, button: HTMLElement) => {
    // The keyboard stays where it was, with the neighbour that moves up.
    const place = button.closest("li");
    const neighbour = place?.nextElementSibling ?? place?.previousElementSibling;
    (neighbour?.querySelector("button") ?? document.getElementById(id))?.focus();
    onChange(value.filter(({ address }) => address !== gone.address));
  };
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required>
      <Combobox.Root
        {...comboboxOfProfiles}
        multiple
        items={options.found}
        value={value}
        // Esc closes the list, and must not take everybody away that was chosen.
        onValueChange={(people, { reason }) => reason !== "escape-key" && onChange(people)}
        onInputValueChange={options.onInputValueChange}
      >
        <div className="relative">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-muted"
          />
          <ProfileInput
            id={id}
            ref={ref}
            label={label}
            hint={hint}
            error={error}
            className="pr-4"
          />
        </div>
        <ProfileOptions options={options} />
      </Combobox.Root>
      {value.length === 0 ? null : (
        <ul aria-label={`Chosen: ${label}`} className="flex flex-wrap gap-2 pt-1">
          {value.map((profile) => {
            const name = callName(profile);
            return (
              <li key={profile.address}>
                <button
                  type="button"
                  aria-label={`Remove ${name}`}
                  onClick={({ currentTarget }) => remove(profile, currentTarget)}
                  className="group inline-flex min-h-11 items-center gap-2 rounded-full border border-rule bg-sheet pr-3 pl-1.5 text-sm font-semibold transition-colors hover:border-seal hover:text-seal"
                >
                  <Avatar profile={profile} size={32} />
                  <span className="max-w-44 truncate">{name}</span>
                  <X aria-hidden="true" className="size-4 text-muted group-hover:text-seal" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </FieldFrame>
  );
}
