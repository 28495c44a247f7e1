import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";
import {
  currentWords,
  endorsementPath,
  isHeld,
  stateOf,
} from "../../features/endorsement/words.ts";
import { LinkButton } from "../../ui/button.tsx";

/** What can be taken from an endorsement's page: its proof and, once it is approved, its credential. */
export function Keep({ endorsement, viewer }: { endorsement: Endorsement; viewer: string | null }) {
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
    name: currentWords(endorsement).title,
    organizationName: "Colonnade",
    issueYear: String(issued.getUTCFullYear()),
    issueMonth: String(issued.getUTCMonth() + 1),
    certUrl: runtimeConfig().origin + endorsementPath(id),
    certId: String(id),
  });
  return `https://www.linkedin.com/profile/add?${query}`;
}
