import { chosenSchema } from "@colonnade/domain/chosen-schema.ts";
import { statementSchema } from "@colonnade/domain/endorsement-form.ts";
import { imageAddressSchema } from "@colonnade/domain/image-address.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { ImagePicker } from "../../features/images/image-picker.tsx";
import { drawRosetteImage } from "../../features/images/rosette-image.ts";
import { registerProfileCall } from "../../features/profile/call.ts";
import type { BnsName } from "../../features/wallet/bns-name.ts";
import { useSession } from "../../features/wallet/session-store.ts";
import { readStored, removeStored, writeStored } from "../../features/wallet/storage.ts";
import { useSending } from "../../layout/use-sending.tsx";
import { Button } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";

const formSchema = z.object({
  image: chosenSchema(imageAddressSchema, messages.selectImage),
  statement: statementSchema,
});
const unsentSchema = z.object({
  image: z.nullable(imageAddressSchema),
  statement: z.string().check(z.maxLength(10_000)),
});
type Unsent = z.infer<typeof unsentSchema>;

const tab = () => sessionStorage;
const keyOf = (address: string) => `unsentProfile ${address}`;

/** Forgets what was written for a profile that stands by now. */
export const dropUnsentProfile = (address: string) => removeStored(keyOf(address), tab);

/**
 * A new profile: an image, a name that is given, a statement. What is written survives a reload, and a
 * registration that fails.
 */
export function ProfileForm({ address, bnsName }: { address: string; bnsName: BnsName }) {
  const key = keyOf(address);
  const { control, register, handleSubmit, formState } = useForm<
    Unsent,
    unknown,
    z.output<typeof formSchema>
  >({
    mode: "onChange",
    resolver: zodResolver(formSchema),
    defaultValues: readStored(key, unsentSchema, tab) ?? { image: null, statement: "" },
  });
  const { errors } = formState;
  // Fields are focused in the order they are registered in, and Controller registers its own too late.
  register("image");
  const unsent = useWatch({ control });
  useEffect(() => writeStored(key, unsent, tab), [key, unsent]);
  const startProfileCreation = useSession((session) => session.startProfileCreation);
  const { send, sending } = useSending();

  const submit = handleSubmit(async ({ image, statement }) => {
    const sent = await send(() => registerProfileCall({ bnsName, statement, image }));
    if (sent !== null) startProfileCreation(sent.address, sent.txId);
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <Controller
        control={control}
        name="image"
        render={({ field }) => (
          <ImagePicker
            {...field}
            error={errors.image?.message}
            round
            hint="A picture of you, or whatever people know you by."
            suggestion={{
              label: "Use the rosette of my address",
              draw: () => drawRosetteImage(address),
            }}
          />
        )}
      />
      <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
        <TextField label="Name" value={bnsName.name} readOnly />
        <TextField label="Domain" value={bnsName.namespace} readOnly />
      </div>
      <TextArea
        label={messages.summary}
        hint="What should people know about you?"
        limit={limits.statementCodePoints}
        required
        error={errors.statement?.message}
        defaultValue={formState.defaultValues?.statement ?? ""}
        {...register("statement")}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={sending}>
          {messages.createYourProfile}
        </Button>
        {sending ? <p className="text-sm text-muted">Your wallet asks you to confirm.</p> : null}
      </div>
    </form>
  );
}
