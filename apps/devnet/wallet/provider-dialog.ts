import {
  type Answer,
  errorCode,
  readFromWallet,
  seal,
  type Theme,
  type ToWallet,
} from "./protocol.ts";

/** Milliseconds that the devnet may take to show the wallet page. */
const LOAD_TIMEOUT_MS = 8000;

interface Question {
  /** The wallet page: `{nodeUrl}/wallet/`. */
  walletUrl: URL;
  id: string;
  method: string;
  params: unknown;
  /** Whether the user must be asked. If not, the page answers without being shown. */
  visible: boolean;
}

const cancelled: Answer = {
  error: { code: errorCode.cancelled, message: "The request was cancelled in the Dev Wallet" },
};

/** Shows the wallet page over the site, and waits for its answer or for Esc. */
export function askWallet({ walletUrl, id, method, params, visible }: Question): Promise<Answer> {
  const view = buildDialog(walletUrl);
  const { promise, resolve } = Promise.withResolvers<Answer>();
  let isReady = false;

  const send = (message: ToWallet) => {
    view.frame.contentWindow?.postMessage(seal(message), walletUrl.origin);
  };
  const finish = (answer: Answer) => {
    clearTimeout(timeout);
    window.removeEventListener("message", listen);
    view.dialog.close();
    view.host.remove();
    restoreFocus();
    resolve(answer);
  };
  const cancel = () => {
    if (isReady) send({ kind: "cancel", id });
    else finish(cancelled);
  };
  const start = () => {
    isReady = true;
    clearTimeout(timeout);
    view.showFrame();
    if (visible) view.frame.focus();
    try {
      send({ kind: "request", id, method, params, theme: pageTheme() });
    } catch {
      const reason = "The parameters contain something that cannot be passed to a wallet";
      finish({ error: { code: errorCode.invalidParams, message: reason } });
    }
  };
  const listen = (event: MessageEvent<unknown>) => {
    if (event.source !== view.frame.contentWindow || event.origin !== walletUrl.origin) return;
    const message = readFromWallet(event.data);
    if (message?.kind === "ready") start();
    if (message?.kind === "size") {
      view.dialog.style.setProperty("--height", `${Math.ceil(message.height)}px`);
    }
    if (message?.kind === "answer" && message.id === id) finish(message.answer);
  };
  const waitForPage = () =>
    setTimeout(() => {
      if (visible) view.showTimeout();
      else finish({ error: { code: errorCode.internal, message: view.timeoutMessage } });
    }, LOAD_TIMEOUT_MS);

  let timeout = waitForPage();
  window.addEventListener("message", listen);
  view.dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    cancel();
  });
  // A browser lets a page prevent the cancel of a dialog only once. The second Esc closes it.
  // The page may be sending, so the dialog is shown again and the page is asked.
  view.dialog.addEventListener("close", () => {
    if (!view.host.isConnected) return;
    if (isReady) view.dialog.showModal();
    cancel();
  });
  view.cancelButton.addEventListener("click", () => finish(cancelled));
  view.retryButton.addEventListener("click", () => {
    view.load();
    timeout = waitForPage();
  });
  document.body.append(view.host);
  view.load();
  if (visible) view.dialog.showModal();
  return promise;
}

/** The site's theme; null if it follows the system. */
function pageTheme(): Theme {
  const { colorScheme } = getComputedStyle(document.documentElement);
  return colorScheme === "light" || colorScheme === "dark" ? colorScheme : null;
}

