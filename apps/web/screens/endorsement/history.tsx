import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import type { Revision } from "@colonnade/domain/revision.ts";
import { useQuery } from "@tanstack/react-query";
import { InlineName, receiverSide, signerSide } from "../../features/endorsement/card-parts.tsx";
import { revisionsQuery } from "../../features/endorsement/query.ts";
import { type Words, wordsDiffer } from "../../features/endorsement/words.ts";
import { serverSessionQuery } from "../../features/wallet/server-session.ts";
import { useSigningIn } from "../../layout/wallet-actions.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ExplorerLink } from "../../ui/explorer-link.tsx";
import { RevealedText } from "../../ui/revealed-text.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { CompareWords } from "../shared/compare-words.tsx";
import { QueryError } from "../shared/page-states.tsx";

const FAILURE = "The history could not be loaded";

/**
 * The revisions of an endorsement's words, for its sender and its receiver. The service shows them to nobody else, so
 * both have to sign in.
 */
export function History({ endorsement, viewer }: { endorsement: Endorsement; viewer: string }) {
  const session = useQuery(serverSessionQuery(viewer));
  const { signIn, signingIn } = useSigningIn();
  return (
    <section aria-labelledby="history" className="flex flex-col gap-4">
      <h2 id="history" className="text-2xl">
        History of its words
      </h2>
      <p className="-mt-2 text-sm text-muted">
        Only its sender and its receiver see this here. The chain itself stays public.
      </p>
      {session.isLoadingError ? <QueryError title={FAILURE} query={session} /> : null}
      {session.data === true ? <List endorsement={endorsement} viewer={viewer} /> : null}
      {session.data === false ? (
        <Button tone="secondary" onClick={signIn} busy={signingIn} className="self-start">
          Show the history
        </Button>
      ) : null}
    </section>
  );
}

function List({ endorsement, viewer }: { endorsement: Endorsement; viewer: string }) {
  const query = useQuery(revisionsQuery(endorsement.id, viewer));
  if (query.data === undefined) {
    return query.error === null ? (
      <Skeleton className="h-24 w-full" />
    ) : (
      <QueryError title={FAILURE} query={query} />
    );
  }
  const { items, more } = query.data;
  return (
    <>
      <ol className="flex flex-col gap-3">
        {items.map((revision, at) => (
          <li key={`${revision.txId} ${revision.action}`}>
            <Step
              endorsement={endorsement}
              revision={revision}
              before={items.slice(at + 1).find(({ words }) => words !== null)?.words ?? null}
            />
          </li>
        ))}
      </ol>
      {more ? <p className="text-sm text-muted">Older ones are on the chain.</p> : null}
    </>
  );
}

const deeds: Record<Revision["action"], string> = {
  submit: "sent it",
  edit: "edited it",
  suggest: "suggested other words",
  approve: "approved it",
  withdraw: "withdrew it",
};

/** One revision, and what differs from the words before. */
function Step({
  endorsement,
  revision: { action, by, txId, height, date, words },
  before,
}: {
  endorsement: Endorsement;
  revision: Revision;
  before: Words | null;
}) {
  return (
    <Card as="article" className="overflow-hidden">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-5 py-4">
        <span>
          <span className="font-semibold">
            <Actor endorsement={endorsement} address={by} />
          </span>{" "}
          {deeds[action]}
        </span>
        <ExplorerLink
          txId={txId}
          className="font-mono text-xs text-muted underline decoration-rule underline-offset-4 hover:decoration-seal"
        >
          block {height.toLocaleString("en")}, <Time date={date} />
          <span className="sr-only">, see the transaction in the explorer</span>
        </ExplorerLink>
      </p>
      <WordsOf id={endorsement.id} words={words} before={before} />
    </Card>
  );
}

function Actor({ endorsement, address }: { endorsement: Endorsement; address: string }) {
  const parties = [
    [endorsement.column_sender.address, signerSide],
    [endorsement.column_receiver.address, receiverSide],
  ] as const;
  const side = parties.find(([party]) => party === address)?.[1];
  return side === undefined ? (
    <span className="font-mono">{shortenPrincipal(address)}</span>
  ) : (
    <InlineName side={side(endorsement)} />
  );
}

/** The whole words of the first revision. Of later ones, what changed, or nothing. */
function WordsOf({ id, words, before }: { id: number; words: Words | null; before: Words | null }) {
  if (words === null) return null;
  if (before === null) {
    return (
      <div className="border-t border-rule p-5">
        <p className="font-heading text-lg leading-6 font-semibold break-words">
          <bdi>
            <RevealedText>{words.title}</RevealedText>
          </bdi>
        </p>
        <p dir="auto" className="voice mt-1 whitespace-pre-wrap break-words">
          <RevealedText>{words.endorsement}</RevealedText>
        </p>
      </div>
    );
  }
  return wordsDiffer(words, before) ? (
    <div className="border-t border-rule">
      <CompareWords id={id} before={before} after={words} names={["Before", "After"]} />
    </div>
  ) : null;
}
