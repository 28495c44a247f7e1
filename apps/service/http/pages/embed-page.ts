import { createHash } from "node:crypto";
import type { Endorsement } from "@colonnade/domain/endorsement.ts";
import { withoutHidden } from "@colonnade/domain/hidden-text.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { nameOrAddress } from "@colonnade/domain/profile.ts";
import { html, raw } from "hono/html";

/** The system's theme unless one is asked for. */
export type EmbedTheme = "light" | "dark" | undefined;

const styles = `
:root { color-scheme: light dark; --sheet: light-dark(#fdfcf9, #1b1a15); --ink: light-dark(#1b1a17, #ede7da);
  --muted: light-dark(#5f594d, #aaa291); --rule: light-dark(#d9d2c3, #36332a); --approved: light-dark(#0f6b4b, #52c79a); }
:root.light { color-scheme: light; } :root.dark { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); font: 15px/1.5 "Instrument Sans", system-ui, sans-serif; overflow-wrap: anywhere; }
main { display: flex; flex-direction: column; gap: 10px; min-height: 100vh; padding: 18px;
  background: var(--sheet); border: 1px solid var(--rule); border-radius: 2px; }
img { float: right; width: 96px; height: 96px; object-fit: cover; margin: 0 0 8px 12px; border: 1px solid var(--rule); }
[dir="auto"] { unicode-bidi: plaintext; }
h1 { margin: 0; font: 650 20px/1.25 "Bricolage Grotesque", system-ui, sans-serif; }
blockquote { margin: 8px 0 0; font: italic 17px/1.5 Newsreader, Georgia, serif; white-space: pre-wrap; }
p, ul { margin: 0; } ul { padding-left: 18px; } li { padding: 4px 0; }
footer { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 8px; margin-top: auto; font-size: 13px; color: var(--muted); }
a { display: inline-block; min-height: 24px; color: inherit; text-underline-offset: 3px; }
a:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
.status { color: var(--approved); font-weight: 600; } .withdrawn { color: var(--muted); }
`;

/** Any site may frame the page. It runs no script. */
export const embedPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(styles).digest("base64")}'`,
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors *",
].join("; ");

type Content = ReturnType<typeof html>;

const document = async (title: string, theme: EmbedTheme, content: Content) =>
  String(
    await html`<!doctype html>
<html lang="en" class="${theme ?? ""}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${raw(styles)}</style>
</head>
<body>
<main>${content}</main>
</body>
</html>
`,
  );

const link = (address: string, words: string) =>
  html`<a href="${address}" target="_blank" rel="noopener">${words}</a>`;

/** An endorsement. @param image the path of its image, if it is to be shown */
export function embeddedEndorsement(
  endorsement: Endorsement,
  { origin, theme, image }: { origin: string; theme: EmbedTheme; image: string | null },
): Promise<string> {
  const { id, title, endorsement: words, organization, withdrawn } = endorsement;
  const { column_sender: sender, column_receiver: receiver } = endorsement;
  const from = organization ? `${organization.name} (organization)` : nameOrAddress(sender);
  const name = withoutHidden(title) || `Endorsement ${id}`;
  return document(
    name,
    theme,
    html`<article>
${image === null ? "" : html`<img src="${image}" alt="" width="96" height="96">`}
<h1 dir="auto">${name}</h1>
<blockquote dir="auto">${withoutHidden(words)}</blockquote>
</article>
<p>From <bdi>${withoutHidden(from)}</bdi> to <bdi>${withoutHidden(nameOrAddress(receiver))}</bdi></p>
<footer>
${
  withdrawn === undefined
    ? html`<span class="status">✓ Approved</span>`
    : html`<span class="withdrawn">${messages.withdrawnByAuthor}</span>`
}
<span>${link(`${origin}/endorsement/${id}`, "See it on Colonnade")}</span>
</footer>`,
  );
}

/** The newest endorsements that somebody earned. */
export function embeddedProfile(
  { name, address, endorsements }: { name: string; address: string; endorsements: Endorsement[] },
  { origin, theme }: { origin: string; theme: EmbedTheme },
): Promise<string> {
  const items = endorsements.map(
    ({ id, title }) =>
      html`<li><bdi>${link(`${origin}/endorsement/${id}`, withoutHidden(title) || `Endorsement ${id}`)}</bdi></li>`,
  );
  return document(
    `Endorsements of ${withoutHidden(name)}`,
    theme,
    html`<h1><bdi>${withoutHidden(name)}</bdi></h1>
${items.length === 0 ? html`<p>Nothing earned yet.</p>` : html`<ul>${items}</ul>`}
<footer><span>Endorsements on Colonnade</span><span>${link(`${origin}/profile/${address}`, "See the profile")}</span></footer>`,
  );
}

/** The page of an embed that has nothing to show. */
export const embeddedNothing = (origin: string, theme: EmbedTheme): Promise<string> =>
  document(
    "Colonnade",
    theme,
    html`<h1>There is nothing to show here</h1>
<p>It was never approved, or it is gone.</p>
<footer><span>${link(origin, "Colonnade")}</span></footer>`,
  );
