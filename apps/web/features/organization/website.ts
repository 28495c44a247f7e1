/** A website as it is linked to: `guild.example` as `https://guild.example`. An empty text stays empty. */
export function websiteAddress(text: string): string {
  const trimmed = text.trim();
  return trimmed === "" || /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
    ? trimmed
    : `https://${trimmed}`;
}

/** Whether a browser can be sent to an address: by HTTP, to a host in some domain. */
export function isWebsite(address: string): boolean {
  if (/\s/.test(address) || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && hostname.includes(".");
}