function buildDialog(walletUrl: URL) {
  const timeoutMessage = `The devnet at ${walletUrl.origin} does not answer. Is it running?`;
  const host = document.createElement("div");
  host.setAttribute("data-dev-wallet", "");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(dialogStyle);
  root.adoptedStyleSheets = [sheet];

  const dialog = element("dialog", { ariaLabel: "Dev Wallet" });
  dialog.style.colorScheme = pageTheme() ?? "light dark";
  const frame = element("iframe", { title: "Dev Wallet request" });
  const waiting = element("div", { className: "waiting" });
  const status = element("p", { role: "status" });
  const buttons = element("div", { className: "buttons" });
  const cancelButton = element("button", { type: "button", textContent: "Cancel" });
  const retryButton = element("button", { type: "button", textContent: "Try again" });
  buttons.append(cancelButton, retryButton);
  waiting.append(status, buttons);
  dialog.append(frame, waiting);
  root.append(dialog);

  return {
    host,
    dialog,
    frame,
    cancelButton,
    retryButton,
    timeoutMessage,
    load() {
      status.textContent = "Opening the Dev Wallet…";
      retryButton.hidden = true;
      frame.src = walletUrl.href;
    },
    showFrame() {
      frame.style.visibility = "visible";
      waiting.hidden = true;
    },
    showTimeout() {
      status.textContent = timeoutMessage;
      retryButton.hidden = false;
    },
  };
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
) {
  return Object.assign(document.createElement(tag), properties);
}

let lastFocused: Element | null = null;

/**
 * Remembers the focused element. A wallet picker may leave the page before the wallet opens. Then
 * the dialog by itself does not know where to return the focus.
 */
export function watchFocus() {
  remember(document.activeElement);
  document.addEventListener("focusin", (event) => {
    if (event.target instanceof Element) remember(event.target);
  });
}

/** Returns the focus to its last element, unless another element has it. */
function restoreFocus() {
  const { activeElement } = document;
  const isLost = activeElement === null || activeElement === document.body;
  if (isLost && lastFocused instanceof HTMLElement && lastFocused.isConnected) lastFocused.focus();
}

function remember(element: Element | null) {
  if (element === null || element === document.body) return;
  if (element.localName === "connect-modal" || element.hasAttribute("data-dev-wallet")) return;
  lastFocused = element;
}

/** The dialog's style. It lives in a shadow root, so the site's styles and ours do not mix. */
const dialogStyle = `
:host { all: initial; }
dialog {
  box-sizing: border-box;
  width: min(30rem, 100vw - 2rem);
  max-width: none;
  max-height: calc(100dvh - 2rem);
  padding: 0;
  overflow: hidden;
  color: light-dark(#1b1a17, #ede7da);
  background: light-dark(#fdfcf9, #1b1a15);
  border: 1px solid light-dark(#8b8372, #7a7362);
  border-radius: 2px;
  font: 1rem/1.5 system-ui, sans-serif;
}
dialog::backdrop { background: light-dark(rgb(40 36 28 / 0.55), rgb(0 0 0 / 0.7)); }
iframe {
  display: block;
  width: 100%;
  height: min(var(--height, 24rem), 100dvh - 2rem - 2px);
  border: 0;
  visibility: hidden;
}
.waiting {
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
  gap: 1rem;
  justify-content: center;
  align-items: center;
  padding: 1.5rem;
  text-align: center;
  background: inherit;
}
.waiting[hidden] { display: none; }
.waiting p { margin: 0; max-width: 24rem; overflow-wrap: anywhere; }
.buttons { display: flex; gap: 0.75rem; }
button {
  min-height: 2.75rem;
  padding: 0.5rem 1.25rem;
  font: inherit;
  font-weight: 600;
  color: inherit;
  background: transparent;
  border: 1px solid currentColor;
  border-radius: 2px;
  cursor: pointer;
}
button[hidden] { display: none; }
button:focus-visible { outline: 2px solid light-dark(#b83a14, #ff8355); outline-offset: 2px; }
@media (max-width: 30rem) {
  dialog { width: 100vw; margin: auto 0 0; border-width: 1px 0 0; border-radius: 0; }
}
`;

/** Makes a queue. Each task starts when the one before it has ended, even if that one failed. */
export function queueTasks() {
  let last: Promise<unknown> = Promise.resolve();
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const run = last.then(task, task);
    last = run;
    return run;
  };
}
