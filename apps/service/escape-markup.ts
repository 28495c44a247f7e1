/** Text as markup shows it, in XML, in HTML and in Pango's own. Not for an attribute in single quotes. */
export const escapeMarkup = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
