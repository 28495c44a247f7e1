import { imageAddressSchema } from "@colonnade/domain/image-address.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "react-toastify";
import * as z from "zod/mini";
import { type EditWords, isSameWords, unsentEdit } from "../../features/endorsement/unsent-edit.ts";
import type { Words } from "../../features/endorsement/words.ts";
import { ImagePicker } from "../../features/images/image-picker.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CompareWords } from "../shared/compare-words.tsx";
import { EndorsementWordsInput, Form, SubmitButton } from "../shared/form.tsx";
import { endorsementWordsSchema } from "../shared/form-schemas.ts";

const formSchema = z.extend(endorsementWordsSchema, { image: imageAddressSchema });

/** What somebody has written into the form and not sent. */
export const unsentEditOf = (id: number, viewer: string) =>
  unsentEdit(`unsentEdit ${viewer} ${id}`);

interface WordsFormProps {
  /** The endorsement's number. */
  id: number;
  /** Address of who edits. */
  viewer: string;
  /** The words that the author stands by. */
  standing: EditWords;
  /** The words that the fields begin with. */
  words: EditWords;
  sending: boolean;
  disabled: boolean;
  /** @param onImageRemoved shows words at the image's field */
  onSubmit: (words: EditWords, onImageRemoved: (message: string) => void) => Promise<void>;
  /** Stands above the fields. */
  children: ReactNode;
}

/**
 * The fields. They follow the words that they began with, such as the receiver's suggestion, which another device may
 * change: but only while nothing is typed.
 */
export function WordsForm(props: WordsFormProps) {
  const [base, setBase] = useState(props.words);
  const [isTyped, setTyped] = useState(false);
  if (!isTyped && !isSameWords(base, props.words)) setBase(props.words);
  return <WordsFields key={JSON.stringify(base)} {...props} base={base} onTyped={setTyped} />;
}

/** What is typed survives a reload, an edit that fails, and other words of the author. */
function WordsFields({
  id,
  viewer,
  standing,
  words,
  base,
  sending,
  disabled,
  onTyped,
  onSubmit,
  children,
}: WordsFormProps & {
  /** The words that the fields began with. */
  base: EditWords;
  /** Takes whether the fields differ from those. */
  onTyped: (isTyped: boolean) => void;
}) {
  const [stored] = useState(() => unsentEditOf(id, viewer).read(standing));
  const [begunOn, setBegunOn] = useState(stored?.begunOn ?? standing);
  const form = useForm<EditWords>({
    mode: "onChange",
    resolver: zodResolver(formSchema),
    defaultValues: stored?.words ?? base,
  });
  const typed = useWatch({ control: form.control, compute: (values: EditWords) => values });
  const isTyped = !isSameWords(typed, base);
  useEffect(() => {
    onTyped(isTyped);
    if (isTyped) unsentEditOf(id, viewer).write({ begunOn, words: typed });
    else unsentEditOf(id, viewer).remove();
  }, [id, viewer, begunOn, typed, isTyped, onTyped]);
  const submit = form.handleSubmit(async (changed) => {
    if (isSameWords(changed, words)) toast.info(messages.noChanges);
    else await onSubmit(changed, (message) => form.setError("image", { message }));
  });
  const discard = () => {
    form.reset(base);
    setBegunOn(standing);
    form.setFocus("title");
  };
  return (
    <Form form={form} onSubmit={submit}>
      {children}
      <ImagePicker presets />
      <EndorsementWordsInput />
      {isTyped && !isSameWords(begunOn, standing) ? (
        <ChangedSince id={id} begunOn={begunOn} standing={standing}>
          <Button tone="secondary" disabled={sending} onClick={discard}>
            Discard what I wrote
          </Button>
        </ChangedSince>
      ) : null}
      <SubmitButton busy={sending} disabled={disabled}>
        {messages.submitEditRequest}
      </SubmitButton>
    </Form>
  );
}

/** Says that the author stands by other words than when somebody began to write, and compares them. */
function ChangedSince({
  id,
  begunOn,
  standing,
  children,
}: {
  id: number;
  begunOn: EditWords;
  standing: EditWords;
  /** What the person can do about it. */
  children: ReactNode;
}) {
  return (
    <Card tone="pending" aria-labelledby="changed-since">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-b border-rule p-5">
        <div role="status" className="measure">
          <h2 id="changed-since" className="text-lg">
            The words have changed since you wrote this
          </h2>
          <p className="mt-1 text-muted">What you wrote is kept.</p>
        </div>
        {children}
      </div>
      <CompareWords
        id={id}
        before={shownWordsOf(begunOn)}
        after={shownWordsOf(standing)}
        names={["When you began", "Now"]}
      />
    </Card>
  );
}

function shownWordsOf({ title, description, image }: EditWords): Words {
  return { title, endorsement: description, milestoneURI: image };
}
