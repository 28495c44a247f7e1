import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { imageAddressSchema } from "@colonnade/domain/image-address.ts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { receiverSide } from "../../features/endorsement/card-parts.tsx";
import { ownRejectedPages } from "../../features/endorsement/query.ts";
import { unsentEndorsement } from "../../features/endorsement/unsent.ts";
import { shownTitle, standingWords } from "../../features/endorsement/words.ts";
import { serverSessionQuery } from "../../features/wallet/server-session.ts";
import { useSigningIn } from "../../layout/wallet-actions.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { QueryError } from "../shared/page-states.tsx";
import { ShowMore } from "../shared/show-more.tsx";
import { TakeUpButton } from "../shared/take-up-button.tsx";
import { PanelTitle } from "./panel-title.tsx";

const FAILURE = "Your rejected words could not be loaded";

/** The viewer's own words that were rejected. The service shows them to nobody else, so the viewer has to sign in. */
export function OwnRejected({ address }: { address: string }) {
  const session = useQuery(serverSessionQuery(address));
  const { signIn, signingIn } = useSigningIn();
  if (session.isLoadingError) return <QueryError title={FAILURE} query={session} />;
  if (session.data === undefined) return null;
  if (session.data) return <List address={address} />;
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-sm text-muted">
      Looking for your rejected words?
      <Button tone="quiet" onClick={signIn} busy={signingIn}>
        Show my rejected words
      </Button>
    </p>
  );
}

function List({ address }: { address: string }) {
  const list = useInfiniteQuery(ownRejectedPages(address));
  const rejected = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (list.error !== null && list.data === undefined) {
    return <QueryError title={FAILURE} query={list} />;
  }
  return (
    <section aria-labelledby="rejected">
      <PanelTitle id="rejected">Your rejected words</PanelTitle>
      <p className="-mt-2 mb-4 text-sm text-muted">
        Only you see them here. The chain itself stays public.
      </p>
      {rejected.length === 0 && !list.isPending ? (
        <Card as="div" className="p-5 text-muted">
          Nobody has rejected your words.
        </Card>
      ) : (
        <ul className="flex flex-col gap-3">
          {rejected.map((endorsement) => (
            <li key={endorsement.id}>
              <Rejected endorsement={endorsement} sender={address} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore list={list} failure="Earlier ones could not be loaded." className="mt-4">
        Show earlier ones
      </ShowMore>
    </section>
  );
}

function Rejected({ endorsement, sender }: { endorsement: Endorsement; sender: string }) {
  const navigate = useNavigate();
  const { title, endorsement: description, milestoneURI } = standingWords(endorsement);
  const reuse = () => {
    unsentEndorsement(sender).write({
      // Other apps may have signed one that this form does not take.
      image: imageAddressSchema.safeParse(milestoneURI).data ?? null,
      recipient: endorsement.column_receiver,
      organization: endorsement.organization ?? null,
      title,
      description,
    });
    navigate("/new-endorsement");
  };
  return (
    <Card
      as="article"
      aria-label={shownTitle(endorsement)}
      className="flex flex-col items-start gap-1.5 p-4"
    >
      <p className="text-sm text-muted">
        To <bdi>{receiverSide(endorsement).name}</bdi>
      </p>
      <h3 className="text-base leading-6">
        <bdi>{shownTitle(endorsement)}</bdi>
      </h3>
      <p dir="auto" className="voice whitespace-pre-wrap break-words">
        {description}
      </p>
      <TakeUpButton sender={sender} tone="quiet" className="-ml-3" onTakeUp={reuse}>
        Write again with these words
      </TakeUpButton>
    </Card>
  );
}
