import { Combobox } from "@base-ui/react/combobox";
import type { ProfileBrief } from "@colonnade/domain/profile.ts";
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

/** Chooses one profile by name, from however many there are: the service searches, page after page. */
export function ProfileCombobox({
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
  value: ProfileBrief | null;
  onChange: (profile: ProfileBrief | null) => void;
  /** Addresses that are not offered. */
  exclude: readonly string[];
  ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const options = useProfileOptions(exclude);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required>
      <Combobox.Root
        {...comboboxOfProfiles}
        items={options.found}
        value={value}
        onValueChange={onChange}
        onInputValueChange={options.onInputValueChange}
      >
        <div className="relative">
          <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted">
            {value === null ? (
              <Search aria-hidden="true" className="size-5" />
            ) : (
              <Avatar profile={value} size={28} className="-ml-1" />
            )}
          </span>
          <ProfileInput
            id={id}
            ref={ref}
            label={label}
            hint={hint}
            error={error}
            className="pr-12"
          />
          <Combobox.Clear
            aria-label="Choose somebody else"
            className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center text-muted hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </Combobox.Clear>
        </div>
        <ProfileOptions options={options} />
      </Combobox.Root>
    </FieldFrame>
  );
}
