import { messages } from "@colonnade/domain/messages.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { ContactForm } from "./contact-form.tsx";

/** A page to write to the team from. */
export function Contact() {
  usePageMeta(
    messages.footerContact,
    "Write to the people behind Colonnade: a person will read it.",
  );
  return (
    <div className="page grid gap-8 pt-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,34rem)] lg:gap-16">
      <div className="flex flex-col gap-4">
        <h1 className="text-4xl sm:text-5xl">{messages.footerContact}</h1>
        <p className="measure text-lg leading-7 text-muted">
          A question, a fault, an organization that should be here: write to us, and a person will
          read it.
        </p>
      </div>
      <ContactForm withMessage />
    </div>
  );
}
