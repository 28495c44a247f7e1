import { messages } from "@colonnade/domain/messages.ts";
import { pages } from "@colonnade/domain/pages.ts";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { usePageMeta } from "../ui/page-meta.ts";

const link =
  "font-semibold text-ink underline decoration-rule underline-offset-4 hover:decoration-seal";

const questions: { question: string; answer: ReactNode }[] = [
  {
    question: "Can I sell or transfer an endorsement?",
    answer:
      "No. The NFTs are not transferable: an endorsement says something about you, and it would say nothing about whoever bought it.",
  },
  {
    question: "Can an endorsement be an Ordinal inscription?",
    answer: (
      <>
        Not yet. Ordinal inscriptions are not supported today;{" "}
        <Link to="/contact" className={link}>
          leave us your email
        </Link>{" "}
        and our newsletter will say when they are.
      </>
    ),
  },
  {
    question: "Do I need a BNS name?",
    answer:
      "For now, yes. Your profile uses a name from the Bitcoin Name System, such as alice.btc, and the contract checks that your address owns it.",
  },
  {
    question: "Which wallets can I use?",
    answer:
      "Two wallet extensions are supported: Leather and Xverse. Use only one wallet extension per browser, because they get in each other's way.",
  },
  {
    question: "Do I need STX?",
    answer:
      "For now, yes. Profiles, endorsements and approvals are transactions on Stacks, and their fees are paid in STX.",
  },
  {
    question: "What does it cost?",
    answer: "The only fee is the blockchain's transaction fee. There is no service fee.",
  },
];

export function Faqs() {
  usePageMeta(pages["/faqs"]);
  return (
    <div className="page grid gap-8 pt-10 lg:grid-cols-[20rem_minmax(0,44rem)] lg:gap-16">
      <h1 className="text-4xl sm:text-5xl">{messages.footerFaqs}</h1>
      <div className="border-t border-rule">
        {questions.map(({ question, answer }) => (
          <details key={question} name="faqs" className="group border-b border-rule">
            <summary className="flex min-h-16 list-none items-center justify-between gap-6 py-3 [&::-webkit-details-marker]:hidden">
              <h2 className="text-lg sm:text-xl">{question}</h2>
              <Plus className="size-5 shrink-0 text-seal transition-transform group-open:rotate-45" />
            </summary>
            <p className="measure pb-6 leading-7 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </div>
  );
}
