import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import * as z from "zod/mini";
import { readId } from "../../api/route-param.ts";
import { OPEN_ENDORSEMENT } from "../../features/endorsement/card-parts.tsx";
import { lazily } from "../../layout/chunk.tsx";
import { LazyDialog } from "../../layout/lazy-dialog.tsx";
import { useHydrating } from "../../ui/hydration.ts";

const EndorsementDialog = lazily(
  "endorsement",
  async () => (await import("./endorsement-dialog.tsx")).EndorsementDialog,
);

const overPageSchema = z.object({ isOverPage: z.literal(true) });

/**
 * The dialog over a page that shows the endorsement in its address. Its code is loaded when it first opens.
 * @param known endorsements that the page has already; shown at once
 */
export function OpenEndorsement({ known }: { known: Endorsement[] }) {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const id = useHydrating() ? null : readId(parameters.get(OPEN_ENDORSEMENT));
  const { key, state } = useLocation();
  /** The history entry that is being left. The browser goes back a moment later, and must not do so twice. */
  const [leaving, setLeaving] = useState<string | null>(null);
  // It is left now. Forward leads to it again.
  if (leaving !== null && leaving !== key) setLeaving(null);
  const close = () => {
    if (overPageSchema.safeParse(state).success) {
      if (leaving !== key) navigate(-1);
      setLeaving(key);
      return;
    }
    const rest = new URLSearchParams(parameters);
    rest.delete(OPEN_ENDORSEMENT);
    navigate({ search: `?${rest}` }, { replace: true });
  };
  // The dialog closes with a movement, so it stays mounted and keeps the endorsement it showed.
  const [last, setLast] = useState(id);
  if (id !== null && id !== last) setLast(id);
  return last === null ? null : (
    <LazyDialog open={id !== null} onClose={close}>
      <EndorsementDialog known={known} id={last} open={id !== null} onClose={close} />
    </LazyDialog>
  );
}
