import { chosenSchema } from "@colonnade/domain/chosen-schema.ts";
import { imageAddressSchema } from "@colonnade/domain/image-address.ts";
import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import {
  adminNamedTwice,
  areDistinct,
  organizationApplicationSchema,
} from "@colonnade/domain/organization-application.ts";
import { profileBriefSchema } from "@colonnade/domain/profile.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { toast } from "react-toastify";
import * as z from "zod/mini";
import { api } from "../../api/client.ts";
import { statusOf } from "../../api/error.ts";
import { ImagePicker } from "../../features/images/image-picker.tsx";
import { drawRosetteImage } from "../../features/images/rosette-image.ts";
import type { ApplicationWords } from "../../features/organization/unsent-application.ts";
import { isWebsite, websiteAddress } from "../../features/organization/website.ts";
import { ProfilesCombobox } from "../../features/profile/profiles-combobox.tsx";
import { withServerSession } from "../../features/wallet/server-session.ts";
import { toastWalletError } from "../../layout/use-sending.tsx";
import { Button } from "../../ui/button.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { ApplicationPreview } from "./application-preview.tsx";
import { StepHeading } from "./step-heading.tsx";

const { website, description, statement } = organizationApplicationSchema.shape;
const formSchema = z.object({
  image: chosenSchema(imageAddressSchema, messages.selectImage),
  website: z.pipe(
    z.pipe(z.string(), z.transform(websiteAddress)),
    website.check(
      z.refine(
        (address) => address === "" || isWebsite(address),
        "A website has an address such as guild.example",
      ),
    ),
  ),
  admins: z.array(profileBriefSchema).check(
    z.minLength(1, messages.selectAdmin),
    z.maxLength(limits.organizationAdmins, messages.tooManyAdmins),
    z.refine((people) => areDistinct(people.map(({ address }) => address)), adminNamedTwice),
  ),
  description,
  statement: statement.def.innerType,
});

/** The service said no, or nothing at all; anything else comes from the wallet, which has its own words. */
function isRefusalOfService(error: unknown): boolean {
  return statusOf(error) !== undefined || error instanceof TypeError;
}

/** The second step: what the organization is, and who speaks for it at first. */
export function ApplicationForm({
  address,
  bnsName,
  start,
  isArrival,
  onWritten,
  onChangeAdmin,
  onSubmitted,
}: {
  address: string;
  bnsName: string;
  start: ApplicationWords;
  isArrival: boolean;
  onWritten: (part: { words: ApplicationWords }) => void;
  onChangeAdmin: () => void;
  onSubmitted: () => void;
}) {
  const { control, register, handleSubmit, setError, formState } = useForm<
    ApplicationWords,
    unknown,
    z.output<typeof formSchema>
  >({ mode: "onChange", resolver: zodResolver(formSchema), defaultValues: start });
  const { errors, isSubmitting } = formState;
  // Fields are focused in the order they are registered in, and Controller registers its own too late.
  register("image");
  const websiteField = register("website");
  register("admins");
  const words = useWatch({ control, compute: (values: ApplicationWords) => values });
  useEffect(() => onWritten({ words }), [words, onWritten]);
  const [failed, setFailed] = useState(false);

  const submit = handleSubmit(async ({ image, admins, ...texts }) => {
    setFailed(false);
    try {
      await withServerSession(() =>
        api("applyForOrganization", {
          body: {
            address,
            bnsName,
            imageUrl: image,
            admins: admins.map((person) => person.address),
            ...texts,
          },
        }),
      );
      onSubmitted();
    } catch (error) {
      setFailed(true);
      if (isRefusalOfService(error)) toast.error(messages.somethingWrong);
      else toastWalletError(error);
    }
  });

  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-14">
      <form onSubmit={submit} noValidate className="flex min-w-0 flex-col gap-4">
        <StepHeading step={2} isArrival={isArrival}>
          The organization
        </StepHeading>
        <Controller
          control={control}
          name="image"
          render={({ field }) => (
            <ImagePicker
              {...field}
              error={errors.image?.message}
              hint="Its logo. It stands beside everything the organization endorses."
              suggestion={{
                label: "Use the rosette of my address",
                draw: () => drawRosetteImage(address),
              }}
            />
          )}
        />
        <div>
          <TextField
            label="Organization name"
            hint="Its admin's BNS name."
            value={bnsName}
            readOnly
          />
          <Button tone="quiet" onClick={onChangeAdmin} className="-mt-5 -ml-3">
            {messages.changeAdminInfo}
          </Button>
        </div>
        <TextField
          label="Website"
          type="url"
          inputMode="url"
          autoComplete="url"
          required
          error={errors.website?.message}
          {...websiteField}
        />
        <Controller
          control={control}
          name="admins"
          render={({ field }) => (
            <ProfilesCombobox
              label="Admin representatives"
              hint={`They may endorse as ${bnsName} from the start: up to ${limits.organizationAdmins} people.`}
              value={field.value}
              onChange={(people) => {
                if (people.length <= limits.organizationAdmins) field.onChange(people);
                else setError("admins", { message: messages.tooManyAdmins });
              }}
              ref={field.ref}
              error={errors.admins?.message}
              exclude={[address]}
            />
          )}
        />
        <TextArea
          label="Description"
          hint="What it is and does. Everybody reads it on the organization's page."
          limit={limits.descriptionCodePoints}
          rows={6}
          required
          error={errors.description?.message}
          defaultValue={start.description}
          {...register("description")}
        />
        <TextArea
          label="Statement"
          hint="Optional. Anything the watchers should know: only they and you can read it."
          limit={limits.statementCodePoints}
          error={errors.statement?.message}
          defaultValue={start.statement}
          {...register("statement")}
        />
        <div className="flex flex-col gap-3">
          <Button type="submit" busy={isSubmitting}>
            {messages.createOrganization}
          </Button>
          <p aria-live="polite" className="min-h-5 text-sm text-muted">
            {isSubmitting
              ? "Your wallet may ask you to sign in."
              : failed
                ? "It was not sent. What you wrote is kept."
                : "Applying is free and is no transaction."}
          </p>
        </div>
      </form>
      <aside aria-label="Preview" className="max-lg:max-w-sm lg:sticky lg:top-25 lg:self-start">
        <ApplicationPreview bnsName={bnsName} address={address} words={words} />
      </aside>
    </div>
  );
}
