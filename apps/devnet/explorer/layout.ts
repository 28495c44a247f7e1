import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { nameOf } from "./words.ts";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** The explorer's whole style: paper, ink and hairlines, like the app. */
const style = `
:root { color-scheme: light dark; --paper: #f7f4ee; --ink: #1b1a17; --rule: #d9d2c3;
  --soft: #5f5a4e; --good: #0f6b4b; --bad: #a8320f; --wait: #7a5410; }
@media (prefers-color-scheme: dark) { :root { --paper: #14130f; --ink: #ede7da; --rule: #3a362c;
  --soft: #a8a092; --good: #5fc39b; --bad: #f08a63; --wait: #e0b160; } }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, sans-serif; }
header, main { max-width: 72ch; margin: 0 auto; padding: 16px; }
main { padding-bottom: 64px; }
header { border-bottom: 1px solid var(--rule); }
h1 { font-size: 28px; line-height: 1.2; margin: 16px 0 8px; }
h2 { font-size: 18px; margin: 32px 0 8px; } h3 { font-size: 15px; margin: 20px 0 4px; }
code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; } a { color: inherit; }
dl { display: grid; grid-template-columns: minmax(9ch, max-content) 1fr; margin: 16px 0 0;
  border-top: 1px solid var(--rule); }
dt, dd { padding: 10px 0; border-bottom: 1px solid var(--rule); margin: 0; }
dt { color: var(--soft); padding-right: 24px; overflow-wrap: anywhere; }
ol, ul { padding-left: 20px; } li { margin: 10px 0; }
.soft { color: var(--soft); }
.status { font-weight: 600; color: var(--bad); } .success { color: var(--good); }
.pending { color: var(--wait); }
@media (max-width: 560px) { dl { display: block; } dt { border: 0; padding-bottom: 0; } dd { padding-top: 0; } }
`;

/** Loads the page again once its transaction no longer waits. */
const lookAgain = `
const path = location.pathname.replace("/txid/", "/extended/v1/tx/");
const timer = setInterval(async () => {
  const transaction = await fetch(path).then((answer) => answer.json(), () => undefined);
  if (transaction === undefined || transaction.tx_status === "pending") return;
  clearInterval(timer);
  location.reload();
}, 1000);
`;

/** @param waiting whether the page is to show by itself when the transaction has its block */
export function page(title: string, body: Html, waiting = false): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Colonnade devnet</title>
        <style>${raw(style)}</style>
      </head>
      <body>
        <header><a href="/">Colonnade devnet</a></header>
        <main>${body}</main>
        ${waiting ? html`<script>${raw(lookAgain)}</script>` : ""}
      </body>
    </html>`;
}

export function row(label: string, content: Html): Html {
  return html`<dt>${label}</dt><dd>${content}</dd>`;
}

/** An address, and whose it is where it is somebody's we know. */
export function principal(address: string): Html {
  const name = nameOf(address);
  return name === undefined
    ? html`<code>${address}</code>`
    : html`${name} <code class="soft">${address}</code>`;
}
