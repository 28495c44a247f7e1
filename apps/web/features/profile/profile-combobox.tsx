import { Combobox } from "@base-ui/react/combobox";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { displayName, nameOrAddress, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Check, Search, X } from "lucide-react";
import { type ReactNode, type Ref, type UIEvent, useEffect, useId, useState } from "react";
import { Avatar } from "../../ui/avatar.tsx";
import { classNames } from "../../ui/class-names.ts";
import { describedBy, FieldFrame } from "../../ui/field.tsx";
import { NameReading } from "../../ui/name-reading.tsx";
import { profilePages } from "./query.ts";

interface ComboboxProps<Value> {
  label: string;
  hint?: string;
  error?: string | undefined;
  value: Value;
  onChange: (value: Value) => void;
  /** Addresses that are not offered. */
  exclude: readonly string[];
  /** Whether nothing can be chosen or removed at the moment. */
  readOnly?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** The props of the root of both comboboxes: the service does the searching. */
const searchedByService = {
  filter: null,
  itemToStringLabel: displayName,
  isItemEqualToValue: (one: ProfileBrief, other: ProfileBrief) => one.address === other.address,
  autoHighlight: true,
} as const;

/** Chooses one profile by name. The service searches them all, page after page. */
export function ProfileCombobox(props: ComboboxProps<ProfileBrief | null>) {
  const { label, hint, error, value, onChange, exclude, readOnly = false } = props;
  const id = useId();
  const options = useProfileOptions(exclude);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required>
      <Combobox.Root
        {...searchedByService}
        readOnly={readOnly}
        items={options.found}
        value={value}
        onValueChange={onChange}
        onInputValueChange={options.onInputValueChange}
      >
        <ProfileInput
          {...props}
          id={id}
          className="pr-12"
          icon={value === null ? null : <Avatar profile={value} size={28} className="-ml-1" />}
        >
          <Combobox.Clear
            aria-label="Choose somebody else"
            className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center text-muted hover:text-ink"
          >
            <X className="size-5" />
          </Combobox.Clear>
        </ProfileInput>
        <ProfileOptions options={options} />
      </Combobox.Root>
      {value === null ? null : <NameReading name={displayName(value)} />}
    </FieldFrame>
  );
}

