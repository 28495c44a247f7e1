import { Minus, Check as Tick, X } from "lucide-react";
import type { Check, Exchange } from "../../../packages/verify/verify.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { RevealedText } from "../ui/revealed-text.tsx";
import { checkTitles, outcomeWords } from "./check-words.ts";
import { curlLine } from "./curl.ts";

const looks = {
  passed: { Icon: Tick, ink: "text-approved" },
  failed: { Icon: X, ink: "text-seal" },
  "not-checkable": { Icon: Minus, ink: "text-pending" },
};

/** One check: what came of it, in words, and what was compared. */
export function CheckRow({ check }: { check: Check }) {
  const { evidence, exchange } = check;
  const hasEvidence = Object.keys(evidence).length > 0;
  if (!hasEvidence && exchange === undefined) {
    return (
      <li className="border-b border-rule">
        <div className={row}>
          <Outcome check={check} />
        </div>
      </li>
    );
  }
  return (
    <li className="border-b border-rule">
      <details>
        <summary className={`${row} list-none [&::-webkit-details-marker]:hidden`}>
          <Outcome check={check} />
          <span className="col-start-2 self-center text-sm font-semibold text-muted underline decoration-rule underline-offset-4 sm:col-start-3">
            Show me
          </span>
        </summary>
        <div className="flex flex-col gap-4 pb-6 sm:pl-9">
          {hasEvidence ? (
            <Text label="What was compared">{JSON.stringify(evidence, null, 2)}</Text>
          ) : null}
          {exchange === undefined ? null : <Asked exchange={exchange} />}
        </div>
      </details>
    </li>
  );
}

const row =
  "grid min-h-11 grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 py-3 sm:grid-cols-[1.5rem_minmax(0,1fr)_auto]";

function Outcome({ check: { name, outcome, says } }: { check: Check }) {
  const { Icon, ink } = looks[outcome];
  return (
    <>
      <Icon aria-hidden="true" className={`size-5 ${ink}`} />
      <span className="flex min-w-0 flex-col gap-1">
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="caps text-ink">{checkTitles[name]}</span>
          <span className={`text-sm font-semibold ${ink}`}>{outcomeWords[outcome]}</span>
        </span>
        <span className="wrap-anywhere">
          <RevealedText>{says}</RevealedText>
        </span>
      </span>
    </>
  );
}

function Asked({ exchange }: { exchange: Exchange }) {
  const { method, url, status, answer } = exchange;
  const line = curlLine(exchange);
  return (
    <>
      <Text label="The question">{`${method} ${url}`}</Text>
      <Text label={status === null ? "There was no answer" : `The answer, with status ${status}`}>
        {answer}
      </Text>
      <Text label="Ask it yourself, in a shell">{line}</Text>
      <div className="-ml-3">
        <CopyButton text={line}>Copy this line</CopyButton>
      </div>
    </>
  );
}

/** A text of somebody else's, to the letter. */
function Text({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-muted">{label}</p>
      <pre
        dir="ltr"
        className="rounded-paper bg-sunk p-3 font-mono text-xs break-all whitespace-pre-wrap"
      >
        <RevealedText>{children}</RevealedText>
      </pre>
    </div>
  );
}
