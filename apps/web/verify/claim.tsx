import type { Proof } from "@colonnade/domain/proof.ts";
import { useMemo } from "react";
import type { Check, CheckName } from "../../../packages/verify/verify.ts";
import { Card } from "../ui/card.tsx";
import { Name, OrganizationLabel } from "../ui/name.tsx";
import { RevealedText } from "../ui/revealed-text.tsx";
import { Stamp } from "../ui/stamp.tsx";
import { useObjectUrl } from "./object-url.ts";

/**
 * What the proof says: words, people, status. A name stands here only if every node that was asked knows it.
 * @param image the bytes that have the hash in the words, if any
 */
export function Claim({
  proof: { claim, network },
  checks,
  image,
}: {
  proof: Proof;
  checks: Check[];
  image: Uint8Array<ArrayBuffer> | null;
}) {
  const { words, organization, sender, receiver, names, status, id } = claim;
  const blob = useMemo(() => image && new Blob([image]), [image]);
  const picture = useObjectUrl(blob);
  const isKnown = (name: CheckName) => {
    const asked = checks.filter((check) => check.name === name);
    return asked.length > 0 && asked.every(({ outcome }) => outcome === "passed");
  };
  return (
    <Card as="article" aria-label="What the proof says" className="flex flex-col gap-5 p-5 sm:p-8">
      <p className="caps text-muted">
        Endorsement № {id} on {network}, as the proof says
      </p>
      <h3 className="text-2xl leading-8 sm:text-3xl sm:leading-9">
        <bdi>
          <RevealedText>{words.title}</RevealedText>
        </bdi>
      </h3>
      <div className="flex flex-wrap items-start gap-6">
        <p
          dir="auto"
          className="voice measure min-w-0 flex-1 basis-72 break-words whitespace-pre-wrap"
        >
          <RevealedText>{words.endorsement}</RevealedText>
        </p>
        {picture === null ? null : (
          <img
            src={picture}
            alt="The one that the words name"
            className="size-40 border border-rule object-cover"
          />
        )}
      </div>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
        <Party side="From" address={sender} name={isKnown("sender-name") ? names.sender : null} />
        {organization === null ? null : (
          <>
            <dt className="text-sm text-muted">In the name of</dt>
            <dd className="flex min-w-0 flex-wrap items-center gap-x-2 font-semibold">
              <Name>{organization.name}</Name>
              <OrganizationLabel />
            </dd>
          </>
        )}
        <Party
          side="To"
          address={receiver}
          name={isKnown("receiver-name") ? names.receiver : null}
        />
        <dt className="text-sm text-muted">Image</dt>
        <dd className="font-mono text-xs break-all">
          <RevealedText>{words.milestoneURI}</RevealedText>
        </dd>
      </dl>
      <Stamp status={status} />
    </Card>
  );
}

function Party({ side, address, name }: { side: string; address: string; name: string | null }) {
  return (
    <>
      <dt className="text-sm text-muted">{side}</dt>
      <dd className="min-w-0">
        {name === null ? null : (
          <span className="mr-3 font-semibold">
            <Name>{name}</Name>
          </span>
        )}
        <span className="font-mono text-xs break-all">{address}</span>
      </dd>
    </>
  );
}
