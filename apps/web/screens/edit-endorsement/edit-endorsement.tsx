import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { splitHidden, withoutHidden } from "@colonnade/domain/hidden-text.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { useState } from "react";
import { useParams } from "react-router";
import { editEndorsementCall, suggestWordsCall } from "../../features/endorsement/call.ts";
import { receiverSide, signerSide } from "../../features/endorsement/card-parts.tsx";
import type { EditWords } from "../../features/endorsement/unsent-edit.ts";
import {
  isHeld,
  isOfClosed,
  isParty,
  offerChanged,
  standingWords,
  standingWordsChanged,
  stateOf,
  useShown,
  type Words,
} from "../../features/endorsement/words.ts";
import { requireUploadedImage } from "../../features/images/uploaded-image.ts";
import { useIsSuspended } from "../../features/profile/viewer.ts";
import { getSent, type SentTransaction } from "../../features/wallet/sent-transactions.ts";
import { useSession } from "../../features/wallet/session-store.ts";
import { useSending } from "../../layout/wallet-actions.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { RevealedText } from "../../ui/revealed-text.tsx";
import { OutdatedWords } from "../shared/compare-words.tsx";
import { EndorsementLoader } from "../shared/endorsement-loader.tsx";
import { FormLoading } from "../shared/form.tsx";
import { Notice } from "../shared/notice.tsx";
import { ConnectGate, EmptyPage, Titled } from "../shared/page-states.tsx";
import { SuggestedWords } from "../shared/suggested-words.tsx";
import { EditSent } from "./edit-sent.tsx";
import { unsentEditOf, WordsForm } from "./words-form.tsx";

/** Changes the words of a pending endorsement: the sender's own, or as a suggestion of the receiver. */
export function EditEndorsement() {
  const { id } = useParams();
  const viewer = useSession((session) => session.senderAddress);
  return (
    <EndorsementLoader
      key={id}
      id={id}
      task={pages["/edit-endorsement/:id"].title}
      nothingNamed={messages.selectMilestone}
      outline={<FormLoading title={messages.editPendingEndorsement}>Loading</FormLoading>}
    >
      {(endorsement) =>
        viewer === null ? (
          <Titled title={pages["/edit-endorsement/:id"].title}>
            <ConnectGate title={messages.editPendingEndorsement}>
              {messages.connectToContinue}
            </ConnectGate>
          </Titled>
        ) : (
          <Editing key={viewer} endorsement={endorsement} viewer={viewer} />
        )
      }
    </EndorsementLoader>
  );
}

function Editing({ endorsement, viewer }: { endorsement: Endorsement; viewer: string }) {
  const { id, column_receiver } = endorsement;
  const isSuspended = useIsSuspended();
  const [sent, setSent] = useState(() => findSent(id, viewer));
  if (sent !== null) {
    const asked = viewer === column_receiver.address ? signerSide(endorsement).name : null;
    return (
      <EditSent
        id={id}
        sent={sent}
        asked={asked}
        onFailed={() => unsentEditOf(id, viewer).markFailed(sent.txId)}
        onBack={() => setSent(null)}
      />
    );
  }
  if (stateOf(endorsement) !== "pending") {
    return (
      <NotEditable id={id} title={`This endorsement is ${stateOf(endorsement)}`}>
        Nobody can change its words any more.
      </NotEditable>
    );
  }
  if (isHeld(endorsement)) {
    return (
      <NotEditable id={id} title="Its sender was removed">
        A watcher suspended them, so the words cannot be changed or approved.
      </NotEditable>
    );
  }
  if (isSuspended) {
    return (
      <NotEditable id={id} title="A watcher suspended you">
        You cannot suggest other words until a watcher ends the suspension.
      </NotEditable>
    );
  }
  if (isOfClosed(endorsement)) {
    return (
      <NotEditable id={id} title="Its organization is closed">
        What was sent in its name can be withdrawn or rejected, but not changed or approved.
      </NotEditable>
    );
  }
  if (!isParty(endorsement, viewer)) {
    return (
      <NotEditable id={id} title="Only the sender and the receiver can edit this">
        An endorsement that is not approved yet is between the two of them.
      </NotEditable>
    );
  }
  return <EditForm endorsement={endorsement} viewer={viewer} onSent={setSent} />;
}

/** The viewer's edit that was sent before the page was opened and is still pending. */
function findSent(id: number, viewer: string): SentTransaction | null {
  const edit = getSent().findLast(
    ({ event, address, metaData }) =>
      event === "EDIT_ENDORSEMENT" && address === viewer && metaData.endorsementId === id,
  );
  return edit ?? null;
}

function NotEditable({ id, title, children }: { id: number; title: string; children: string }) {
  usePageMeta({ title });
  return (
    <EmptyPage
      title={title}
      action={
        <LinkButton to={`/home?endorsement=${id}`} tone="secondary">
          Read the endorsement
        </LinkButton>
      }
    >
      {children}
    </EmptyPage>
  );
}

