import { currentWords, type Endorsement } from "@colonnade/domain/endorsement.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { editEndorsementCall } from "../../features/endorsement/call.ts";
import { receiverParty, senderParty } from "../../features/endorsement/party.ts";
import { useSteady } from "../../features/endorsement/use-steady.ts";
import { useSending } from "../../layout/use-sending.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Notice } from "../notice.tsx";
import { WordsChanged } from "../words-changed.tsx";
import { Suggestion } from "./suggestion.tsx";
import { type Words, WordsForm } from "./words-form.tsx";

/** What the page is for. */
export const TASK = "Edit a pending endorsement";

function wordsOf(endorsement: Endorsement): Words {
  const { title, endorsement: description, milestoneURI: image } = currentWords(endorsement);
  return { title, description, image };
}

/** The words to change, what stands now beside them, and what the other side suggests. */
export function EditDesk({
  endorsement: latest,
  viewer,
  onSent,
}: {
  endorsement: Endorsement;
  viewer: string;
  onSent: (txId: string) => void;
}) {
  const { shown, outdated, catchUp } = useSteady(latest);
  usePageMeta(`${TASK}: ${currentWords(shown).title}`);
  const isReceiver = viewer === shown.column_receiver.address;
  const { send, sending } = useSending();
  const other = isReceiver ? senderParty(shown, viewer) : receiverParty(shown, viewer);
  const words = wordsOf(shown);
  const base = JSON.stringify(words);
  const edit = async (changed: Words) => {
    const sent = await send(() => editEndorsementCall(shown, changed));
    if (sent !== null) onSent(sent.txId);
  };
  return (
    <div className="page py-8 sm:py-12 lg:max-w-3xl">
      <h1 className="text-3xl first-letter:uppercase">{messages.editPendingEndorsement}</h1>
      <p className="measure mt-2 mb-8 text-muted">
        {isReceiver
          ? `You suggest; ${other.name} decides whether to say it so. Until then it cannot be approved.`
          : `${other.name} has not approved it yet, so its words can still change.`}
      </p>
      <WordsChanged outdated={outdated} read={shown} now={latest} onShow={catchUp}>
        They were edited while this page was open. Showing them replaces what you wrote below.
      </WordsChanged>
      <div className="mb-8 flex flex-col gap-4 empty:hidden">
        {isReceiver ? (
          <Notice
            title={
              shown.draft?.accepted === false
                ? "Your suggestion waits for the sender"
                : "Happy with it as it is?"
            }
            action={
              <LinkButton to={`/manage-endorsement/${shown.id}`} tone="secondary">
                {messages.approveOrReject}
              </LinkButton>
            }
          />
        ) : shown.draft?.accepted === false ? (
          <Suggestion
            endorsement={shown}
            from={other.name}
            busy={sending}
            disabled={outdated}
            onAccept={() => edit(words)}
          />
        ) : null}
      </div>
      <WordsForm
        key={base}
        place={`unsentEdit ${viewer} ${shown.id}`}
        base={base}
        words={words}
        name={other.name}
        nameLabel={isReceiver ? "From" : "Recipient"}
        sending={sending}
        disabled={outdated}
        // For the sender, saying the suggested words unchanged is accepting them.
        mayStay={!isReceiver && shown.draft?.accepted === false}
        onSubmit={edit}
      />
    </div>
  );
}
