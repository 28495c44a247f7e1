import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Search, X } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { lazily } from "../../layout/chunk.tsx";
import { useSearchRequest } from "../../layout/keyboard.ts";
import { LazyDialog } from "../../layout/lazy-dialog.tsx";
import { IconButton } from "../../ui/button.tsx";
import { SpinnerMark } from "../../ui/spinner.tsx";

const PARAMETER = "search";
/** Milliseconds without a key before the search is asked for. */
const PAUSE = 250;

/** What a page searches for. Its address holds it, a moment after it was typed. */
export function useSearch() {
  const [parameters, setParameters] = useSearchParams();
  const search = (parameters.get(PARAMETER) ?? "").slice(0, limits.searchCodePoints);
  const [typed, setTyped] = useState(search);
  const [seen, setSeen] = useState(search);
  const [asked, setAsked] = useState(search);
  // The address changes some time after it was asked to. What is typed meanwhile stays, unless the address changed to
  // something that this box did not ask for.
  if (search !== seen) {
    setSeen(search);
    if (search !== asked) {
      setAsked(search);
      setTyped(search);
    }
  }
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === search) return;
    const timer = setTimeout(() => {
      setAsked(wanted);
      setParameters(
        (current) => {
          if (wanted === "") current.delete(PARAMETER);
          else current.set(PARAMETER, wanted);
          return current;
        },
        { replace: true, preventScrollReset: true },
      );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, search, setParameters]);
  return { search, typed, setTyped };
}

const SearchDialog = lazily(
  "search",
  async () => (await import("./search-dialog.tsx")).SearchDialog,
);

const frame =
  "h-12 w-full rounded-paper border border-line bg-sheet text-left text-muted transition-colors hover:border-ink";

interface SearchProps {
  typed: string;
  onType: (text: string) => void;
}

/** The search of a page: a field, or on a small screen a button that opens a dialog. `/` leads to it. */
export function SearchBox({ typed, onType }: SearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const dialogField = useRef<HTMLInputElement>(null);
  const [dialog, setDialog] = useState<"never" | "open" | "closed">("never");
  const { requested } = useSearchRequest();
  // Takes over what was typed into a rendered page before its hydration.
  const [onTypeAtFirst] = useState(() => onType);
  useLayoutEffect(() => {
    const text = field.current?.value ?? "";
    if (text !== "") onTypeAtFirst(text);
  }, [onTypeAtFirst]);
  useEffect(() => {
    if (!requested) return;
    useSearchRequest.setState({ requested: false });
    if (field.current?.offsetParent) {
      field.current.focus();
      field.current.select();
    } else setDialog("open");
  }, [requested]);
  return (
    <search className="block">
      <div className="hidden md:block">
        <SearchField typed={typed} onType={onType} field={field} inPage />
      </div>
      <div className="flex gap-2 md:hidden">
        <button
          type="button"
          className={`${frame} flex items-center gap-3 px-4`}
          onClick={() => setDialog("open")}
        >
          <Search className="size-5 shrink-0" />
          <span className="sr-only">{messages.searchByName}</span>
          <span aria-hidden="true" className="truncate">
            {typed === "" ? messages.searchByName : typed}
          </span>
        </button>
        {typed === "" ? null : <Clear onClear={() => onType("")} />}
      </div>
      {dialog === "never" ? null : (
        <LazyDialog open={dialog === "open"} onClose={() => setDialog("closed")}>
          <SearchDialog
            open={dialog === "open"}
            onClose={() => setDialog("closed")}
            initialFocus={dialogField}
          >
            <SearchField typed={typed} onType={onType} field={dialogField} />
          </SearchDialog>
        </LazyDialog>
      )}
    </search>
  );
}

/**
 * Wraps a list that still shows the results of an earlier search, and says so while the new ones are on their way.
 * @param className of the list
 */
export function SearchedList({
  searching,
  className,
  children,
}: {
  searching: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div aria-busy={searching || undefined} className="relative">
      <p
        role="status"
        className="pointer-events-none sticky top-20 z-20 flex h-0 justify-center overflow-visible"
      >
        {searching ? (
          <span className="inline-flex h-11 items-center gap-2 rounded-full border border-line bg-sheet px-5 animate-[appear_0.2s_0.2s_both]">
            <SpinnerMark />
            Searching…
          </span>
        ) : null}
      </p>
      <div className={className}>{children}</div>
    </div>
  );
}

/** The field. On the page (`inPage`) it shows the key that leads to it, and Esc empties and then leaves it. */
function SearchField({
  typed,
  onType,
  field,
  inPage = false,
}: SearchProps & { field: React.Ref<HTMLInputElement>; inPage?: boolean }) {
  return (
    <div className="relative text-muted">
      <Search className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5" />
      <input
        ref={field}
        type="search"
        aria-label={messages.searchByName}
        placeholder={messages.searchByName}
        aria-keyshortcuts={inPage ? "/ Control+K Meta+K" : undefined}
        value={typed}
        maxLength={limits.searchCodePoints}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !inPage) return;
          event.preventDefault();
          if (typed === "") event.currentTarget.blur();
          else onType("");
        }}
        className={`${frame} pr-14 pl-12 text-base text-ink placeholder:text-muted focus:border-ink [&::-webkit-search-cancel-button]:hidden`}
      />
      <div className="pointer-events-none absolute inset-y-0 right-2 flex items-center [&>button]:pointer-events-auto">
        {typed !== "" ? (
          <Clear onClear={() => onType("")} />
        ) : inPage ? (
          <kbd className="inline-flex min-w-6 items-center justify-center rounded-paper border border-rule bg-paper px-1.5 py-0.5 font-mono text-xs text-muted">
            /
          </kbd>
        ) : null}
      </div>
    </div>
  );
}

function Clear({ onClear }: { onClear: () => void }) {
  return (
    <IconButton label="Clear the search" onClick={onClear}>
      <X className="size-5" />
    </IconButton>
  );
}
