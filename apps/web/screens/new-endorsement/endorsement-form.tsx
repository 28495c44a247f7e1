import { categoryOf } from "@colonnade/domain/category.ts";
import { type OrganizationBrief, organizationBriefSchema } from "@colonnade/domain/endorsement.ts";
import type { Profile } from "@colonnade/domain/full-profile.ts";
import { imageAddressSchema } from "@colonnade/domain/image-address.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { displayName, type ProfileBrief, profileBriefSchema } from "@colonnade/domain/profile.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { type SubmitEvent, useEffect } from "react";
import { useController, useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { submitEndorsementCall } from "../../features/endorsement/call.ts";
import { CategoryLabel, Picture } from "../../features/endorsement/card-parts.tsx";
import {
  type SentEndorsement,
  type Unsent,
  unsentEndorsement,
} from "../../features/endorsement/unsent.ts";
import { ImagePicker } from "../../features/images/image-picker.tsx";
import { requireUploadedImage } from "../../features/images/uploaded-image.ts";
import { ProfileCombobox } from "../../features/profile/profile-combobox.tsx";
import { useSending } from "../../layout/wallet-actions.tsx";
import { Avatar, OrganizationLogo } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classNames } from "../../ui/class-names.ts";
import { SelectField } from "../../ui/field.tsx";
import { FINENESS, threadPath } from "../../ui/guilloche.tsx";
import { OrganizationLabel } from "../../ui/name.tsx";
import { Perforation } from "../../ui/perforation.tsx";
import { Stamp } from "../../ui/stamp.tsx";
import { EndorsementWordsInput, Form, SubmitButton, WALLET_ASKS } from "../shared/form.tsx";
import { chosenSchema, endorsementWordsSchema } from "../shared/form-schemas.ts";
import { Notice } from "../shared/notice.tsx";
import { RefusedEndorsements } from "./refused-endorsements.tsx";

const formSchema = z.extend(endorsementWordsSchema, {
  image: chosenSchema(imageAddressSchema, messages.selectImage),
  recipient: chosenSchema(profileBriefSchema, messages.selectRecipient),
  organization: z.nullable(organizationBriefSchema),
});

/** Image, recipient and words, and beside them a preview. What is typed survives a reload. */
export function EndorsementForm({
  sender,
  start,
  isTakenUp,
  begunFor,
  onTakeUp,
  onSent,
}: {
  sender: Profile;
  start: Unsent;
  /** Whether the start was sent before, and is now written again. */
  isTakenUp: boolean;
  /** To whom the words were begun that are in the form at its start; null without words or a recipient. */
  begunFor: ProfileBrief | null;
  /** Runs when the sender wants to write a refused endorsement again. */
  onTakeUp: (refused: SentEndorsement) => void;
  onSent: (sent: SentEndorsement) => void;
}) {
  const form = useForm<Unsent, unknown, z.output<typeof formSchema>>({
    mode: "onChange",
    resolver: zodResolver(formSchema),
    defaultValues: start,
  });
  const { send, sending } = useSending();
  const words = useWatch({ control: form.control, compute: (values: Unsent) => values });
  useEffect(() => unsentEndorsement(sender.address).write(words), [sender.address, words]);
  // The button that took the words up, or gave them back, is gone, and with it the focus.
  const { setFocus } = form;
  useEffect(() => {
    if (isTakenUp) setFocus("title");
  }, [isTakenUp, setFocus]);

  const submit = form.handleSubmit(async (values) => {
    const { image, recipient, title, description, organization } = values;
    const sent = await send(async () => {
      await requireUploadedImage(image, (message) => form.setError("image", { message }));
      return submitEndorsementCall({
        sender: sender.address,
        receiver: recipient.address,
        title,
        description,
        image,
        organization: organization?.name ?? null,
      });
    });
    if (sent !== null) onSent({ transaction: sent, words: values });
  });

  const submitInName = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (mayEndorseAs(sender, words.organization)) submit(event);
    else setFocus("organization");
  };

  return (
    <div className="page py-8 sm:py-12">
      <h1 className="text-3xl">{messages.issueEndorsement}</h1>
      <p className="measure mt-2 text-muted">
        Say what somebody did well. They read it first; when they approve, it becomes an NFT of
        theirs that nobody can move.
      </p>
      <RefusedEndorsements sender={sender.address} disabled={sending} onTakeUp={onTakeUp} />
      {begunFor === null || start.recipient?.address === begunFor.address ? null : (
        <BegunForAnother
          begunFor={begunFor}
          recipient={words.recipient}
          disabled={sending}
          onGiveBack={() => {
            form.setValue("recipient", begunFor, { shouldValidate: true });
            setFocus("title");
          }}
        />
      )}
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
        <Form form={form} onSubmit={submitInName}>
          <ImagePicker
            presets
            hint="A category image says what kind of endorsement it is. An image of your own is welcome, too."
          />
          <RecipientInput sender={sender.address} />
          {sender.organization.length === 0 && words.organization === null ? null : (
            <OrganizationInput sender={sender} />
          )}
          <EndorsementWordsInput hint="In your own words. What did they do, and what came of it?" />
          <SubmitButton
            busy={sending}
            note={sending ? WALLET_ASKS : "You pay only the network's fee."}
          >
            {messages.submitEndorsement}
          </SubmitButton>
        </Form>
        <aside aria-label="Preview" className="max-lg:max-w-sm lg:sticky lg:top-25 lg:self-start">
          <Preview sender={sender} words={words} />
        </aside>
      </div>
    </div>
  );
}

