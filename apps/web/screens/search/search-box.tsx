import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Search, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { lazily } from "../../layout/chunk.tsx";
import { DialogCode } from "../../layout/dialog-code.tsx";
import { useSearchCall } from "../../layout/search-call.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Kbd } from "../../ui/kbd.tsx";

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

/** The search of a page: a field where there is room, else a button that opens a dialog. Its keys lead to it. */
export function SearchBox({ typed, onType }: SearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const [dialog, setDialog] = useState<"never" | "open" | "closed">("never");
  const { wanted, answer } = useSearchCall();
  // What was typed into a rendered page before it was hydrated.
  const [early] = useState(() => onType);
  useLayoutEffect(() => {
    const text = field.current?.value ?? "";
    if (text !== "") early(text);
  }, [early]);
  useEffect(() => {
    if (!wanted) return;
    answer();
    if (field.current?.offsetParent) {
      field.current.focus();
      field.current.select();
    } else setDialog("open");
  }, [wanted, answer]);
  return (
    <search className="block">
      <div className="hidden md:block">
        <SearchField typed={typed} onType={onType} field={field} standing />
      </div>
      <div className="flex gap-2 md:hidden">
        <button
          type="button"
          className={`${frame} flex items-center gap-3 px-4`}
          onClick={() => setDialog("open")}
        >
          <Search aria-hidden="true" className="size-5 shrink-0" />
          <span className="sr-only">{messages.searchByName}</span>
          <span aria-hidden="true" className="truncate">
            {typed === "" ? messages.searchByName : typed}
          </span>
        </button>
        {typed === "" ? null : <Clear onClear={() => onType("")} />}
      </div>
      {dialog === "never" ? null : (
        <DialogCode open={dialog === "open"} onClose={() => setDialog("closed")}>
          <SearchDialog
            open={dialog === "open"}
            onClose={() => setDialog("closed")}
            typed={typed}
            onType={onType}
          />
        </DialogCode>
      )}
    </search>
  );
}

/** The field itself. One that stands on the page says its key, and Esc empties and leaves it. */
export function SearchField({
  typed,
  onType,
  field,
  standing = false,
}: SearchProps & { field?: React.Ref<HTMLInputElement>; standing?: boolean }) {
  return (
    <div className="relative text-muted">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5"
      />
      <input
        ref={field}
        type="search"
        aria-label={messages.searchByName}
        placeholder={messages.searchByName}
        aria-keyshortcuts={standing ? "/ Control+K Meta+K" : undefined}
        value={typed}
        maxLength={limits.searchCodePoints}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !standing) return;
          event.preventDefault();
          if (typed === "") event.currentTarget.blur();
          else onType("");
        }}
        className={`${frame} pr-14 pl-12 text-base text-ink placeholder:text-muted focus:border-ink [&::-webkit-search-cancel-button]:hidden`}
      />
      <div className="pointer-events-none absolute inset-y-0 right-2 flex items-center [&>button]:pointer-events-auto">
        {typed !== "" ? <Clear onClear={() => onType("")} /> : standing ? <Kbd>/</Kbd> : null}
      </div>
    </div>
  );
}

function Clear({ onClear }: { onClear: () => void }) {
  return (
    <IconButton label="Clear the search" onClick={onClear}>
      <X aria-hidden="true" className="size-5" />
    </IconButton>
  );
}
