import { chosenSchema } from "@colonnade/domain/chosen-schema.ts";
import { organizationBriefSchema } from "@colonnade/domain/endorsement.ts";
import { endorsementWordsSchema } from "@colonnade/domain/endorsement-form.ts";
import type { Profile } from "@colonnade/domain/full-profile.ts";
import { imageAddressSchema } from "@colonnade/domain/image-address.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { displayName, profileBriefSchema } from "@colonnade/domain/profile.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { submitEndorsementCall } from "../../features/endorsement/call.ts";
import { keepUnsent, type Unsent } from "../../features/endorsement/unsent.ts";
import { ImagePicker } from "../../features/images/image-picker.tsx";
import { ProfileCombobox } from "../../features/profile/profile-combobox.tsx";
import { useSending } from "../../layout/use-sending.tsx";
import { Button } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { OrganizationSelect } from "./organization-select.tsx";
import { Preview } from "./preview.tsx";

const formSchema = z.extend(endorsementWordsSchema, {
  image: chosenSchema(imageAddressSchema, messages.selectImage),
  recipient: chosenSchema(profileBriefSchema, messages.selectRecipient),
  organization: z.nullable(organizationBriefSchema),
});

/** Image, recipient, words; beside them the endorsement as it will look. */
export function EndorsementForm({
  sender,
  start,
  onSent,
}: {
  sender: Profile;
  start: Unsent;
  onSent: (txId: string, unsent: Unsent) => void;
}) {
  const { control, register, handleSubmit, formState } = useForm<
    Unsent,
    unknown,
    z.output<typeof formSchema>
  >({
    mode: "onChange",
    resolver: zodResolver(formSchema),
    defaultValues: start,
  });
  const { errors } = formState;
  // Fields are focused in the order they are registered in, and Controller registers its own too late.
  register("image");
  register("recipient");
  const { send, sending } = useSending();
  const words = useWatch({ control, compute: (values: Unsent) => values });
  useEffect(() => keepUnsent(sender.address, words), [sender.address, words]);
  const organizations = sender.organization;

  const submit = handleSubmit(async (values) => {
    const { image, recipient, title, description, organization } = values;
    const sent = await send(() =>
      submitEndorsementCall({
        sender: sender.address,
        receiver: recipient.address,
        title,
        description,
        image,
        organization: organization?.name ?? null,
      }),
    );
    if (sent !== null) onSent(sent.txId, values);
  });

  return (
    <div className="page py-8 sm:py-12">
      <h1 className="text-3xl">{messages.issueEndorsement}</h1>
      <p className="measure mt-2 text-muted">
        Say what somebody did well. They read it first; when they approve, it becomes an NFT of
        theirs that nobody can move.
      </p>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
        <form onSubmit={submit} noValidate className="flex min-w-0 flex-col gap-4">
          <Controller
            control={control}
            name="image"
            render={({ field }) => (
              <ImagePicker
                {...field}
                error={errors.image?.message}
                presets
                hint="A category image says what kind of endorsement it is. An image of your own is welcome, too."
              />
            )}
          />
          <Controller
            control={control}
            name="recipient"
            render={({ field }) => (
              <ProfileCombobox
                label="Recipient"
                {...field}
                error={errors.recipient?.message}
                exclude={[sender.address]}
              />
            )}
          />
          {organizations.length === 0 ? null : (
            <Controller
              control={control}
              name="organization"
              render={({ field }) => (
                <OrganizationSelect
                  organizations={organizations}
                  ownName={displayName(sender)}
                  value={field.value}
                  onChange={field.onChange}
                />
              )}
            />
          )}
          <TextField
            label="Title"
            required
            autoComplete="off"
            error={errors.title?.message}
            {...register("title")}
          />
          <TextArea
            label="Description"
            hint="In your own words. What did they do, and what came of it?"
            limit={limits.descriptionCodePoints}
            rows={7}
            required
            error={errors.description?.message}
            defaultValue={start.description}
            {...register("description")}
          />
          <div className="flex flex-col gap-3">
            <Button type="submit" busy={sending}>
              {messages.submitEndorsement}
            </Button>
            <p aria-live="polite" className="min-h-5 text-sm text-muted">
              {sending ? "Your wallet asks you to confirm." : "Only the network's fee is paid."}
            </p>
          </div>
        </form>
        <aside aria-label="Preview" className="max-lg:max-w-sm lg:sticky lg:top-25 lg:self-start">
          <Preview sender={sender} words={words} />
        </aside>
      </div>
    </div>
  );
}
