import { Combobox } from "@base-ui/react/combobox";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { displayName, type ProfileBrief } from "@colonnade/domain/profile.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Check, Search, X } from "lucide-react";
import { type Ref, type UIEvent, useId, useState } from "react";
import { Avatar } from "../../ui/avatar.tsx";
import { classNames } from "../../ui/class-names.ts";
import { FieldFrame } from "../../ui/field.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { profilePages } from "./query.ts";

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
  /** An address that is not offered. */
  exclude: string;
  ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().slice(0, limits.searchCodePoints);
  const search = useDebounced(wanted);
  const pages = useInfiniteQuery({
    ...profilePages(search),
    placeholderData: keepPreviousData,
  });
  // Until the service has answered, only what fits of the answer before: Enter must not choose anybody else.
  const found: ProfileBrief[] = (pages.data?.pages ?? [])
    .flatMap((page) => page.items)
    .filter((profile) => profile.address !== exclude && isMatch(profile, wanted));
  const searching = pages.isFetching || search !== wanted;

  const loadMore = ({ currentTarget: list }: UIEvent<HTMLElement>) => {
    const near = list.scrollTop + list.clientHeight > list.scrollHeight - 200;
    if (near && pages.hasNextPage && !pages.isFetchingNextPage) pages.fetchNextPage();
  };

  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required>
      <Combobox.Root
        items={found}
        filter={null}
        value={value}
        onValueChange={onChange}
        onInputValueChange={(text, { reason }) => setTyped(reason === "input-change" ? text : "")}
        itemToStringLabel={(profile: ProfileBrief) => displayName(profile)}
        isItemEqualToValue={(one, other) => one.address === other.address}
        autoHighlight
      >
        <div className="relative">
          <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted">
            {value === null ? (
              <Search aria-hidden="true" className="size-5" />
            ) : (
              <Avatar profile={value} size={28} className="-ml-1" />
            )}
          </span>
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
              "w-full rounded-paper border bg-sheet py-2.5 pr-12 pl-11 text-base leading-6 transition-colors placeholder:text-muted hover:border-ink",
              error === undefined ? "border-line" : "border-seal",
            )}
          />
          <Combobox.Clear
            aria-label="Choose somebody else"
            className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center text-muted hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </Combobox.Clear>
        </div>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={4} className="z-40 w-(--anchor-width)">
            <Combobox.Popup className="overflow-hidden rounded-paper border border-line bg-sheet text-ink">
              <Combobox.Status className="px-4 text-sm text-muted [&:not(:empty)]:py-3">
                {pages.isError
                  ? "The search did not work. Please try again."
                  : searching && found.length === 0
                    ? "Searching…"
                    : null}
              </Combobox.Status>
              <Combobox.Empty className="px-4 text-sm text-muted [&:not(:empty)]:py-3">
                {searching || pages.isError ? null : messages.noResults}
              </Combobox.Empty>
              <Combobox.List
                onScroll={loadMore}
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
      </Combobox.Root>
    </FieldFrame>
  );
}

/** As the service searches names: by any part, whatever the case. */
function isMatch(profile: ProfileBrief, search: string): boolean {
  return displayName(profile).toLowerCase().includes(search.toLowerCase());
}
