import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Search, X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { Kbd } from "../../ui/kbd.tsx";

const SearchDialog = lazy(async () => ({
  default: (await import("./search-dialog.tsx")).SearchDialog,
}));

const frame =
  "flex h-12 w-full items-center gap-3 rounded-paper border border-line bg-sheet pr-2 pl-4 text-left text-muted transition-colors hover:border-ink";

interface SearchProps {
  typed: string;
  onType: (text: string) => void;
}

/** The search over the feed: a field where there is room, else a button that opens a dialog. `/` leads to it. */
export function SearchBox({ typed, onType }: SearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const [dialog, setDialog] = useState<"never" | "open" | "closed">("never");
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const writing = target instanceof HTMLElement && target.matches("input, textarea, select");
      if (event.key !== "/" || writing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (field.current?.offsetParent) field.current.focus();
      else setDialog("open");
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <search className="block">
      <div className="hidden md:block">
        <SearchField typed={typed} onType={onType} field={field} hint />
      </div>
      <div className="flex gap-2 md:hidden">
        <button type="button" className={frame} onClick={() => setDialog("open")}>
          <Search aria-hidden="true" className="size-5 shrink-0" />
          <span className="sr-only">{messages.searchByName}</span>
          <span aria-hidden="true" className="truncate">
            {typed === "" ? messages.searchByName : typed}
          </span>
        </button>
        {typed === "" ? null : <Clear onClear={() => onType("")} />}
      </div>
      {dialog === "never" ? null : (
        <Suspense fallback={null}>
          <SearchDialog
            open={dialog === "open"}
            onClose={() => setDialog("closed")}
            typed={typed}
            onType={onType}
          />
        </Suspense>
      )}
    </search>
  );
}

/** The field itself. */
export function SearchField({
  typed,
  onType,
  field,
  hint = false,
}: SearchProps & { field?: React.Ref<HTMLInputElement>; hint?: boolean }) {
  return (
    <div className={`${frame} focus-within:border-ink`}>
      <Search aria-hidden="true" className="size-5 shrink-0" />
      <input
        ref={field}
        type="search"
        aria-label={messages.searchByName}
        placeholder={messages.searchByName}
        value={typed}
        maxLength={limits.searchCodePoints}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || typed === "") return;
          event.preventDefault();
          onType("");
        }}
        className="h-full min-w-0 grow bg-transparent text-base text-ink outline-offset-4 placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
      />
      {typed !== "" ? <Clear onClear={() => onType("")} /> : hint ? <Kbd>/</Kbd> : null}
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
