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
import { type ReactNode, useEffect, useState } from "react";
import { useController, useForm, useFormContext, useWatch } from "react-hook-form";
import { toast } from "react-toastify";
import * as z from "zod/mini";
import { api } from "../../api/client.ts";
import { statusOf } from "../../api/error.ts";
import { ImagePicker } from "../../features/images/image-picker.tsx";
import { requireUploadedImage } from "../../features/images/uploaded-image.ts";
import { isWebsite, websiteAddress } from "../../features/organization/website.tsx";
import { ProfilesCombobox } from "../../features/profile/profile-combobox.tsx";
import { withServerSession } from "../../features/wallet/server-session.ts";
import { tabItem } from "../../features/wallet/storage.ts";
import { toastWalletError } from "../../layout/wallet-actions.tsx";
import { Portrait } from "../../ui/avatar.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { OrganizationLabel } from "../../ui/name.tsx";
import { DirectoryCard } from "../directory/directory-card.tsx";
import { Form, SubmitButton, TextAreaInput, TextInput } from "../shared/form.tsx";
import { chosenSchema } from "../shared/form-schemas.ts";

const { website, description, statement } = organizationApplicationSchema.shape;
const formSchema = z.object({
  image: chosenSchema(imageAddressSchema, messages.selectImage),
  website: z.pipe(
    z.pipe(z.string(), z.transform(websiteAddress)),
    website.check(
      z.refine(
        (address) => address === "" || isWebsite(address),
        "Enter an address such as guild.example",
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

/** The second step of an application that is being written. Texts may be too long still: they are kept to be shortened. */
const wordsSchema = z.object({
  image: z.nullable(imageAddressSchema),
  website: z.string(),
  admins: z.array(profileBriefSchema).check(z.maxLength(limits.organizationAdmins)),
  description: z.string(),
  statement: z.string(),
});
type ApplicationWords = z.infer<typeof wordsSchema>;

/** Both steps of an application that is being written. */
const unsentSchema = z.object({
  principal: z.string(),
  /** The admin's BNS name; null until it is confirmed. */
  bnsName: z.nullable(z.string()),
  words: wordsSchema,
});
export type UnsentApplication = z.infer<typeof unsentSchema>;

export const nothingApplied: UnsentApplication = {
  principal: "",
  bnsName: null,
  words: { image: null, website: "", admins: [], description: "", statement: "" },
};

/** Whether nothing was typed. */
export const isUnwritten = ({ image, website, admins, description, statement }: ApplicationWords) =>
  image === null && admins.length === 0 && `${website}${description}${statement}`.trim() === "";

/** What the applicant has typed and not sent. */
export const unsentApplication = (applicant: string) =>
  tabItem(`unsentApplication ${applicant}`, unsentSchema);

/** The second step: what the organization is, and who represents it at first. Beside it, its card. */
export function ApplicationForm({
  heading,
  address,
  bnsName,
  start,
  onWritten,
  onChangeAdmin,
  onSubmitted,
}: {
  heading: ReactNode;
  /** Address of the applicant, who becomes the admin. */
  address: string;
  bnsName: string;
  start: ApplicationWords;
  onWritten: (part: { words: ApplicationWords }) => void;
  onChangeAdmin: () => void;
  onSubmitted: () => void;
}) {
  const form = useForm<ApplicationWords, unknown, z.output<typeof formSchema>>({
    mode: "onChange",
    resolver: zodResolver(formSchema),
    defaultValues: start,
  });
  const { isSubmitting } = form.formState;
  const words = useWatch({ control: form.control, compute: (values: ApplicationWords) => values });
  useEffect(() => onWritten({ words }), [words, onWritten]);
  const [failed, setFailed] = useState(false);

  const submit = form.handleSubmit(async ({ image, admins, ...texts }) => {
    setFailed(false);
    const representatives = admins.map((person) => person.address);
    const body = { address, bnsName, imageUrl: image, admins: representatives, ...texts };
    try {
      await requireUploadedImage(image, (message) => form.setError("image", { message }));
      await withServerSession(() => api("applyForOrganization", { body }));
      onSubmitted();
    } catch (error) {
      setFailed(true);
      if (isFromService(error)) toast.error(messages.somethingWrong);
      else toastWalletError(error);
    }
  });

  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-14">
      <Form form={form} onSubmit={submit}>
        {heading}
        <ImagePicker
          hint="Its logo. It stands beside everything the organization endorses."
          rosetteOf={address}
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
        <TextInput
          name="website"
          label="Website"
          type="url"
          inputMode="url"
          autoComplete="url"
          required
        />
        <RepresentativesInput applicant={address} organization={bnsName} />
        <TextAreaInput
          name="description"
          label="Description"
          hint="What it is and does. Everybody can read it on its page."
          limit={limits.descriptionCodePoints}
          rows={6}
          required
        />
        <TextAreaInput
          name="statement"
          label="Statement"
          hint="Optional. Anything the watchers should know: only they and you can read it."
          limit={limits.statementCodePoints}
        />
        <SubmitButton
          busy={isSubmitting}
          note={
            isSubmitting
              ? "Your wallet may ask you to sign in."
              : failed
                ? "It was not sent. What you wrote is kept."
                : "Applying is free and needs no transaction."
          }
        >
          {messages.createOrganization}
        </SubmitButton>
      </Form>
      <aside aria-label="Preview" className="max-lg:max-w-sm lg:sticky lg:top-25 lg:self-start">
        <Preview bnsName={bnsName} address={address} words={words} />
      </aside>
    </div>
  );
}

/** Whether the service refused or could not be reached. Any other error is the wallet's, which has its own words. */
function isFromService(error: unknown): boolean {
  return statusOf(error) !== undefined || error instanceof TypeError;
}

function RepresentativesInput({
  applicant,
  organization,
}: {
  applicant: string;
  organization: string;
}) {
  const { setError } = useFormContext<ApplicationWords>();
  const { field, fieldState, formState } = useController<ApplicationWords, "admins">({
    name: "admins",
  });
  return (
    <ProfilesCombobox
      label="Admin representatives"
      hint={`They are invited, and may endorse as ${organization} once they accept: up to ${limits.organizationAdmins} people.`}
      value={field.value}
      onChange={(people) => {
        if (people.length <= limits.organizationAdmins) field.onChange(people);
        else setError("admins", { message: messages.tooManyAdmins });
      }}
      ref={field.ref}
      error={fieldState.error?.message}
      exclude={[applicant]}
      readOnly={formState.isSubmitting}
    />
  );
}

/** The organization's card in the directory, as it will look. */
function Preview({
  bnsName,
  address,
  words: { image, description, admins },
}: {
  bnsName: string;
  address: string;
  words: ApplicationWords;
}) {
  return (
    <DirectoryCard
      seed={address}
      portrait={
        <Portrait
          seed={address}
          image={image ?? ""}
          size={72}
          square
          className="ring-4 ring-sheet"
        />
      }
      name={bnsName}
      label={<OrganizationLabel />}
      facts={`${admins.length} invited to represent it`}
      words={description === "" ? "What it is and does." : description}
      actions={null}
    />
  );
}
