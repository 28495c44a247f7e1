import { contactSchema } from "@colonnade/domain/contact.ts";
import { limits, times } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useForm } from "react-hook-form";
import { toast } from "react-toastify";
import { api } from "../../api/client.ts";
import { statusOf } from "../../api/error.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { useHydrating } from "../../ui/hydrating.ts";
import { SealMark } from "../../ui/stamp.tsx";

/** Name and email, and on the contact page a message; then a panel that says it was sent. */
export function ContactForm({ withMessage = false }: { withMessage?: boolean }) {
  const hydrating = useHydrating();
  const [sent, setSent] = useState(false);
  const [unreachable, setUnreachable] = useState(false);
  const form = useForm({
    resolver: zodResolver(contactSchema),
    mode: "onChange",
    defaultValues: { name: "", email: "", message: "", website: "" },
  });
  const { errors, isSubmitting } = form.formState;

  /** Registers a field, with what was written into it before anybody listened. */
  const register = (name: "name" | "email" | "message" | "website") => {
    const { ref, ...rest } = form.register(name);
    return {
      ...rest,
      ref(element: HTMLInputElement | HTMLTextAreaElement | null) {
        const written = element?.value ?? "";
        // Before the form writes its own, empty value over it: so that not even the caret moves.
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

  const beginAnew = () => {
    form.reset();
    flushSync(() => setSent(false));
    form.setFocus("name");
  };

  if (sent) return <Sent heading={withMessage ? "h2" : "h3"} onAgain={beginAnew} />;
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
          error={errors.name?.message}
          {...register("name")}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          error={errors.email?.message}
          {...register("email")}
        />
        {withMessage ? (
          <TextArea
            label="Message"
            limit={limits.contactMessageCodePoints}
            error={errors.message?.message}
            {...register("message")}
          />
        ) : null}
        {/* For what fills every field there is; people and screen readers do not come across it. */}
        <label aria-hidden="true" className="sr-only">
          Leave this empty
          <input type="text" tabIndex={-1} autoComplete="off" {...register("website")} />
        </label>
        {/* Sent before anybody listens, by Enter either, it would write the message into the address. */}
        <fieldset disabled={hydrating} className="contents">
          <Button type="submit" busy={isSubmitting} disabled={hydrating} className="self-start">
            Send
          </Button>
        </fieldset>
        {hydrating ? (
          <>
            <p className="min-h-5 text-sm text-muted">You can write. Sending takes a moment.</p>
            <noscript>
              <p className="text-muted">Writing to us from here needs JavaScript.</p>
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

/** What takes the form's place. */
function Sent({ heading: Heading, onAgain }: { heading: "h2" | "h3"; onAgain: () => void }) {
  return (
    <Card
      className="flex flex-col items-start gap-5 p-6 sm:p-8"
      aria-label={messages.formSubmitted}
    >
      <SealMark className="size-16 text-approved" />
      <Heading ref={takeFocus} tabIndex={-1} className="text-2xl outline-none">
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

/** The form is gone: whoever listens to the page is told what took its place. */
function takeFocus(heading: HTMLElement | null) {
  heading?.focus();
}
