import { withoutBidiOverrides } from "@colonnade/domain/hidden-text.ts";
import { ipfsPathOf } from "@colonnade/domain/image-address.ts";
import type { Proof } from "@colonnade/domain/proof.ts";
import { html, raw } from "hono/html";

const styles = `
:root { color-scheme: light dark; --paper: light-dark(#f7f4ee, #14130f); --ink: light-dark(#1b1a17, #ede7da);
  --muted: light-dark(#5f594d, #aaa291); --rule: light-dark(#d9d2c3, #36332a); --sheet: light-dark(#fdfcf9, #1b1a15); }
body { max-width: 48rem; margin: 0 auto; padding: 2rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
article { overflow: hidden; margin: 1.5rem 0; padding: 1.25rem; background: var(--sheet);
  border: 1px solid var(--rule); border-radius: 2px; }
article img { float: right; width: 8rem; margin: 0 0 1rem 1rem; }
blockquote { margin: 0.5rem 0; font: italic 1.125rem/1.6 Newsreader, Georgia, serif; white-space: pre-wrap; }
[dir="auto"] { unicode-bidi: plaintext; }
h2 { margin: 0; font-size: 1.25rem; }
p { margin: 0.25rem 0; }
.small { color: var(--muted); font-size: 0.875rem; }
a { color: inherit; }
`;

/** What the page says at its beginning. */
export interface ExportPageHead {
  principal: string;
  /** The service's. */
  origin: string;
  date: Date;
  /** Whether the page that checks proofs is in the archive. */
  hasVerifyPage: boolean;
}

const begin = ({ principal, origin, date, hasVerifyPage }: ExportPageHead) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="script-src 'none'; object-src 'none'; base-uri 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Endorsements of ${principal}</title>
<style>${raw(styles)}</style>
</head>
<body>
<main>
<h1>Your endorsements</h1>
<p>Of ${principal}, from <a href="${origin}">${origin}</a>, on ${date.toISOString().slice(0, 10)}.</p>
${hasVerifyPage ? html`<p>To check one without Colonnade, open <a href="verify.html">verify.html</a>, and choose its proof and its image.</p>` : ""}
`;

const end = "</main>\n</body>\n</html>\n";

const statuses = {
  pending: "Pending approval",
  approved: "Approved",
  withdrawn: "Withdrawn by its author",
};

/**
 * A page that lists endorsements and works from a disk, in pieces.
 * @param imageOf the image's file in the archive; undefined where there is none
 */
export async function* exportPage(
  head: ExportPageHead,
  proofs: AsyncIterable<Proof>,
  imageOf: (path: string) => string | undefined,
): AsyncGenerator<string> {
  yield String(await begin(head));
  for await (const { claim, contracts } of proofs) {
    const { id, words, names, organization, sender, receiver, status } = claim;
    const image = imageOf(ipfsPathOf(words.milestoneURI) ?? "");
    const from = organization ? `${organization.name} (organization)` : (names.sender ?? sender);
    yield String(
      await html`<article>
${image === undefined ? "" : html`<img src="${image}" alt="">`}
<h2 dir="auto">${withoutBidiOverrides(words.title)}</h2>
<blockquote dir="auto">${withoutBidiOverrides(words.endorsement)}</blockquote>
<p>From <bdi>${withoutBidiOverrides(from)}</bdi> to <bdi>${withoutBidiOverrides(names.receiver ?? receiver)}</bdi>. ${statuses[status]}.</p>
<p class="small">Endorsement ${id} on ${contracts.protocol} · <a href="${proofFile(id)}">its proof</a>${
        status === "pending" ? "" : html` · <a href="${credentialFile(id)}">its credential</a>`
      }</p>
</article>
`,
    );
  }
  yield end;
}

/** The file of a credential in the archive. */
export const credentialFile = (id: number) => `credentials/endorsement-${id}.json`;

/** The file of a proof in the archive. */
export const proofFile = (id: number) => `proofs/endorsement-${id}.json`;
