import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { Picture, senderSide } from "../../features/endorsement/card-parts.tsx";
import { RevealedTitle } from "../../features/endorsement/revealed-title.tsx";
import { currentWords } from "../../features/endorsement/words.ts";
import { useSentTransactions } from "../../features/wallet/sent-transactions.ts";
import { classNames } from "../../ui/class-names.ts";
import { Name, OrganizationLabel } from "../../ui/name.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SpinnerMark } from "../../ui/spinner.tsx";
import type { Choosing } from "./reject-many.tsx";

const sheet =
  "grid w-full grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-4 overflow-hidden rounded-paper border bg-sheet pr-3";

/** One endorsement that waits: a link to its page, or a box to tick while several are chosen. */
export function PendingApproval({
  endorsement,
  address,
  choosing: { isOn, chosen, toggle },
}: {
  endorsement: Endorsement;
  /** The viewer's. */
  address: string;
  choosing: Choosing;
}) {
  const isDecided = useIsDecided(address, endorsement.id);
  const classes = classNames(sheet, "transition-colors hover:border-ink");
  const content = <Content endorsement={endorsement} isDecided={isDecided} />;
  if (!isOn || isDecided) {
    return (
      <Link
        to={`/manage-endorsement/${endorsement.id}`}
        className={classNames(classes, "border-rule")}
      >
        {content}
        <ChevronRight className="size-5 text-muted" />
      </Link>
    );
  }
  const isChosen = chosen.some(({ id }) => id === endorsement.id);
  return (
    <label
      className={classNames(classes, "cursor-pointer", isChosen ? "border-seal" : "border-rule")}
    >
      {content}
      <span className="inline-flex size-11 items-center justify-center">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={() => toggle(endorsement)}
          className="size-5 accent-seal"
        />
      </span>
    </label>
  );
}

function Content({ endorsement, isDecided }: { endorsement: Endorsement; isDecided: boolean }) {
  const words = currentWords(endorsement);
  const sender = senderSide(endorsement);
  return (
    <>
      <Picture
        address={words.milestoneURI}
        seed={`endorsement ${endorsement.id}`}
        sizes="4.5rem"
        className="h-full min-h-18 w-full"
      />
      <span className="min-w-0 py-2">
        <span className="line-clamp-2 font-heading leading-5 font-semibold">
          <RevealedTitle endorsement={endorsement} />
        </span>
        <span className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-1.5 text-sm text-muted">
          <span className="max-w-full truncate">
            from <Name>{sender.name}</Name>
          </span>
          {sender.square ? <OrganizationLabel /> : null}
        </span>
        {isDecided ? (
          <span className="mt-0.5 flex items-center gap-2 text-sm text-pending">
            <SpinnerMark />
            Being confirmed
          </span>
        ) : null}
      </span>
    </>
  );
}

/** Whether an endorsement was approved or rejected on this device, in a transaction still pending. */
function useIsDecided(address: string, id: number): boolean {
  return useSentTransactions(({ sent }) =>
    sent.some(
      ({ event, metaData, ...transaction }) =>
        transaction.address === address &&
        (event === "APPROVE_ENDORSEMENT" || event === "BURN_ENDORSEMENT") &&
        (metaData.endorsementId === id || metaData.endorsementIds?.includes(id) === true),
    ),
  );
}

export function PendingApprovalSkeleton() {
  return (
    <div aria-hidden="true" className={classNames(sheet, "border-rule")}>
      <Skeleton shape="flat" className="h-full min-h-18 w-full" />
      <span className="flex flex-col gap-2">
        <Skeleton className="h-4 w-44 max-w-full" />
        <Skeleton className="h-3 w-24" />
      </span>
    </div>
  );
}