/** Says that the words in the form were begun for somebody else than whom a link has chosen. */
function BegunForAnother({
  begunFor,
  recipient,
  disabled,
  onGiveBack,
}: {
  begunFor: ProfileBrief;
  recipient: ProfileBrief | null;
  disabled: boolean;
  onGiveBack: () => void;
}) {
  if (recipient === null || recipient.address === begunFor.address) return null;
  const name = displayName(begunFor);
  return (
    <div className="mt-6">
      <Notice
        title={`You began these words for ${name}`}
        action={
          <Button tone="secondary" disabled={disabled} onClick={onGiveBack}>
            Send them to {name}
          </Button>
        }
      >
        As the form stands, {displayName(recipient)} gets them.
      </Notice>
    </div>
  );
}

function RecipientInput({ sender }: { sender: string }) {
  const { field, fieldState, formState } = useController<Unsent, "recipient">({
    name: "recipient",
  });
  return (
    <ProfileCombobox
      label="Recipient"
      {...field}
      error={fieldState.error?.message}
      exclude={[sender]}
      readOnly={formState.isSubmitting}
    />
  );
}

/** Whether the sender may endorse in this name: their own, or that of an organization they represent. */
const mayEndorseAs = (sender: Profile, organization: OrganizationBrief | null) =>
  organization === null || sender.organization.some(({ id }) => id === organization.id);

/**
 * In whose name: the sender's own, or an organization's that the sender represents. One that is closed or left while
 * the form is open stays chosen, so that nobody sends in another name without knowing.
 */
function OrganizationInput({ sender }: { sender: Profile }) {
  const { field, formState } = useController<Unsent, "organization">({ name: "organization" });
  const left = mayEndorseAs(sender, field.value) ? null : field.value;
  return (
    <SelectField
      label={messages.sendAsOrganization}
      disabled={formState.isSubmitting}
      error={
        left === null
          ? undefined
          : `You can no longer endorse as ${left.name}. Choose in whose name to send it.`
      }
      ref={field.ref}
      value={field.value === null ? "" : String(field.value.id)}
      onChange={({ target }) =>
        field.onChange(sender.organization.find(({ id }) => String(id) === target.value) ?? null)
      }
    >
      <option value="">No, as {displayName(sender)}</option>
      {[...sender.organization, ...(left === null ? [] : [left])].map(({ id, name }) => (
        <option key={id} value={id}>
          {name}, organization
        </option>
      ))}
    </SelectField>
  );
}

const EDGE = 1024 * FINENESS;
const threads = [
  { inner: 640, outer: 860, swings: 197, petals: 16, swell: 24, curl: 13 },
  { inner: 430, outer: 600, swings: 149, petals: 16, swell: 18, curl: 11 },
].map(threadPath);

/** Takes the place of the image until one is chosen. */
function BlankImage() {
  return (
    <div className="flex aspect-square items-center justify-center bg-sunk text-line">
      <svg
        aria-hidden="true"
        viewBox={`${-EDGE} ${-EDGE} ${2 * EDGE} ${2 * EDGE}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={2 * FINENESS}
        className="size-full opacity-55"
      >
        {threads.map((thread) => (
          <path key={thread} d={thread} />
        ))}
        <circle r={400 * FINENESS} strokeDasharray={24 * FINENESS} />
      </svg>
    </div>
  );
}

/** The endorsement as the recipient's gallery will show it, while it is written. */
function Preview({ sender, words }: { sender: Profile; words: Unsent }) {
  const { image, recipient, organization, title, description } = words;
  return (
    <Card as="div" className="overflow-hidden">
      {image === null ? (
        <BlankImage />
      ) : (
        <Picture address={image} seed={sender.address} className="aspect-square w-full" />
      )}
      <div className="relative flex flex-col gap-3 border-t border-rule p-5">
        <Perforation className="top-0" />
        {image === null ? null : <CategoryLabel name={categoryOf(image).name} />}
        <p
          className={classNames(
            "font-heading text-xl leading-6 font-semibold break-words",
            title === "" && "text-muted",
          )}
        >
          <bdi>{title === "" ? "A title" : title}</bdi>
        </p>
        <p
          dir="auto"
          className={classNames(
            "voice line-clamp-8 whitespace-pre-wrap break-words",
            description === "" && "text-muted",
          )}
        >
          {description === "" ? "Your words." : description}
        </p>
        <p className="flex min-w-0 flex-wrap items-center gap-2 text-sm">
          {organization === null ? (
            <Avatar profile={sender} size={28} />
          ) : (
            <OrganizationLogo organization={organization} size={28} />
          )}
          <bdi className="font-semibold">{organization?.name ?? displayName(sender)}</bdi>
          {organization === null ? null : <OrganizationLabel />}
          <span className="text-muted">to</span>
          <bdi className={recipient === null ? "text-muted" : "font-semibold"}>
            {recipient === null ? "somebody" : displayName(recipient)}
          </bdi>
        </p>
        <div className="mt-1">
          <Stamp status="pending" />
        </div>
      </div>
    </Card>
  );
}
