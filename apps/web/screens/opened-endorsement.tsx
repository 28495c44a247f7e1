import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { useState } from "react";
import { lazily } from "../layout/chunk.tsx";
import { DialogCode } from "../layout/dialog-code.tsx";
import { useOpenEndorsement } from "./endorsement-links.ts";

const EndorsementDialog = lazily(
  "endorsement",
  async () => (await import("./endorsement-dialog.tsx")).EndorsementDialog,
);

/** The detail modal, loaded when the page's address first opens one. */
export function OpenedEndorsement(props: { known: Endorsement[]; viewerAddress: string | null }) {
  const { id, close } = useOpenEndorsement();
  // Once opened, the dialog stays to be closed with grace.
  const [wanted, setWanted] = useState(id !== null);
  if (id !== null && !wanted) setWanted(true);
  return wanted ? (
    <DialogCode open={id !== null} onClose={close}>
      <EndorsementDialog {...props} />
    </DialogCode>
  ) : null;
}
