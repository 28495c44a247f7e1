/** The look of the page about the API: the app's paper and ink, day and night, with the reader's own fonts. */
export const docsStyles = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f7f4ee, #14130f);
  --sheet: light-dark(#fdfcf9, #1b1a15);
  --ink: light-dark(#1b1a17, #ede7da);
  --muted: light-dark(#5f594d, #aaa291);
  --rule: light-dark(#d9d2c3, #36332a);
  --seal: light-dark(#b83a14, #ff8355);
  --approved: light-dark(#0f6b4b, #52c79a);
  --pending: light-dark(#85590f, #e3b363);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.5 "Instrument Sans", ui-sans-serif, system-ui, sans-serif;
}
h1, h2, h3, .wordmark {
  font-family: "Bricolage Grotesque", ui-sans-serif, system-ui, sans-serif;
  line-height: 1.2; letter-spacing: -0.01em; text-wrap: balance;
}
h1 { font-size: 40px; margin: 16px 0 8px; }
h2 { font-size: 24px; margin: 0 0 8px; }
h3 { font-size: 18px; margin: 0 0 8px; overflow-wrap: anywhere; }
.label { font-size: 14px; font-weight: 600; margin: 16px 0 8px; }
p { max-width: 68ch; margin: 0 0 12px; }
a { color: inherit; text-decoration-color: var(--seal); text-underline-offset: 3px; }
a:hover { color: var(--seal); }
:focus-visible { outline: 2px solid var(--seal); outline-offset: 2px; }
code, pre, .method { font-family: "JetBrains Mono", ui-monospace, monospace; font-size: 14px; }
header { padding: 32px 24px 24px; border-bottom: 1px solid var(--rule); }
header, .columns { max-width: 1200px; margin: 0 auto; }
.wordmark { font-weight: 700; font-size: 20px; text-decoration: none; }
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 24px; top: 8px; background: var(--sheet); padding: 8px; }
.columns { display: grid; gap: 32px; padding: 24px; }
nav h2 { font-size: 14px; color: var(--muted); margin: 16px 0 4px; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a {
  display: flex; gap: 8px; align-items: baseline; padding: 4px 0; min-height: 32px;
  font: 13px/1.5 "JetBrains Mono", ui-monospace, monospace; text-decoration: none; overflow-wrap: anywhere;
}
main { min-width: 0; }
section + section { margin-top: 48px; }
article, #errors, #events { scroll-margin-top: 16px; }
article {
  background: var(--sheet); border: 1px solid var(--rule); border-radius: 2px;
  padding: 20px; margin: 16px 0;
}
article:target { border-color: var(--seal); }
.method { flex: none; font-weight: 700; color: var(--approved); }
.method.post { color: var(--seal); }
.method.delete { color: var(--pending); }
.note { color: var(--pending); font-size: 14px; }
.refusals { color: var(--muted); font-size: 14px; margin-top: 12px; }
pre {
  margin: 0; padding: 12px 16px; overflow: auto; max-height: 480px; background: var(--paper);
  border: 1px solid var(--rule); border-radius: 2px; line-height: 1.5;
}
table { width: 100%; border-collapse: collapse; font-size: 14px; margin: 16px 0; }
caption { text-align: left; font-weight: 600; padding-bottom: 4px; }
th, td {
  text-align: left; vertical-align: top; padding: 8px 12px 8px 0; border-top: 1px solid var(--rule);
  font-weight: 400; overflow-wrap: break-word;
}
td:last-child { width: 100%; overflow-wrap: anywhere; }
thead th { color: var(--muted); border-top: 0; }
@media (min-width: 960px) {
  .columns { grid-template-columns: 280px minmax(0, 1fr); }
  nav { position: sticky; top: 16px; align-self: start; max-height: calc(100vh - 32px); overflow-y: auto; }
}
`;
