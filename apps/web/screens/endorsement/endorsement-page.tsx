import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { statusOf } from "../../api/error.ts";
import { readId } from "../../api/route-param.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { EndorsementDetailSkeleton } from "../../features/endorsement/detail.tsx";
import { endorsementQuery } from "../../features/endorsement/query.ts";
import {
  endorsementPath,
  isHeld,
  isParty,
  standingWords,
  stateOf,
} from "../../features/endorsement/words.ts";
import { useViewerAddress } from "../../features/profile/viewer.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { NotFound } from "../not-found.tsx";
import { EndorsementView } from "../shared/endorsement-view.tsx";
import { QueryError, Titled } from "../shared/page-states.tsx";
import { Elsewhere } from "./elsewhere.tsx";
import { History } from "./history.tsx";
import { pageWordsOf } from "./page-words.ts";

/** An endorsement at an address of its own. */
export function EndorsementPage() {
  const id = readId(useParams().id);
  return id === null ? none : <EndorsementOf key={id} id={id} />;
}

const none = (
  <NotFound title="There is no such endorsement">
    It may have been rejected, withdrawn or removed.
  </NotFound>
);

function EndorsementOf({ id }: { id: number }) {
  const query = useQuery(endorsementQuery(id));
  if (query.data !== undefined) return <Found endorsement={query.data} />;
  if (statusOf(query.error) === 404) return none;
  return (
    <Titled title={pages["/endorsement/:id"].title}>
      <div className="page py-8">
        {query.error === null ? (
          <>
            <h1 className="sr-only">{pages["/endorsement/:id"].title}</h1>
            <Card as="div" className="overflow-hidden">
              <EndorsementDetailSkeleton />
            </Card>
          </>
        ) : (
          <QueryError heading="h1" title="The endorsement could not be loaded" query={query} />
        )}
      </div>
    </Titled>
  );
}

function Found({ endorsement }: { endorsement: Endorsement }) {
  const viewer = useViewerAddress();
  usePageMeta(pageWordsOf(endorsement, runtimeConfig().origin));
  return (
    <div className="page flex max-w-6xl flex-col gap-10 py-8 sm:py-12">
      <Card as="div" className="overflow-hidden">
        <EndorsementView endorsement={endorsement} isPage>
          <ProofLinks endorsement={endorsement} viewer={viewer} />
        </EndorsementView>
      </Card>
      {stateOf(endorsement) === "approved" && !isHeld(endorsement) ? (
        <Elsewhere id={endorsement.id} />
      ) : null}
      {viewer !== null && isParty(endorsement, viewer) ? (
        <History endorsement={endorsement} viewer={viewer} />
      ) : null}
    </div>
  );
}

/** Links to download the proof of an endorsement and, once it is approved, its credential. */
function ProofLinks({ endorsement, viewer }: { endorsement: Endorsement; viewer: string | null }) {
  const { id, column_receiver } = endorsement;
  if (isHeld(endorsement)) return null;
  return (
    <>
      <LinkButton href={`/api/proof/${id}`} download={`endorsement-${id}.json`} tone="quiet">
        Download the proof
      </LinkButton>
      {stateOf(endorsement) === "approved" ? (
        <>
          <LinkButton
            href={`/api/credential/${id}`}
            download={`credential-${id}.json`}
            tone="quiet"
          >
            Download the credential
          </LinkButton>
          {viewer === column_receiver.address ? (
            <LinkButton href={linkedInAddress(endorsement)} tone="quiet">
              Add to LinkedIn
            </LinkButton>
          ) : null}
        </>
      ) : null}
    </>
  );
}

/** LinkedIn's form for a new certificate, filled in. */
function linkedInAddress(endorsement: Endorsement): string {
  const { id, date } = endorsement;
  const issued = new Date(date);
  const query = new URLSearchParams({
    startTask: "CERTIFICATION_NAME",
    name: standingWords(endorsement).title,
    organizationName: "Colonnade",
    issueYear: String(issued.getUTCFullYear()),
    issueMonth: String(issued.getUTCMonth() + 1),
    certUrl: runtimeConfig().origin + endorsementPath(id),
    certId: String(id),
  });
  return `https://www.linkedin.com/profile/add?${query}`;
}
