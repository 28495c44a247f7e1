import type { Proof } from "@colonnade/domain/proof.ts";
import { useEffect, useMemo, useRef } from "react";
import type { Check, Report } from "../../../packages/verify/verify.ts";
import { RevealedText } from "../ui/revealed-text.tsx";
import { AskedMark, RejectedMark, SealMark } from "../ui/stamp.tsx";
import { CheckRow } from "./check-row.tsx";
import {
  actionWords,
  checkTitles,
  limitsOfTheCheck,
  outcomeWords,
  verdictWords,
} from "./check-words.ts";
import { Claim } from "./claim.tsx";
import { useObjectUrl } from "./object-url.ts";
import type { Subject } from "./use-check.ts";

const marks = { proved: SealMark, incomplete: AskedMark, failed: RejectedMark };
const inks = { proved: "text-approved", incomplete: "text-pending", failed: "text-seal" };

/** The verdict, what is claimed, and every check. */
export function ReportView({
  report,
  subject,
  proposedBy,
}: {
  report: Report;
  subject: Subject;
  /** Who proposed the contract and the nodes; null if the reader chose them. */
  proposedBy: string | null;
}) {
  const { verdict, checks } = report;
  const { proof, image } = subject;
  const { title, meaning } = verdictWords[verdict];
  const Mark = marks[verdict];
  const heading = useRef<HTMLHeadingElement>(null);
  // Tells a screen reader the verdict, and where the keyboard goes on from.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="flex flex-col gap-10">
      <div className="flex items-start gap-4 sm:gap-6">
        <Mark className={`size-14 shrink-0 sm:size-20 ${inks[verdict]}`} />
        <div className="flex flex-col gap-2">
          <h2 ref={heading} tabIndex={-1} className="text-3xl outline-none sm:text-4xl">
            {title}
          </h2>
          <p className="measure text-lg">{meaning}</p>
          <p className="font-mono text-sm text-muted">{count(checks)}</p>
          {proposedBy === null ? null : (
            <p className="measure">
              The contract and the nodes were proposed by {proposedBy}. Compare them with what you
              know from elsewhere.
            </p>
          )}
          {subject.isBadge ? (
            <p className="measure">
              Only what is written here was checked. The badge's picture may show something else.
            </p>
          ) : null}
          <Open checks={checks} />
          <SaveProof subject={subject} />
        </div>
      </div>
      {proof === null ? null : (
        <Claim
          proof={proof}
          checks={checks}
          image={checks.some(isPassed("image")) ? image : null}
        />
      )}
      {groupsOf(checks, proof).map(({ title, about, checks }) => (
        <section key={`${title} ${about}`} className="flex flex-col gap-3">
          <h3 className="flex flex-wrap items-baseline gap-x-3 text-xl">
            {title}
            {about === null ? null : (
              <span className="font-mono text-xs font-normal tracking-normal break-all text-muted">
                {about}
              </span>
            )}
          </h3>
          <ul className="border-t border-rule">
            {checks.map((check, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and may hold a check twice
              <CheckRow key={at} check={check} />
            ))}
          </ul>
        </section>
      ))}
      <section className="flex flex-col gap-3 text-muted">
        <h3 className="text-xl text-ink">What no proof shows</h3>
        <ul className="measure flex list-disc flex-col gap-1 pl-5">
          {image === null ? (
            <li>The image: open its file together with the proof to have it compared.</li>
          ) : null}
          {limitsOfTheCheck.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The checks that did not pass. They stand above all others. */
function Open({ checks }: { checks: Check[] }) {
  const open = checks.filter(({ outcome }) => outcome !== "passed");
  if (open.length === 0) return null;
  return (
    <ul className="measure flex list-disc flex-col gap-1 pl-5">
      {open.map(({ name, outcome, says }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and may hold a check twice
        <li key={at} className="wrap-anywhere">
          <span className="font-semibold">{checkTitles[name]}</span>,{" "}
          {outcomeWords[outcome].toLowerCase()}: <RevealedText>{says}</RevealedText>
        </li>
      ))}
    </ul>
  );
}

/** A proof is worth keeping: it can be checked when the service that gave it is gone. */
function SaveProof({ subject: { bundle, proof } }: { subject: Subject }) {
  const json = useMemo(
    () => new Blob([JSON.stringify(bundle)], { type: "application/json" }),
    [bundle],
  );
  const url = useObjectUrl(json);
  if (proof === null || url === null) return null;
  return (
    <a
      href={url}
      download={`endorsement-${proof.claim.id}.json`}
      className="inline-flex min-h-11 items-center self-start text-sm font-semibold underline decoration-rule underline-offset-4 hover:decoration-seal"
    >
      Save this proof
    </a>
  );
}

const isPassed = (wanted: Check["name"]) => (check: Check) =>
  check.name === wanted && check.outcome === "passed";

/** `18 passed · 1 not checked` */
function count(checks: Check[]): string {
  return (["passed", "failed", "not-checkable"] as const)
    .map((outcome) => ({
      outcome,
      number: checks.filter((check) => check.outcome === outcome).length,
    }))
    .filter(({ number }) => number > 0)
    .map(({ outcome, number }) => `${number} ${outcomeWords[outcome].toLowerCase()}`)
    .join(" · ");
}

interface Group {
  title: string;
  /** A transaction's id or a node's address. */
  about: string | null;
  checks: Check[];
}

/** Checks of one transaction, or of one node, stand together. */
function groupsOf(checks: Check[], proof: Proof | null): Group[] {
  const groups = new Map<string | null, Group>();
  for (const check of checks) {
    const { about } = check;
    const group = groups.get(about) ?? { title: titleOf(about, proof), about, checks: [] };
    group.checks.push(check);
    groups.set(about, group);
  }
  return [...groups.values()];
}

function titleOf(about: string | null, proof: Proof | null): string {
  if (about === null) return "The proof as a whole";
  const transaction = proof?.transactions.find(({ txId }) => txId === about);
  return transaction === undefined ? "A node" : actionWords[transaction.action];
}
