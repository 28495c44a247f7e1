import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { withoutHidden } from "@colonnade/domain/hidden-text.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { useState } from "react";
import { useParams } from "react-router";
import { readId } from "../../api/route-param.ts";
import { discardEndorsementCall } from "../../features/endorsement/call.ts";
import { receiverSide, SenderName } from "../../features/endorsement/card-parts.tsx";
import { EndorsementDetail } from "../../features/endorsement/detail.tsx";
import {
  isHeld,
  isOfClosed,
  shownTitle,
  standingWords,
  standingWordsChanged,
  stateOf,
  useShown,
  wordsDiffer,
} from "../../features/endorsement/words.ts";
import { profilePath, useIsSuspended } from "../../features/profile/viewer.ts";
import {
  type SentTransaction,
  useSentTransactions,
} from "../../features/wallet/sent-transactions.ts";
import { useSession } from "../../features/wallet/session-store.ts";
import { useSending } from "../../layout/wallet-actions.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { AskButton } from "../shared/ask-button.tsx";
import { CompareWords, OutdatedWords } from "../shared/compare-words.tsx";
import { EndorsementLoader } from "../shared/endorsement-loader.tsx";
import { GalleryVisibility } from "../shared/gallery-visibility.tsx";
import { Notice } from "../shared/notice.tsx";
import { ConnectButton } from "../shared/page-states.tsx";
import { SuggestedWords } from "../shared/suggested-words.tsx";
import { BlockNotice } from "./block-notice.tsx";
import { type Decision, DecisionSent, decisions } from "./decision-sent.tsx";
import { ReceiverActions } from "./receiver-actions.tsx";
import { useMayWithdraw, WithdrawButton } from "./withdraw-button.tsx";

/** The receiver reads an endorsement and approves or rejects it. */
export function ManageEndorsement() {
  const { id } = useParams();
  const viewer = useSession((session) => session.senderAddress);
  return <Manage key={`${id} ${viewer}`} text={id} viewer={viewer} />;
}

function Manage({ text, viewer }: { text: string | undefined; viewer: string | null }) {
  const id = readId(text);
  const [decision, setDecision] = useState<Decision | null>(null);
  /** The transactions of decisions that the viewer has gone back from. */
  const [left, setLeft] = useState<string[]>([]);
  // Sent before the page was opened, from another tab, or together with others.
  const pending = useSentTransactions(({ sent }) => findDecision(sent, id, viewer));
  if (decision === null && pending !== undefined && !left.includes(pending.txId)) {
    setDecision({ kind: kindOf(pending), txId: pending.txId });
  }
  if (id !== null && decision !== null) {
    const goBack = () => {
      setLeft([...left, decision.txId]);
      setDecision(null);
    };
    return <DecisionSent id={id} decision={decision} onBack={goBack} />;
  }
  return (
    <EndorsementLoader id={text} task={pages["/manage-endorsement/:id"].title}>
      {(endorsement) => <Decide endorsement={endorsement} onDecided={setDecision} />}
    </EndorsementLoader>
  );
}

/** The viewer's decision on an endorsement that is sent and not confirmed yet. */
export function findDecision(
  sent: SentTransaction[],
  id: number | null,
  viewer: string | null,
): SentTransaction | undefined {
  return sent.find(
    ({ address, event, metaData: { endorsementId, endorsementIds = [] } }) =>
      address === viewer &&
      id !== null &&
      (endorsementId === id || endorsementIds.includes(id)) &&
      kinds.some((kind) => decisions[kind].event === event),
  );
}

const kinds = ["approved", "rejected", "withdrawn", "discarded"] as const;
const kindOf = ({ event }: SentTransaction) =>
  kinds.find((kind) => decisions[kind].event === event) ?? "approved";

/** The endorsement, and below it the buttons that decide, or why the viewer cannot. */
function Decide({
  endorsement: latest,
  onDecided,
}: {
  endorsement: Endorsement;
  onDecided: (decision: Decision) => void;
}) {
  const { shown, outdated, catchUp } = useShown(latest, standingWordsChanged);
  const viewer = useSession((session) => session.senderAddress);
  const state = stateOf(shown);
  const isUndecided = state === "pending" && viewer === shown.column_receiver.address;
  const isSuspended = useIsSuspended();
  const isApprovable = isUndecided && !isHeld(shown) && !isOfClosed(shown) && !isSuspended;
  const task = isApprovable ? "Approve or reject" : tasks[state];
  usePageMeta({ title: `${task}: ${withoutHidden(shownTitle(shown))}` });
  return (
    <div className="page max-w-5xl py-8 sm:py-12">
      <h1 className="text-3xl">{task}</h1>
      <p className="measure mt-2 mb-6 text-muted">
        {isApprovable ? (
          "Read it as others will. What you approve becomes your NFT, with exactly these words."
        ) : (
          <>
            From <SenderName endorsement={shown} />.
          </>
        )}
      </p>
      <OutdatedWords outdated={outdated} read={shown} now={latest} onShow={catchUp}>
        They were edited while you were reading. Below is what you opened; nothing is decided until
        you have seen the new words.
      </OutdatedWords>
      <Card as="div" className="overflow-hidden">
        <EndorsementDetail endorsement={shown} revealing />
      </Card>
      {isUndecided ? <EditedSince endorsement={shown} /> : null}
      <div className="mt-6 flex flex-col gap-6">
        <SuggestedWords
          endorsement={shown}
          viewer={viewer}
          action={
            isEditable(shown, viewer) ? (
              <LinkButton to={`/edit-endorsement/${shown.id}`}>
                {messages.acceptSuggestion}
              </LinkButton>
            ) : null
          }
        >
          {isApprovable ? "Approving accepts the words above and drops your suggestion." : null}
        </SuggestedWords>
        {isUndecided ? (
          <ReceiverActions endorsement={shown} outdated={outdated} onDecided={onDecided} />
        ) : state === "pending" ? (
          <NotYours endorsement={shown} viewer={viewer} outdated={outdated} onDecided={onDecided} />
        ) : (
          <Decided endorsement={shown} viewer={viewer} onDecided={onDecided} />
        )}
        {viewer === shown.column_receiver.address ? (
          <BlockNotice endorsement={shown} viewer={viewer} />
        ) : null}
      </div>
    </div>
  );
}

