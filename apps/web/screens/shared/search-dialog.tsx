import { messages } from "@colonnade/domain/messages.ts";
import type { ComponentProps } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** Holds the search field on a small screen. */
export function SearchDialog({
  children,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, "title" | "size">) {
  return (
    <Dialog {...dialog} title={messages.searchByName} size="small">
      <form
        className="flex flex-col gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          dialog.onClose();
        }}
      >
        {children}
        <Button type="submit">Show results</Button>
      </form>
    </Dialog>
  );
}
