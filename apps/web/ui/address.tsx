import { shortenPrincipal } from "@colonnade/domain/principal.ts";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

/** A principal, shortened, in the numbers' face, with a button that copies all of it. */
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
        {copied ? (
          <Check aria-hidden="true" className="size-4 text-approved" />
        ) : (
          <Copy aria-hidden="true" className="size-4" />
        )}
      </button>
    </>
  );
}
