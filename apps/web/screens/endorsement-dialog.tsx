import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { explain, statusOf } from "../api/error.ts";
import { EndorsementDetail, EndorsementDetailSkeleton } from "../features/endorsement/detail.tsx";
import { endorsementQuery } from "../features/endorsement/query.ts";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { useOpenEndorsement } from "./endorsement-links.ts";

/** The detail modal of whichever endorsement the page's address names. */
export function EndorsementDialog({
  known,
  viewerAddress,
}: {
  /** Endorsements the page has already; shown at once. */
  known: Endorsement[];
  viewerAddress: string | null;
}) {
  const { id, close } = useOpenEndorsement();
  // While it closes, the sheet still shows what it showed.
  const [last, setLast] = useState(id);
  if (id !== null && id !== last) setLast(id);
  return (
    <Dialog
      open={id !== null}
      onClose={close}
      title={`Endorsement № ${last ?? ""}`}
      showTitle={false}
      size="large"
    >
      {last === null ? null : (
        <Content
          id={last}
          known={known.find((endorsement) => endorsement.id === last)}
          viewerAddress={viewerAddress}
        />
      )}
    </Dialog>
  );
}

function Content({
  id,
  known,
  viewerAddress,
}: {
  id: number;
  known: Endorsement | undefined;
  viewerAddress: string | null;
}) {
  const { data, error, isFetching, refetch } = useQuery({
    ...endorsementQuery(id),
    ...(known === undefined ? {} : { placeholderData: known }),
  });
  if (data !== undefined) {
    return <EndorsementDetail endorsement={data} viewerAddress={viewerAddress} />;
  }
  if (error === null) return <EndorsementDetailSkeleton />;
  return statusOf(error) === 404 ? (
    <ErrorState
      title="There is no such endorsement"
      detail="It may have been rejected by the person it was sent to."
    />
  ) : (
    <ErrorState
      title="The endorsement could not be loaded"
      detail={explain(error)}
      onRetry={() => refetch()}
      retrying={isFetching}
    />
  );
}
