import { ExternalLink } from "lucide-react";

/** An organization's website. It is a link only with HTTPS. */
export function WebsiteLink({ address }: { address: string }) {
  return /^https:\/\/\S+$/.test(address) ? (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-11 min-w-0 items-center gap-1.5 self-start font-mono text-sm wrap-anywhere underline decoration-rule underline-offset-4 hover:decoration-seal"
    >
      {address.replace(/^https:\/\/|\/$/g, "")}
      <ExternalLink className="size-4 shrink-0" />
    </a>
  ) : (
    <span className="inline-flex min-h-11 items-center font-mono text-sm wrap-anywhere">
      {address}
    </span>
  );
}

/** Adds the scheme to a website: `guild.example` becomes `https://guild.example`. An empty text stays empty. */
export function websiteAddress(text: string): string {
  const trimmed = text.trim();
  return trimmed === "" || /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
    ? trimmed
    : `https://${trimmed}`;
}

/** Whether an address is a website: HTTP or HTTPS, and a host with a domain. */
export function isWebsite(address: string): boolean {
  if (/\s/.test(address) || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && hostname.includes(".");
}
