import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { withoutHidden } from "@colonnade/domain/hidden-text.ts";
import { Share2 } from "lucide-react";
import type { ReactNode } from "react";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { EndorsementDetail } from "../../features/endorsement/detail.tsx";
import {
  endorsementPath,
  isParty,
  shownTitle,
  standingWords,
} from "../../features/endorsement/words.ts";
import { useViewer } from "../../features/profile/viewer.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { useHydrating } from "../../ui/hydration.ts";
import { GalleryVisibility } from "./gallery-visibility.tsx";
import { ReportButton } from "./report-button.tsx";
import { SuggestedWords } from "./suggested-words.tsx";

/**
 * An endorsement in full, over a page or as one. For those whom it concerns, also what is suggested, and a way to
 * decide.
 */
export function EndorsementView({
  endorsement,
  isPage = false,
  children,
}: {
  endorsement: Endorsement;
  isPage?: boolean;
  /** More to do with it, beside copying its link. */
  children?: ReactNode;
}) {
  const viewer = useViewer();
  const address = viewer.state === "signed-out" ? null : viewer.address;
  const { organization } = endorsement;
  const mayDecide =
    isParty(endorsement, address) ||
    (viewer.state === "member" &&
      viewer.profile.organization.some(({ id }) => id === organization?.id));
  return (
    <>
      <EndorsementDetail endorsement={endorsement} heading={isPage ? "h1" : "h2"} />
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
      <div className="flex flex-wrap items-center gap-x-6 border-t border-rule px-5 py-1 sm:px-8">
        <div className="-mx-3 flex flex-wrap print:hidden">
          {isPage ? null : (
            <LinkButton to={endorsementPath(endorsement.id)} tone="quiet">
              Open its page
            </LinkButton>
          )}
          <CopyButton text={runtimeConfig().origin + endorsementPath(endorsement.id)}>
            Copy link
          </CopyButton>
          <ShareButton endorsement={endorsement} />
          {children}
        </div>
        <span className="ml-auto">
          <ReportButton
            name={`endorsement № ${endorsement.id}`}
            subject={{ kind: "endorsement", id: endorsement.id }}
            image={standingWords(endorsement).milestoneURI}
          />
        </span>
      </div>
    </>
  );
}

/** Hands an endorsement's page to the device's own way of sharing. Nothing where it has none. */
function ShareButton({ endorsement }: { endorsement: Endorsement }) {
  const hydrating = useHydrating();
  if (hydrating || !("share" in navigator)) return null;
  const { id } = endorsement;
  const share = () => {
    const title = withoutHidden(shownTitle(endorsement));
    const url = runtimeConfig().origin + endorsementPath(id);
    // Rejects when the person changes their mind. The device says itself what fails.
    navigator.share({ title, url }).catch(() => undefined);
  };
  return (
    <Button tone="quiet" onClick={share} icon={<Share2 className="size-4" />}>
      Share
    </Button>
  );
}