/** Chooses several profiles by name. The chosen ones stand below; pressing one removes it. */
export function ProfilesCombobox(props: ComboboxProps<ProfileBrief[]>) {
  const { label, hint, error, value, onChange, exclude, readOnly = false } = props;
  const id = useId();
  const options = useProfileOptions(exclude);
  const remove = (removed: ProfileBrief, button: HTMLElement) => {
    // The focus stays in the list, on the neighbour, or else returns to the input.
    const place = button.closest("li");
    const neighbour = place?.nextElementSibling ?? place?.previousElementSibling;
    (neighbour?.querySelector("button") ?? document.getElementById(id))?.focus();
    onChange(value.filter(({ address }) => address !== removed.address));
  };
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required>
      <Combobox.Root
        {...searchedByService}
        readOnly={readOnly}
        multiple
        items={options.found}
        value={value}
        // Esc closes the list. It must not remove everybody who was chosen.
        onValueChange={(people, { reason }) => reason !== "escape-key" && onChange(people)}
        onInputValueChange={options.onInputValueChange}
      >
        <ProfileInput {...props} id={id} className="pr-4" />
        <ProfileOptions options={options} />
      </Combobox.Root>
      {value.length === 0 ? null : (
        <ul aria-label={`Chosen: ${label}`} className="flex flex-wrap gap-2 pt-1">
          {value.map((profile) => {
            const name = nameOrAddress(profile);
            return (
              <li key={profile.address}>
                <button
                  type="button"
                  aria-label={`Remove ${name}`}
                  disabled={readOnly}
                  onClick={({ currentTarget }) => remove(profile, currentTarget)}
                  className="group inline-flex min-h-11 items-center gap-2 rounded-full border border-rule bg-sheet pr-3 pl-1.5 text-sm font-semibold transition-colors hover:border-seal hover:text-seal"
                >
                  <Avatar profile={profile} size={32} />
                  <bdi className="max-w-44 truncate">{name}</bdi>
                  <X className="size-4 text-muted group-hover:text-seal" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </FieldFrame>
  );
}

/** Milliseconds without a key before the service is asked. */
const PAUSE = 200;

/**
 * Searches profiles by name while somebody types, page after page.
 * @param exclude addresses that are not offered
 */
function useProfileOptions(exclude: readonly string[]) {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().slice(0, limits.searchCodePoints);
  const [search, setSearch] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted]);
  const pages = useInfiniteQuery({ ...profilePages(search), placeholderData: keepPreviousData });
  // The answer may still be to an earlier search: Enter must not choose somebody who does not match.
  const found: ProfileBrief[] = (pages.data?.pages ?? [])
    .flatMap((page) => page.items)
    .filter((profile) => !exclude.includes(profile.address) && isMatch(profile, wanted));
  return {
    found,
    searching: pages.isFetching || search !== wanted,
    failed: pages.isError,
    /** For the root's `onInputValueChange`. Text that the combobox itself writes is no search. */
    onInputValueChange(text: string, { reason }: { reason: string }) {
      setTyped(reason === "input-change" ? text : "");
    },
    loadMore() {
      if (pages.hasNextPage && !pages.isFetchingNextPage) pages.fetchNextPage();
    },
  };
}

/** Matches as the service does: any part of the name, in any case. */
function isMatch(profile: ProfileBrief, search: string): boolean {
  return displayName(profile).toLowerCase().includes(search.toLowerCase());
}

/** The text field of a combobox, after an icon. Children stand at its right end. */
function ProfileInput({
  id,
  label,
  hint,
  error,
  className,
  ref,
  icon = null,
  children,
}: Pick<ComboboxProps<unknown>, "label" | "hint" | "error" | "ref"> & {
  id: string;
  className: string;
  icon?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="relative">
      <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted">
        {icon ?? <Search className="size-5" />}
      </span>
      <Combobox.Input
        {...describedBy(id, hint, error)}
        ref={ref}
        // The same as the label, because an open list hides everything around the input from screen readers.
        aria-label={label}
        placeholder={messages.searchByName}
        aria-required="true"
        className={classNames(
          "w-full rounded-paper border bg-sheet py-2.5 pl-11 text-base leading-6 transition-colors placeholder:text-muted",
          className,
          error === undefined ? "border-line hover:border-ink" : "border-seal",
        )}
      />
      {children}
    </div>
  );
}

function ProfileOptions({ options }: { options: ReturnType<typeof useProfileOptions> }) {
  const { found, searching, failed, loadMore } = options;
  const onScroll = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    if (list.scrollTop + list.clientHeight > list.scrollHeight - 200) loadMore();
  };
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} className="z-40 w-(--anchor-width)">
        <Combobox.Popup className="overflow-hidden rounded-paper border border-line bg-sheet text-ink">
          <Combobox.Status className="px-4 text-sm text-muted [&:not(:empty)]:py-3">
            {failed
              ? "The search did not work. Please try again."
              : searching && found.length === 0
                ? "Searching…"
                : null}
          </Combobox.Status>
          <Combobox.Empty className="px-4 text-sm text-muted [&:not(:empty)]:py-3">
            {searching || failed ? null : messages.noResults}
          </Combobox.Empty>
          <Combobox.List
            onScroll={onScroll}
            className="max-h-80 overflow-y-auto overscroll-contain p-1 empty:p-0"
          >
            {(profile: ProfileBrief) => (
              <Combobox.Item
                key={profile.address}
                value={profile}
                className="flex min-h-12 cursor-pointer items-center gap-3 rounded-paper px-3 py-1.5 outline-none data-[highlighted]:bg-sunk"
              >
                <Avatar profile={profile} size={32} />
                <bdi className="min-w-0 truncate">{displayName(profile)}</bdi>
                <Combobox.ItemIndicator className="ml-auto text-approved">
                  <Check className="size-5" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
