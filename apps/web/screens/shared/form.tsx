import { limits } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import {
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useFormContext,
} from "react-hook-form";
import { ImagePicker } from "../../features/images/image-picker.tsx";
import { profileQuery } from "../../features/profile/query.ts";
import type { Viewer } from "../../features/profile/viewer.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** Shown while the wallet is open over the page. */
export const WALLET_ASKS = "Your wallet asks you to confirm.";

/**
 * A form whose fields are the components below: each finds its value and its error by its name. Fields register in
 * the order in which they stand, and react-hook-form focuses the first faulty one in that order. While it is submitted
 * its fields take no input: a wallet in a window of its own leaves the page within reach, and signs what was there.
 */
export function Form<Values extends FieldValues, Checked>({
  form,
  ...rest
}: { form: UseFormReturn<Values, unknown, Checked> } & ComponentProps<"form">) {
  return (
    <FormProvider {...form}>
      <form noValidate className="flex min-w-0 flex-col gap-4" {...rest} />
    </FormProvider>
  );
}

/** The message for a field's fault; undefined while it has none. */
function useFieldError(name: string): string | undefined {
  const { getFieldState, formState } = useFormContext();
  return getFieldState(name, formState).error?.message;
}

export function TextInput({ name, ...field }: { name: string } & ComponentProps<typeof TextField>) {
  const { register, formState } = useFormContext();
  return (
    <TextField
      {...field}
      readOnly={formState.isSubmitting}
      error={useFieldError(name)}
      {...register(name)}
    />
  );
}

export function TextAreaInput({
  name,
  ...field
}: { name: string } & ComponentProps<typeof TextArea>) {
  const { register, formState } = useFormContext();
  return (
    <TextArea
      {...field}
      readOnly={formState.isSubmitting}
      error={useFieldError(name)}
      defaultValue={formState.defaultValues?.[name]}
      {...register(name)}
    />
  );
}

/** The fields of an endorsement's words: `title` and `description`. */
export function EndorsementWordsInput({ hint }: { hint?: string }) {
  return (
    <>
      <TextInput name="title" label="Title" required autoComplete="off" />
      <TextAreaInput
        name="description"
        label="Description"
        hint={hint}
        limit={limits.descriptionCodePoints}
        rows={7}
        required
      />
    </>
  );
}

/** The fields of a profile: `image`, its BNS name (read-only) and `statement`. */
export function ProfileInput({
  address,
  name,
  namespace,
  nameNote,
  imageHint,
  statementHint,
}: {
  address: string;
  name: string;
  namespace: string;
  /** Stands below the name. */
  nameNote?: ReactNode;
  imageHint?: string;
  statementHint?: string;
}) {
  return (
    <>
      <ImagePicker round hint={imageHint} rosetteOf={address} />
      <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
        <TextField label="Name" value={name} readOnly />
        <TextField label="Domain" value={namespace} readOnly />
      </div>
      {nameNote}
      <TextAreaInput
        name="statement"
        label={messages.summary}
        hint={statementHint}
        limit={limits.statementCodePoints}
        required
      />
    </>
  );
}

/** The button that submits the form. `note` stands below it. Without a note, it says when the wallet is open. */
export function SubmitButton({
  busy,
  disabled = false,
  note,
  children,
}: {
  busy: boolean;
  disabled?: boolean;
  note?: string;
  children: string;
}) {
  const button = (
    <Button type="submit" busy={busy} disabled={disabled}>
      {children}
    </Button>
  );
  return note === undefined ? (
    <div className="flex flex-wrap items-center gap-4">
      {button}
      {busy ? <p className="text-sm text-muted">{WALLET_ASKS}</p> : null}
    </div>
  ) : (
    <div className="flex flex-col gap-3">
      {button}
      <p aria-live="polite" className="min-h-5 text-sm text-muted">
        {note}
      </p>
    </div>
  );
}

interface FormOutline {
  title: string;
  /** As wide as a form with something beside it. */
  wide?: boolean;
  /** Whether its image is a person's, and round. */
  portrait?: boolean;
}

/** The skeleton of a form. `children` says what the page waits for. */
export function FormLoading({
  title,
  wide = false,
  portrait = false,
  children,
}: FormOutline & { children: string }) {
  return (
    <div className={classNames("page py-8 sm:py-12", !wide && "lg:max-w-3xl")}>
      <h1 className="text-3xl first-letter:uppercase">{title}</h1>
      <p role="status" className="sr-only">
        {children}
      </p>
      <div className="mt-8 flex max-w-3xl flex-col gap-10">
        <LabelledSkeleton>
          <div className="flex flex-wrap items-center gap-4 sm:gap-6">
            <Skeleton shape={portrait ? "round" : "paper"} className="size-40" />
            <Skeleton className="h-11 w-48" />
          </div>
        </LabelledSkeleton>
        <LabelledSkeleton>
          <Skeleton className="h-12 w-full" />
        </LabelledSkeleton>
        <LabelledSkeleton>
          <Skeleton className="h-36 w-full" />
        </LabelledSkeleton>
        <Skeleton className="h-11 w-40" />
      </div>
    </div>
  );
}

function LabelledSkeleton({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <Skeleton className="h-4 w-20" />
      {children}
    </div>
  );
}

/** A form that waits for the viewer's profile, or says that the profile could not be loaded. */
export function ProfileLoading({
  viewer,
  ...outline
}: FormOutline & { viewer: Extract<Viewer, { state: "loading" }> }) {
  const client = useQueryClient();
  return viewer.failed ? (
    <ErrorState
      heading="h1"
      title={messages.somethingWrong}
      onRetry={() => client.refetchQueries(profileQuery(viewer.address))}
    />
  ) : (
    <FormLoading {...outline}>Looking for your profile</FormLoading>
  );
}