const tasks = {
  pending: "Waiting for approval",
  approved: "An approved endorsement",
  withdrawn: "A withdrawn endorsement",
};

/** Whether the viewer can still change the words as their own. */
function isEditable(endorsement: Endorsement, viewer: string | null): boolean {
  const isSender = viewer === endorsement.column_sender.address;
  return isSender && !isHeld(endorsement) && !isOfClosed(endorsement);
}

/** The first words beside the present ones; nothing if they were never edited. */
function EditedSince({ endorsement }: { endorsement: Endorsement }) {
  const now = standingWords(endorsement);
  if (!wordsDiffer(endorsement, now)) return null;
  return (
    <Card className="mt-6" aria-labelledby="what-changed">
      <h2 id="what-changed" className="border-b border-rule px-5 py-4 text-lg">
        What changed since it was sent
      </h2>
      <CompareWords
        id={endorsement.id}
        before={endorsement}
        after={now}
        names={["Sent first", "Now"]}
      />
    </Card>
  );
}

interface Viewed {
  endorsement: Endorsement;
  viewer: string | null;
  onDecided: (decision: Decision) => void;
}

/** An approved or withdrawn endorsement. Its author may withdraw it, and its receiver may remove it. */
function Decided({ endorsement, viewer, onDecided }: Viewed) {
  const { send, sending } = useSending();
  const mayWithdraw = useMayWithdraw(endorsement, viewer);
  const { address } = endorsement.column_receiver;
  const isReceiver = viewer === address;
  const whose = isReceiver ? "yours" : `${receiverSide(endorsement).name}'s`;
  const discard = async () => {
    const sent = await send(() => discardEndorsementCall(endorsement));
    if (sent !== null) onDecided({ kind: "discarded", txId: sent.txId, endorsement });
  };
  return (
    <>
      {endorsement.withdrawn === undefined ? (
        <Notice
          tone="approved"
          title="This endorsement is already approved"
          action={
            <LinkButton to={profilePath(address, viewer)} tone="secondary">
              {messages.viewProfile}
            </LinkButton>
          }
        >
          It is {whose}, and nobody can change or move it any more.
        </Notice>
      ) : (
        <Notice title="Its author has withdrawn this endorsement">
          It stays {whose} as withdrawn, and no longer counts as earned.
        </Notice>
      )}
      {isReceiver ? (
        <Notice
          title={
            endorsement.shown ? "It is shown in your gallery" : "It is hidden from your gallery"
          }
          action={<GalleryVisibility endorsement={endorsement} viewer={viewer} />}
        >
          {endorsement.shown
            ? "You can hide it from everybody else, and show it again."
            : "Only you see it in your profile. You can show it again."}{" "}
          It stays yours, and the chain stays public.
        </Notice>
      ) : null}
      {isReceiver ? (
        <Notice
          title="You can remove it from your gallery"
          action={
            <AskButton
              tone="danger"
              busy={sending}
              question="Remove this endorsement?"
              explanation="It leaves your gallery for good, and its token is burned. Not even its author can bring it back."
              answers={[{ label: "Remove for good", act: discard }]}
            >
              Remove
            </AskButton>
          }
        >
          Nobody will see it in your profile any more.
        </Notice>
      ) : null}
      {mayWithdraw ? (
        <Notice
          title="You can withdraw it"
          action={<WithdrawButton endorsement={endorsement} onDecided={onDecided} />}
        >
          It stays with its receiver, marked as withdrawn.
        </Notice>
      ) : null}
    </>
  );
}

/** A pending endorsement whose receiver is not the viewer. */
function NotYours({ endorsement, viewer, outdated, onDecided }: Viewed & { outdated: boolean }) {
  const mayWithdraw = useMayWithdraw(endorsement, viewer);
  const title = `Only ${receiverSide(endorsement).name} can approve or reject this`;
  if (viewer === null) {
    return (
      <Notice title={title} action={<ConnectButton />}>
        {messages.loginToReject}. If it was sent to you, connect your wallet.
      </Notice>
    );
  }
  const isSender = viewer === endorsement.column_sender.address;
  const isClosed = isOfClosed(endorsement);
  const mayEdit = isEditable(endorsement, viewer);
  return (
    <Notice
      title={isClosed ? "Its organization is closed, so nobody can approve this" : title}
      action={
        mayWithdraw ? (
          <span className="flex flex-wrap gap-3">
            {mayEdit ? (
              <LinkButton to={`/edit-endorsement/${endorsement.id}`} tone="secondary">
                Edit the words
              </LinkButton>
            ) : null}
            <WithdrawButton endorsement={endorsement} disabled={outdated} onDecided={onDecided} />
          </span>
        ) : null
      }
    >
      {messages.notReceiver}.
      {isSender && ` You sent it, so you can still ${mayEdit ? "change or " : ""}withdraw it.`}
    </Notice>
  );
}
