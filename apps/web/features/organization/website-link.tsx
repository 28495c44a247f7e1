import { ExternalLink } from "lucide-react";

/** An organization's website, as somebody wrote it: a link only where it is a secure one. */
export function WebsiteLink({ address }: { address: string }) {
  return /^https:\/\/\S+$/.test(address) ? (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 min-w-0 items-center gap-1.5 font-mono text-sm wrap-anywhere underline decoration-rule underline-offset-4 hover:decoration-seal"
    >
      {address.replace(/^https:\/\/|\/$/g, "")}
      <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
    </a>
  ) : (
    <span className="inline-flex min-h-11 items-center font-mono text-sm wrap-anywhere">
      {address}
    </span>
  );
}
