import { statementSchema } from "@colonnade/domain/endorsement-form.ts";
import type { Profile } from "@colonnade/domain/full-profile.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { toast } from "react-toastify";
import * as z from "zod/mini";
import { ImagePicker } from "../../features/images/image-picker.tsx";
import { drawRosetteImage } from "../../features/images/rosette-image.ts";
import { updateProfileImageCall, updateStatementCall } from "../../features/profile/call.ts";
import type { SentTransaction } from "../../features/wallet/stored-state.ts";
import { keepEdit, readEdit } from "../../features/wallet/unsent-edit.ts";
import { useSending } from "../../layout/use-sending.tsx";
import { Button } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";

const formSchema = z.object({
  image: z.string().check(z.minLength(1, messages.selectImage)),
  statement: statementSchema,
});
type Words = z.infer<typeof formSchema>;

/** The name is given; the statement and the image can change, each in a transaction of its own. */
export function EditProfileForm({
  profile,
  onSent,
}: {
  profile: Profile;
  /** @param heldBack whether the wallet sent only some of the changes */
  onSent: (sent: SentTransaction[], heldBack: boolean) => void;
}) {
  // As it stood when the form was opened, whatever arrives while it is filled in.
  const [before] = useState<Words>(() => ({
    image: profile.profileImageUrl,
    statement: profile.statement ?? "",
  }));
  const places = {
    image: `unsentImage ${profile.address}`,
    statement: `unsentStatement ${profile.address}`,
  };
  const { control, register, handleSubmit, formState } = useForm<Words>({
    mode: "onChange",
    resolver: zodResolver(formSchema),
    defaultValues: {
      image: readEdit(places.image, z.string(), before.image) ?? before.image,
      statement: readEdit(places.statement, z.string(), before.statement) ?? before.statement,
    },
  });
  const { errors } = formState;
  const { image, statement } = useWatch({ control });
  // Each by itself: the one may come true while the other is still to be sent.
  useEffect(() => keepEdit(places.image, before.image, image), [places.image, before, image]);
  useEffect(
    () => keepEdit(places.statement, before.statement, statement),
    [places.statement, before, statement],
  );
  const { send, sending } = useSending();

  const submit = handleSubmit(async ({ image, statement }) => {
    const calls = [
      ...(statement === before.statement ? [] : [() => updateStatementCall(statement)]),
      ...(image === before.image ? [] : [() => updateProfileImageCall(image)]),
    ];
    if (calls.length === 0) {
      toast.info(messages.noChanges);
      return;
    }
    const sent: SentTransaction[] = [];
    for (const call of calls) {
      const transaction = await send(call);
      // A no to the one is a no to what follows; what was sent already is said.
      if (transaction === null) break;
      sent.push(transaction);
    }
    if (sent.length > 0) onSent(sent, sent.length < calls.length);
  });

  return (
    <div className="page py-8 sm:py-12 lg:max-w-3xl">
      <h1 className="mb-8 text-3xl">{messages.editProfile}</h1>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Controller
          control={control}
          name="image"
          render={({ field }) => (
            <ImagePicker
              value={field.value === "" ? null : field.value}
              onChange={field.onChange}
              ref={field.ref}
              error={errors.image?.message}
              round
              suggestion={{
                label: "Use the rosette of my address",
                draw: () => drawRosetteImage(profile.address),
              }}
            />
          )}
        />
        <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
          <TextField label="Name" value={profile.bns_name} readOnly />
          <TextField label="Domain" value={profile.bns} readOnly />
        </div>
        <TextArea
          label={messages.summary}
          limit={limits.statementCodePoints}
          required
          error={errors.statement?.message}
          defaultValue={formState.defaultValues?.statement ?? ""}
          {...register("statement")}
        />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" busy={sending}>
            {messages.confirmChanges}
          </Button>
          {sending ? <p className="text-sm text-muted">Your wallet asks you to confirm.</p> : null}
        </div>
      </form>
    </div>
  );
}
