import { errorCode } from "./error-code.ts";
import { type Answer, readFromWallet, seal, type Theme, type ToWallet } from "./message.ts";
import { restoreFocus } from "./provider-focus.ts";
import { dialogStyle } from "./provider-style.ts";

/** How long the devnet may take to show the wallet page, in milliseconds. */
const PATIENCE = 8000;

export interface Question {
  /** The wallet page: `{nodeUrl}/wallet/`. */
  walletUrl: URL;
  id: string;
  method: string;
  params: unknown;
  /** Whether somebody has to be asked; if not, the page answers without being shown. */
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
    clearTimeout(patience);
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
  const listen = (event: MessageEvent<unknown>) => {
    if (event.source !== view.frame.contentWindow || event.origin !== walletUrl.origin) return;
    const message = readFromWallet(event.data);
    if (message?.kind === "size") {
      view.dialog.style.setProperty("--height", `${Math.ceil(message.height)}px`);
    } else if (message?.kind === "answer") {
      if (message.id === id) finish(message.answer);
    } else if (message?.kind === "ready") {
      isReady = true;
      clearTimeout(patience);
      view.uncover();
      if (visible) view.frame.focus();
      try {
        send({ kind: "request", id, method, params, theme: pageTheme() });
      } catch {
        const reason = "The parameters hold something that cannot be handed to a wallet";
        finish({ error: { code: errorCode.invalidParams, message: reason } });
      }
    }
  };
  const waitForPage = () =>
    setTimeout(() => {
      if (visible) view.complain();
      else finish({ error: { code: errorCode.internal, message: view.silence } });
    }, PATIENCE);

  let patience = waitForPage();
  window.addEventListener("message", listen);
  view.dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    cancel();
  });
  // A browser lets a dialog insist only once: the second Esc closes it whatever we say. The page may
  // be in the middle of sending, so it is shown again and asked.
  view.dialog.addEventListener("close", () => {
    if (!view.host.isConnected) return;
    if (isReady) view.dialog.showModal();
    cancel();
  });
  view.cancelButton.addEventListener("click", () => finish(cancelled));
  view.retryButton.addEventListener("click", () => {
    view.load();
    patience = waitForPage();
  });
  document.body.append(view.host);
  view.load();
  if (visible) view.dialog.showModal();
  return promise;
}

/** The theme the site has settled on; null where it leaves that to the system. */
function pageTheme(): Theme {
  const { colorScheme } = getComputedStyle(document.documentElement);
  return colorScheme === "light" || colorScheme === "dark" ? colorScheme : null;
}

function buildDialog(walletUrl: URL) {
  const silence = `The devnet at ${walletUrl.origin} does not answer. Is it running?`;
  const host = document.createElement("div");
  host.setAttribute("data-dev-wallet", "");
  const root = host.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(dialogStyle);
  root.adoptedStyleSheets = [sheet];

  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", "Dev Wallet");
  dialog.style.colorScheme = pageTheme() ?? "light dark";
  const frame = document.createElement("iframe");
  frame.title = "Dev Wallet request";
  const waiting = document.createElement("div");
  waiting.className = "waiting";
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const buttons = document.createElement("div");
  buttons.className = "buttons";
  const cancelButton = button("Cancel");
  const retryButton = button("Try again");
  buttons.append(cancelButton, retryButton);
  waiting.append(status, buttons);
  dialog.append(frame, waiting);
  root.append(dialog);

  return {
    host,
    dialog,
    frame,
    waiting,
    cancelButton,
    retryButton,
    silence,
    load() {
      status.textContent = "Opening the Dev Wallet…";
      retryButton.hidden = true;
      frame.src = walletUrl.href;
    },
    uncover() {
      frame.style.visibility = "visible";
      waiting.hidden = true;
    },
    complain() {
      status.textContent = silence;
      retryButton.hidden = false;
    },
  };
}

function button(label: string) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = label;
  return element;
}
