/** The explorer's whole style: paper, ink and hairlines, like the app. */
export const style = `
:root { color-scheme: light dark; --paper: #f7f4ee; --ink: #1b1a17; --rule: #d9d2c3;
  --good: #0f6b4b; --bad: #a8320f; --wait: #7a5410; }
@media (prefers-color-scheme: dark) { :root { --paper: #14130f; --ink: #ede7da; --rule: #3a362c;
  --good: #5fc39b; --bad: #f08a63; --wait: #e0b160; } }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 68ch; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 28px; margin: 0 0 12px; } h2 { font-size: 18px; margin: 32px 0 8px; }
h3 { font-size: 15px; margin: 16px 0 4px; }
code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; }
dl { border-top: 1px solid var(--rule); margin: 0; }
dt { font-size: 13px; padding-top: 10px; } dd { margin: 0; padding-bottom: 10px;
  border-bottom: 1px solid var(--rule); }
ol, ul { padding-left: 20px; } li { margin: 8px 0; } a { color: inherit; }
.status { font-weight: 600; color: var(--bad); } .status.success { color: var(--good); }
.status.pending { color: var(--wait); }
`;
