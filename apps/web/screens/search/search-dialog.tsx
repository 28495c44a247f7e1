import { messages } from "@colonnade/domain/messages.ts";
import { useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SearchField } from "./search-box.tsx";

/** The search on a small screen. */
export function SearchDialog({
  open,
  onClose,
  typed,
  onType,
}: {
  open: boolean;
  onClose: () => void;
  typed: string;
  onType: (text: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={messages.searchByName}
      size="small"
      initialFocus={field}
    >
      <form
        className="flex flex-col gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <SearchField typed={typed} onType={onType} field={field} />
        <Button type="submit">Show results</Button>
      </form>
    </Dialog>
  );
}
