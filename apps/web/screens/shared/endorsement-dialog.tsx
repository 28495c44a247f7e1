import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { useQuery } from "@tanstack/react-query";
import { statusOf } from "../../api/error.ts";
import { EndorsementDetailSkeleton } from "../../features/endorsement/detail.tsx";
import { endorsementQuery } from "../../features/endorsement/query.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { EndorsementView } from "./endorsement-view.tsx";
import { QueryError } from "./page-states.tsx";

interface Shown {
  id: number;
  /** Endorsements that the page has already; shown at once. */
  known: Endorsement[];
}

/** One endorsement in full, over the page. */
export function EndorsementDialog({
  open,
  onClose,
  ...shown
}: Shown & { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Endorsement № ${shown.id}`}
      showTitle={false}
      size="large"
    >
      <Content {...shown} />
    </Dialog>
  );
}

function Content({ id, known }: Shown) {
  const query = useQuery({
    ...endorsementQuery(id),
    placeholderData: () => known.find((endorsement) => endorsement.id === id),
  });
  if (query.data !== undefined) return <EndorsementView endorsement={query.data} />;
  if (query.error === null) return <EndorsementDetailSkeleton />;
  if (statusOf(query.error) === 404) {
    return (
      <ErrorState
        title="There is no such endorsement"
        detail="It may have been rejected, withdrawn or removed."
      />
    );
  }
  return <QueryError title="The endorsement could not be loaded" query={query} />;
}
