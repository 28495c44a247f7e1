import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import { truncate } from "@colonnade/domain/text.ts";
import { Check, Copy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { RevealedText } from "./revealed-text.tsx";

/**
 * A BNS name. A long one breaks before its domain: `clarityuniverse` over `.btc`. Its direction changes nothing beside
 * it, and it shows characters that would make it look like another name.
 */
export function Name({ children }: { children: string }) {
  const dot = children.lastIndexOf(".");
  return (
    <bdi className="wrap-anywhere">
      {dot > 0 ? (
        <>
          <RevealedText>{children.slice(0, dot)}</RevealedText>
          <wbr />
          <RevealedText>{children.slice(dot)}</RevealedText>
        </>
      ) : (
        <RevealedText>{children}</RevealedText>
      )}
    </bdi>
  );
}

const inks = { plain: "border-line text-muted", alert: "border-seal text-seal" };

/** A small framed word beside a name. */
export function NameLabel({
  tone = "plain",
  children,
}: {
  tone?: keyof typeof inks;
  children: ReactNode;
}) {
  return (
    <span
      className={`${inks[tone]} inline-block shrink-0 rounded-paper border px-1 text-[0.625rem] leading-4 font-semibold tracking-[0.08em] uppercase no-underline`}
    >
      {children}
    </span>
  );
}

/** A small house of one path: lists show many. */
const House = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 12 12"
    fill="none"
    stroke="currentColor"
    className="mr-1 inline size-3 align-text-bottom"
  >
    <path d="M2.5 11V1.5h7V11M1 11h10M5 4.5V4M7 4.5V4M5 7.5V7M7 7.5V7" strokeLinecap="round" />
  </svg>
);

/** Stands beside an organization's name, because a person may have the same name. */
export const OrganizationLabel = () => (
  <NameLabel>
    <House />
    Organization
  </NameLabel>
);

/** Stands beside somebody whom a watcher suspended. */
export const RemovedLabel = () => <NameLabel tone="alert">Removed</NameLabel>;

/** Shortens a BNS name but keeps its domain: `clarityuniverse.btc` becomes `clarityun….btc`. */
export function truncateName(name: string, length: number): string {
  const dot = name.lastIndexOf(".");
  return dot < 0
    ? truncate(name, length)
    : `${truncate(name.slice(0, dot), length)}${name.slice(dot)}`;
}

/** A shortened principal; pressing it copies the whole one. Printed whole. */
export function Address({ principal }: { principal: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    navigator.clipboard.writeText(principal).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <>
      <span className="hidden font-mono print:inline">{principal}</span>
      <button
        type="button"
        onClick={copy}
        title={principal}
        className="-mx-2 inline-flex min-h-11 items-center gap-2 rounded-paper px-2 font-mono text-sm text-muted transition-colors hover:text-ink print:hidden"
      >
        <span aria-hidden="true">{shortenPrincipal(principal)}</span>
        <span className="sr-only">{copied ? "Copied" : `Copy address ${principal}`}</span>
        {copied ? <Check className="size-4 text-approved" /> : <Copy className="size-4" />}
      </button>
    </>
  );
}
