import { contactSchema } from "@colonnade/domain/contact.ts";
import { limits, times } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "react-toastify";
import * as z from "zod/mini";
import { api } from "../api/client.ts";
import { statusOf } from "../api/error.ts";
import { onAccountLeft } from "../features/wallet/session-store.ts";
import { openDrafts, tabItem } from "../features/wallet/storage.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import { useHydrating } from "../ui/hydration.ts";
import { usePageMeta } from "../ui/page-meta.ts";
import { SealMark } from "../ui/stamp.tsx";

/** A page to write to the team from. */
export function Contact() {
  usePageMeta(pages["/contact"]);
  return (
    <div className="page grid gap-8 pt-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,34rem)] lg:gap-16">
      <div className="flex flex-col gap-4">
        <h1 className="text-4xl sm:text-5xl">{messages.footerContact}</h1>
        <p className="measure text-lg leading-7 text-muted">
          A question, a problem, an organization that should be here: write to us, and a person will
          read it.
        </p>
      </div>
      <ContactForm withMessage />
    </div>
  );
}

/** Texts may be too long still: they are kept to be shortened. */
const unsentSchema = z.object({ name: z.string(), email: z.string(), message: z.string() });
const nothingWritten: z.infer<typeof unsentSchema> = { name: "", email: "", message: "" };

/** What is typed and not sent. Without a message it is apart, because that form does not show one. */
const unsentContact = (withMessage: boolean) =>
  tabItem(withMessage ? openDrafts.message : openDrafts.contact, unsentSchema);

/** A form for name and email; on the contact page also for a message. It is emptied when an account disconnects. */
export function ContactForm({ withMessage = false }: { withMessage?: boolean }) {
  const [accountsLeft, setAccountsLeft] = useState(0);
  useEffect(() => onAccountLeft(() => setAccountsLeft((count) => count + 1)), []);
  return <Writing key={accountsLeft} withMessage={withMessage} />;
}

/** The fields. Once the message is sent, a panel takes their place. */
function Writing({ withMessage }: { withMessage: boolean }) {
  const hydrating = useHydrating();
  const [sent, setSent] = useState(false);
  const [unreachable, setUnreachable] = useState(false);
  const [start] = useState(() => unsentContact(withMessage).read() ?? nothingWritten);
  const form = useForm({
    resolver: zodResolver(contactSchema),
    mode: "onChange",
    // The fields take them over on mounting, so the markup to hydrate stays the same.
    defaultValues: { ...start, website: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const { name = "", email = "", message = "" } = useWatch({ control: form.control });
  useEffect(() => {
    if (`${name}${email}${message}` === "") unsentContact(withMessage).remove();
    else unsentContact(withMessage).write({ name, email, message });
  }, [withMessage, name, email, message]);

  /** Registers a field, and takes over what was typed into it before hydration. */
  const register = (name: "name" | "email" | "message" | "website") => {
    const { ref, ...rest } = form.register(name);
    return {
      ...rest,
      ref(element: HTMLInputElement | HTMLTextAreaElement | null) {
        const written = element?.value ?? "";
        // Before `ref`, by which the form would overwrite the text with its own empty value. The caret stays, too.
        if (written !== "" && written !== form.getValues(name)) form.setValue(name, written);
        ref(element);
      },
    };
  };

  const submit = form.handleSubmit(
    async (contact) => {
      setUnreachable(false);
      try {
        await api("sendContact", { body: contact });
        unsentContact(withMessage).remove();
        setSent(true);
      } catch (error) {
        if (statusOf(error) === undefined) {
          reportError(error);
          setUnreachable(true);
        } else toast.error(messages.somethingWrong);
      }
    },
    ({ email }) => {
      if (email?.message === messages.invalidEmail)
        toast.error(messages.invalidEmail, { autoClose: times.defaultToast });
    },
  );

  const writeAnother = () => {
    form.reset({ ...nothingWritten, website: "" });
    flushSync(() => setSent(false));
    form.setFocus("name");
  };

  if (sent) return <Sent heading={withMessage ? "h2" : "h3"} onAgain={writeAnother} />;
  return (
    <Card as="div" className="p-6 sm:p-8">
      <form
        noValidate
        onSubmit={submit}
        aria-label={messages.footerContact}
        className="-mb-3 flex flex-col gap-2"
      >
        <TextField
          label="Name"
          autoComplete="name"
          required
          readOnly={isSubmitting}
          error={errors.name?.message}
          {...register("name")}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          readOnly={isSubmitting}
          error={errors.email?.message}
          {...register("email")}
        />
        {withMessage ? (
          <TextArea
            label="Message"
            limit={limits.contactMessageCodePoints}
            readOnly={isSubmitting}
            error={errors.message?.message}
            {...register("message")}
          />
        ) : null}
        {/* A trap for robots, which fill in every field. People and screen readers do not meet it. */}
        <label aria-hidden="true" className="sr-only">
          Leave this empty
          <input type="text" tabIndex={-1} autoComplete="off" {...register("website")} />
        </label>
        {/* If it were submitted before hydration, even by Enter, the form would put the message into the address. */}
        <fieldset disabled={hydrating} className="contents">
          <Button type="submit" busy={isSubmitting} disabled={hydrating} className="self-start">
            Send
          </Button>
        </fieldset>
        {hydrating ? (
          <>
            <p className="min-h-5 text-sm text-muted">
              Start writing. You can send it in a moment.
            </p>
            <noscript>
              <p className="text-muted">This form needs JavaScript.</p>
            </noscript>
          </>
        ) : (
          <p role="status" className="min-h-5 text-sm text-seal">
            {unreachable ? "The service could not be reached, so it may not have been sent." : ""}
          </p>
        )}
      </form>
    </Card>
  );
}

/** Takes the form's place. Focuses its heading, so that screen readers read it. */
function Sent({ heading: Heading, onAgain }: { heading: "h2" | "h3"; onAgain: () => void }) {
  return (
    <Card
      className="flex flex-col items-start gap-5 p-6 sm:p-8"
      aria-label={messages.formSubmitted}
    >
      <SealMark className="size-16 text-approved" />
      <Heading ref={focus} tabIndex={-1} className="text-2xl outline-none">
        {messages.formSubmitted}
      </Heading>
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/home">{messages.goHome}</LinkButton>
        <Button tone="secondary" onClick={onAgain}>
          {messages.sendAnotherMessage}
        </Button>
      </div>
    </Card>
  );
}

const focus = (heading: HTMLElement | null) => heading?.focus();
