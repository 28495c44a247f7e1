import { Combobox } from "@base-ui/react/combobox";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { displayName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { type Ref, type UIEvent, useState } from "react";
import { Avatar } from "../../ui/avatar.tsx";
import { classNames } from "../../ui/class-names.ts";
import { useDebounced } from "../../ui/use-debounced.ts";
import { profilePages } from "./query.ts";

/** What every combobox over profiles says to its root: the service does the searching. */
export const comboboxOfProfiles = {
  filter: null,
  itemToStringLabel: displayName,
  isItemEqualToValue: (one: ProfileBrief, other: ProfileBrief) => one.address === other.address,
  autoHighlight: true,
} as const;

/**
 * Searches profiles by name while one types, page after page.
 * @param exclude addresses that are not offered
 */
export function useProfileOptions(exclude: readonly string[]) {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().slice(0, limits.searchCodePoints);
  const search = useDebounced(wanted);
  const pages = useInfiniteQuery({ ...profilePages(search), placeholderData: keepPreviousData });
  // Until the service has answered, only what fits of the answer before: Enter must not choose anybody else.
  const found: ProfileBrief[] = (pages.data?.pages ?? [])
    .flatMap((page) => page.items)
    .filter((profile) => !exclude.includes(profile.address) && isMatch(profile, wanted));
  return {
    found,
    searching: pages.isFetching || search !== wanted,
    failed: pages.isError,
    /** For the root's `onInputValueChange`: what the combobox itself writes is no search. */
    onInputValueChange(text: string, { reason }: { reason: string }) {
      setTyped(reason === "input-change" ? text : "");
    },
    loadMore() {
      if (pages.hasNextPage && !pages.isFetchingNextPage) pages.fetchNextPage();
    },
  };
}

/** As the service searches names: by any part, whatever the case. */
function isMatch(profile: ProfileBrief, search: string): boolean {
  return displayName(profile).toLowerCase().includes(search.toLowerCase());
}

/** Where one types a name. */
export function ProfileInput({
  id,
  label,
  hint,
  error,
  className,
  ref,
}: {
  id: string;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  className: string;
  ref: Ref<HTMLInputElement> | undefined;
}) {
  return (
    <Combobox.Input
      id={id}
      ref={ref}
      // Once more than the label says it: while the list is open, all around the input is hidden.
      aria-label={label}
      placeholder={messages.searchByName}
      aria-required="true"
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={
        [hint ? `${id}-hint` : "", error === undefined ? "" : `${id}-error`]
          .filter(Boolean)
          .join(" ") || undefined
      }
      className={classNames(
        "w-full rounded-paper border bg-sheet py-2.5 pl-11 text-base leading-6 transition-colors placeholder:text-muted",
        className,
        error === undefined ? "border-line hover:border-ink" : "border-seal",
      )}
    />
  );
}

/** The list below the input. */
export function ProfileOptions({ options }: { options: ReturnType<typeof useProfileOptions> }) {
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
                <span className="min-w-0 truncate">{displayName(profile)}</span>
                <Combobox.ItemIndicator className="ml-auto text-approved">
                  <Check aria-hidden="true" className="size-5" />
                </Combobox.ItemIndicator>
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
