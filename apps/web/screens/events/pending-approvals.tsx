import { currentWords, type Endorsement } from "@colonnade/domain/endorsement.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { explain } from "../../api/error.ts";
import { senderParty } from "../../features/endorsement/party.ts";
import { Picture } from "../../features/endorsement/picture.tsx";
import { endorsementPages } from "../../features/endorsement/query.ts";
import { useSentTransactions } from "../../features/wallet/sent-transactions.ts";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SpinnerMark } from "../../ui/spinner.tsx";
import { ShowMore } from "../show-more.tsx";

/** Endorsements that wait for the connected person's decision. */
export function PendingApprovals({ address }: { address: string }) {
  const list = useInfiniteQuery(endorsementPages({ receiver: address, approved: "false" }));
  const { data, error, isFetching, refetch } = list;
  const decided = useDecided(address);
  const waiting = data?.pages.flatMap((page) => page.items);
  if (waiting === undefined) {
    return error === null ? (
      <PendingApprovalSkeleton />
    ) : (
      <ErrorState
        title="What waits for you could not be loaded"
        detail={explain(error)}
        onRetry={() => refetch()}
        retrying={isFetching}
      />
    );
  }
  if (waiting.length === 0) {
    return (
      <Card as="div" className="p-5 text-muted">
        {messages.noEndorsementsPending}
      </Card>
    );
  }
  return (
    <>
      <ul className="flex flex-col gap-3">
        {waiting.map((endorsement) => (
          <li key={endorsement.id}>
            <PendingApproval
              endorsement={endorsement}
              viewer={address}
              decided={decided.has(endorsement.id)}
            />
          </li>
        ))}
      </ul>
      <ShowMore list={list} failure="More could not be loaded." className="mt-4">
        Show more
      </ShowMore>
    </>
  );
}

const sheet =
  "grid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-4 overflow-hidden rounded-paper border border-rule bg-sheet pr-3";

function PendingApproval({
  endorsement,
  viewer,
  decided,
}: {
  endorsement: Endorsement;
  /** Address of who is to decide. */
  viewer: string;
  /** Whether a decision is on its way. */
  decided: boolean;
}) {
  const words = currentWords(endorsement);
  return (
    <Link
      to={`/manage-endorsement/${endorsement.id}`}
      className={`${sheet} transition-colors hover:border-ink`}
    >
      <Picture
        address={words.milestoneURI}
        seed={`endorsement ${endorsement.id}`}
        sizes="4.5rem"
        className="h-full min-h-18 w-full"
      />
      <span className="min-w-0 py-2">
        <span className="line-clamp-2 font-heading leading-5 font-semibold">{words.title}</span>
        <span className="mt-0.5 block truncate text-sm text-muted">
          from {senderParty(endorsement, viewer).name}
        </span>
        {decided ? (
          <span className="mt-0.5 flex items-center gap-2 text-sm text-pending">
            <SpinnerMark />
            Being confirmed
          </span>
        ) : null}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 text-muted" />
    </Link>
  );
}

/** The same before anything is known. */
function PendingApprovalSkeleton() {
  return (
    <div aria-hidden="true" className={sheet}>
      <Skeleton shape="flat" className="h-full min-h-18 w-full" />
      <span className="flex flex-col gap-2">
        <Skeleton className="h-4 w-44 max-w-full" />
        <Skeleton className="h-3 w-24" />
      </span>
    </div>
  );
}

/** Numbers of the endorsements whose decision was sent from this device and is on its way. */
function useDecided(address: string): Set<number | undefined> {
  const sent = useSentTransactions((state) => state.sent);
  const decisions = sent.filter(
    (transaction) =>
      transaction.address === address &&
      (transaction.event === "APPROVE_ENDORSEMENT" || transaction.event === "BURN_ENDORSEMENT"),
  );
  return new Set(decisions.map(({ metaData }) => metaData.endorsementId));
}
