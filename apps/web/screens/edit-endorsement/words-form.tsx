import { endorsementWordsSchema } from "@colonnade/domain/endorsement-form.ts";
import { imageAddressSchema } from "@colonnade/domain/image-address.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { toast } from "react-toastify";
import * as z from "zod/mini";
import { ImagePicker } from "../../features/images/image-picker.tsx";
import { keepEdit, readEdit } from "../../features/wallet/unsent-edit.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";

const formSchema = z.extend(endorsementWordsSchema, { image: imageAddressSchema });
export type Words = z.infer<typeof formSchema>;
/** Words half written, whatever the form will say of them. */
const unsentSchema = z.object({ title: z.string(), description: z.string(), image: z.string() });

/** The words to change. What is written survives a reload, and an edit that fails. */
export function WordsForm({
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
        render={({ field }) => <ImagePicker {...field} error={errors.image?.message} presets />}
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
