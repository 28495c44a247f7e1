import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { useQuery } from "@tanstack/react-query";
import { statusOf } from "../../api/error.ts";
import {
  EndorsementDetail,
  EndorsementDetailSkeleton,
} from "../../features/endorsement/detail.tsx";
import { endorsementQuery } from "../../features/endorsement/query.ts";
import { currentWords, isParty } from "../../features/endorsement/words.ts";
import { useViewer } from "../../features/profile/viewer.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { GalleryVisibility } from "./gallery-visibility.tsx";
import { QueryError } from "./page-states.tsx";
import { ReportButton } from "./report-button.tsx";
import { SuggestedWords } from "./suggested-words.tsx";

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
  if (query.data !== undefined) return <Found endorsement={query.data} />;
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

/** For those whom it concerns, also what is suggested, and a way to decide. */
function Found({ endorsement }: { endorsement: Endorsement }) {
  const viewer = useViewer();
  const address = viewer.state === "signed-out" ? null : viewer.address;
  const { organization } = endorsement;
  const mayDecide =
    isParty(endorsement, address) ||
    (viewer.state === "member" &&
      viewer.profile.organization.some(({ id }) => id === organization?.id));
  return (
    <>
      <EndorsementDetail endorsement={endorsement} />
      {mayDecide ? (
        <div className="flex flex-col items-start gap-4 border-t border-rule p-5 empty:hidden sm:px-8">
          <SuggestedWords endorsement={endorsement} viewer={address} />
          <div className="flex flex-wrap gap-3">
            <LinkButton to={`/manage-endorsement/${endorsement.id}`} tone="secondary">
              Manage this endorsement
            </LinkButton>
            <GalleryVisibility endorsement={endorsement} viewer={address} />
          </div>
        </div>
      ) : null}
      <div className="flex justify-end border-t border-rule px-5 py-1 sm:px-8">
        <ReportButton
          name={`endorsement № ${endorsement.id}`}
          subject={{ kind: "endorsement", id: endorsement.id }}
          image={currentWords(endorsement).milestoneURI}
        />
      </div>
    </>
  );
}
