import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { messages, suggestedByMessage } from "@colonnade/domain/messages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { editEndorsementCall } from "../../features/endorsement/call.ts";
import { receiverSide, SenderName } from "../../features/endorsement/card-parts.tsx";
import { endorsementPages } from "../../features/endorsement/query.ts";
import {
  isOfClosed,
  offerChanged,
  sayNumber,
  standingWords,
  standingWordsChanged,
  useShown,
} from "../../features/endorsement/words.ts";
import { useIsPending } from "../../features/wallet/sent-transactions.ts";
import { useSending } from "../../layout/wallet-actions.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SpinnerMark } from "../../ui/spinner.tsx";
import { CompareImages, MergedText } from "../shared/compare-words.tsx";
import { QueryError } from "../shared/page-states.tsx";
import { ShowMore } from "../shared/show-more.tsx";
import { PanelTitle } from "./panel-title.tsx";

/** What receivers suggest to the viewer. Left out if there is nothing. */
export function Suggestions({ address }: { address: string }) {
  const list = useInfiniteQuery(endorsementPages({ sender: address, suggested: "true" }));
  if (list.isLoadingError) {
    return <QueryError title="What others suggest to you could not be loaded" query={list} />;
  }
  const all = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const endorsements = all.filter(({ suggestion }) => suggestion !== undefined);
  if (endorsements.length === 0) return null;
  return (
    <section aria-labelledby="suggestions">
      <PanelTitle id="suggestions">{messages.suggestionsWaiting}</PanelTitle>
      <ul className="flex flex-col gap-3">
        {endorsements.map((endorsement) => (
          <li key={endorsement.id}>
            <Suggested endorsement={endorsement} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        You can leave one unanswered. To stop unwanted ones, withdraw the endorsement.
      </p>
      <ShowMore list={list} failure="More could not be loaded." className="mt-4">
        Show more suggestions
      </ShowMore>
    </section>
  );
}

/**
 * The words as they would read, with what changes marked, and a button that accepts them. They stay as first shown
 * until the author asks for newer ones.
 */
function Suggested({ endorsement: latest }: { endorsement: Endorsement }) {
  const { shown, outdated, catchUp } = useShown(latest, offerChanged);
  const { send, sending } = useSending();
  const { id, suggestion } = shown;
  const isAnswered = useIsPending("EDIT_ENDORSEMENT", { endorsementId: id });
  if (suggestion === undefined) return null;
  const standing = standingWords(shown);
  const { title, endorsement: description, milestoneURI: image } = suggestion;
  return (
    <Card as="div" tone="pending" className="flex flex-col gap-2 p-4">
      <p className="text-sm text-muted">{suggestedByMessage(receiverSide(shown).name)}</p>
      {shown.organization === undefined ? null : (
        <p className="text-sm text-muted">
          Sent as <SenderName endorsement={shown} />
        </p>
      )}
      <h3 className="font-heading leading-6 font-semibold break-words">
        <Link
          to={`/manage-endorsement/${id}`}
          className="underline decoration-rule underline-offset-4 hover:decoration-seal"
        >
          <bdi>
            <MergedText before={standing.title} after={title} />
          </bdi>
        </Link>{" "}
        <span className="font-mono text-xs font-normal text-muted">{sayNumber(id)}</span>
      </h3>
      <p dir="auto" className="voice whitespace-pre-wrap break-words">
        <MergedText before={standing.endorsement} after={description} />
      </p>
      <CompareImages id={id} before={standing.milestoneURI} after={image} />
      {isAnswered ? (
        <p className="flex min-h-11 items-center gap-2 text-sm text-pending">
          <SpinnerMark />
          Being confirmed
        </p>
      ) : isOfClosed(shown) ? (
        <p className="text-sm text-muted">
          The organization is closed, so nobody can accept or approve this.
        </p>
      ) : (
        <div className="flex flex-col items-start gap-1 pt-1">
          <NewOffer
            what={standingWordsChanged(shown, latest) ? "words" : "suggestion"}
            outdated={outdated}
            onShow={catchUp}
          />
          <Button
            busy={sending}
            disabled={outdated}
            onClick={() => send(() => editEndorsementCall(shown, { title, description, image }))}
          >
            {messages.acceptSuggestion}
          </Button>
          <LinkButton to={`/edit-endorsement/${id}`} tone="quiet" className="-ml-3">
            Answer with other words
          </LinkButton>
        </div>
      )}
    </Card>
  );
}

/** Says that the words or the suggestion changed, with a button that shows the new ones. Empty while nothing has. */
function NewOffer({
  what,
  outdated,
  onShow,
}: {
  what: "words" | "suggestion";
  outdated: boolean;
  onShow: () => void;
}) {
  return (
    <>
      <p role="status" className="text-sm text-pending">
        {outdated ? `The ${what} changed while you were reading.` : ""}
      </p>
      {outdated ? (
        <Button tone="secondary" onClick={onShow}>
          Show the new {what}
        </Button>
      ) : null}
    </>
  );
}
