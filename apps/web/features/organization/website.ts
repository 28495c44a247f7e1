/** A website as it is linked to: `guild.example` as `https://guild.example`. An empty text stays empty. */
export function websiteAddress(text: string): string {
  const trimmed = text.trim();
  return trimmed === "" || /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
    ? trimmed
    : `https://${trimmed}`;
}