/** The words to change. Above them: what is suggested, and what the receiver can do instead. */
function EditForm({
  endorsement: latest,
  viewer,
  onSent,
}: {
  endorsement: Endorsement;
  /** Address of the sender or the receiver. */
  viewer: string;
  onSent: (sent: SentTransaction) => void;
}) {
  const isReceiver = viewer === latest.column_receiver.address;
  // The receiver decides nothing on their own suggestion, so a change of it does not make the page outdated.
  const { shown, outdated, catchUp } = useShown(
    latest,
    isReceiver ? standingWordsChanged : offerChanged,
  );
  const task = pages["/edit-endorsement/:id"].title;
  usePageMeta({ title: `${task}: ${withoutHidden(standingWords(shown).title)}` });
  const { send, sending } = useSending();
  // Only the signer can answer a suggestion, even if they sent the endorsement as an organization.
  const other = isReceiver ? signerSide(shown) : receiverSide(shown);
  const { suggestion } = shown;
  const standing = formWordsOf(standingWords(shown));
  // The receiver goes on from what they suggested.
  const words = isReceiver && suggestion !== undefined ? formWordsOf(suggestion) : standing;
  const onChain = [standing.image, suggestion?.milestoneURI];
  const edit = async (changed: EditWords, onImageRemoved: (message: string) => void = () => {}) => {
    const call = isReceiver ? suggestWordsCall : editEndorsementCall;
    const sent = await send(async () => {
      if (!onChain.includes(changed.image)) {
        await requireUploadedImage(changed.image, onImageRemoved);
      }
      return call(shown, changed);
    });
    if (sent === null) return;
    unsentEditOf(shown.id, viewer).markSent(changed, sent.txId);
    onSent(sent);
  };
  const showNewest = () => {
    if (standingWordsChanged(shown, latest)) unsentEditOf(shown.id, viewer).remove();
    catchUp();
  };
  return (
    <div className="page py-8 sm:py-12 lg:max-w-3xl">
      <h1 className="text-3xl first-letter:uppercase">{messages.editPendingEndorsement}</h1>
      <p className="measure mt-2 mb-8 text-muted">
        {isReceiver
          ? `You suggest; ${other.name} decides whether to say it that way. Only the two of you see your words here; the chain itself stays public.`
          : `${other.name} has not approved it yet, so its words can still change.`}
      </p>
      <OutdatedWords outdated={outdated} read={shown} now={latest} onShow={showNewest}>
        {standingWordsChanged(shown, latest)
          ? "They were edited while this page was open. Showing them replaces what you wrote below."
          : "It changed while this page was open. Nothing is accepted until you have seen it."}
      </OutdatedWords>
      <div className="mb-8 flex flex-col gap-4 empty:hidden">
        <SuggestedWords
          endorsement={shown}
          viewer={viewer}
          action={
            isReceiver ? (
              <Button
                tone="secondary"
                onClick={() => edit(standing)}
                busy={sending}
                disabled={outdated}
              >
                Take it back
              </Button>
            ) : suggestion === undefined ? null : (
              <Button
                onClick={() => edit(formWordsOf(suggestion))}
                busy={sending}
                disabled={outdated}
              >
                {messages.acceptSuggestion}
              </Button>
            )
          }
        >
          {isReceiver
            ? `${other.name} can accept it, answer with other words, or leave it.`
            : "Accepting sends these words as your own. You can also answer with others below, or leave it."}
        </SuggestedWords>
        {isReceiver ? (
          <Notice
            title="Happy with it as it is?"
            action={
              <LinkButton to={`/manage-endorsement/${shown.id}`} tone="secondary">
                {messages.approveOrReject}
              </LinkButton>
            }
          >
            You can approve what {other.name} stands by at any time.
          </Notice>
        ) : null}
        <HiddenCharacters words={standingWords(shown)} />
      </div>
      <WordsForm
        key={JSON.stringify(standing)}
        id={shown.id}
        viewer={viewer}
        standing={standing}
        words={words}
        sending={sending}
        disabled={outdated}
        onSubmit={edit}
      >
        <OtherSide endorsement={shown} isReceiver={isReceiver} />
      </WordsForm>
    </div>
  );
}

/** Names the recipient, or the sender: an organization with the person who signed for it. */
function OtherSide({ endorsement, isReceiver }: { endorsement: Endorsement; isReceiver: boolean }) {
  if (!isReceiver) {
    return <TextField label="Recipient" value={receiverSide(endorsement).name} readOnly />;
  }
  const { organization } = endorsement;
  const signer = signerSide(endorsement).name;
  if (organization === undefined) return <TextField label="From" value={signer} readOnly />;
  return (
    <>
      <TextField label="From the organization" value={organization.name} readOnly />
      <TextField label="Signed by" value={signer} readOnly />
    </>
  );
}

function formWordsOf({ title, endorsement: description, milestoneURI: image }: Words): EditWords {
  return { title, description, image };
}

/** The words with the characters that a field does not show; nothing if they have none. */
function HiddenCharacters({ words: { title, endorsement } }: { words: Words }) {
  const hasHidden = [title, endorsement].some((text) =>
    splitHidden(text).some(({ kind }) => kind === "hidden"),
  );
  if (!hasHidden) return null;
  return (
    <Notice tone="alert" title="These words have invisible characters">
      <p className="font-semibold">
        <bdi>
          <RevealedText>{title}</RevealedText>
        </bdi>
      </p>
      <p dir="auto" className="voice mt-1 whitespace-pre-wrap break-words">
        <RevealedText>{endorsement}</RevealedText>
      </p>
    </Notice>
  );
}
