import { currentWords, type Endorsement } from "@colonnade/domain/endorsement.ts";
import { endorsementWordsSchema } from "@colonnade/domain/endorsement-form.ts";
import { imageAddressSchema } from "@colonnade/domain/image-address.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { toast } from "react-toastify";
import * as z from "zod/mini";
import { editEndorsementCall } from "../../features/endorsement/call.ts";
import { receiverParty, senderParty } from "../../features/endorsement/party.ts";
import { useSteady } from "../../features/endorsement/use-steady.ts";
import { ImagePicker } from "../../features/images/image-picker.tsx";
import { keepEdit, readEdit } from "../../features/wallet/unsent-edit.ts";
import { useSending } from "../../layout/use-sending.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Notice } from "../notice.tsx";
import { WordsChanged } from "../words-changed.tsx";
import { Suggestion } from "./suggestion.tsx";

/** What the page is for. */
export const TASK = "Edit a pending endorsement";

const formSchema = z.extend(endorsementWordsSchema, { image: imageAddressSchema });
type Words = z.infer<typeof formSchema>;
/** Words half written, whatever the form will say of them. */
const unsentSchema = z.object({ title: z.string(), description: z.string(), image: z.string() });

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

function WordsForm({
  place,
  base,
  words,
  name,
  nameLabel,
  sending,
  disabled,
  mayStay,
  onSubmit,
}: {
  /** Where the tab keeps what is written. */
  place: string;
  /** What the words start from: what is kept of others is not for these. */
  base: string;
  words: Words;
  name: string;
  nameLabel: string;
  sending: boolean;
  disabled: boolean;
  /** Whether words that were not changed may be sent. */
  mayStay: boolean;
  onSubmit: (words: Words) => Promise<void>;
}) {
  const { control, register, handleSubmit, formState } = useForm<Words>({
    mode: "onChange",
    resolver: zodResolver(formSchema),
    defaultValues: readEdit(place, unsentSchema, base) ?? words,
  });
  const { errors } = formState;
  const written = useWatch({ control });
  useEffect(() => keepEdit(place, base, written), [place, base, written]);
  const submit = handleSubmit(async (changed) => {
    if (
      !mayStay &&
      changed.title === words.title &&
      changed.description === words.description &&
      changed.image === words.image
    ) {
      toast.info(messages.noChanges);
      return;
    }
    await onSubmit(changed);
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <TextField label={nameLabel} value={name} readOnly />
      <Controller
        control={control}
        name="image"
        render={({ field }) => (
          <ImagePicker
            value={field.value}
            onChange={field.onChange}
            ref={field.ref}
            error={errors.image?.message}
            presets
          />
        )}
      />
      <TextField
        label="Title"
        required
        autoComplete="off"
        error={errors.title?.message}
        {...register("title")}
      />
      <TextArea
        label="Description"
        limit={limits.descriptionCodePoints}
        rows={7}
        required
        error={errors.description?.message}
        defaultValue={formState.defaultValues?.description ?? ""}
        {...register("description")}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={sending} disabled={disabled}>
          {messages.submitEditRequest}
        </Button>
        {sending ? <p className="text-sm text-muted">Your wallet asks you to confirm.</p> : null}
      </div>
    </form>
  );
}
