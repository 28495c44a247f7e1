import { type Answer, errorCode, isWalletMethod, walletMethods } from "./protocol.ts";
import { askWallet, queueTasks, watchFocus } from "./provider-dialog.ts";

/** The global's name, which is also the id in `window.wbip_providers`. */
const PROVIDER_ID = "ColonnadeDevWallet";

/** The product's mark in a dashed frame, so that nobody takes it for a real wallet. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path fill="#f7f4ee" d="M0 0h48v48H0z"/><path fill="none" stroke="#c8431b" stroke-width="2" stroke-dasharray="4 3" d="M4 4h40v40H4z"/><path fill="#1b1a17" d="M11 12h26v4H11zM11 32h26v4H11zM14 19h4v10h-4zM22 19h4v10h-4zM30 19h4v10h-4z"/></svg>',
)}`;

interface RpcHead {
  jsonrpc: "2.0";
  id: string;
}

/**
 * The dev wallet as sites see it (SIP-030).
 *
 * `request` resolves to `{jsonrpc, id, result}` and rejects with `{jsonrpc, id, error: {code, message}}`.
 * One request is shown at a time; the others wait their turn.
 */
function createProvider(walletUrl: URL, enqueue: ReturnType<typeof queueTasks>) {
  let count = 0;
  return {
    isColonnadeDevWallet: true,
    async request(method: string, params?: unknown): Promise<RpcHead & { result: unknown }> {
      count += 1;
      const head: RpcHead = { jsonrpc: "2.0", id: `dev-wallet-${count}` };
      const answer = await answerRequest(method, params, (visible) =>
        enqueue(() => askWallet({ walletUrl, id: head.id, method, params, visible })),
      );
      if ("error" in answer) return Promise.reject({ ...head, error: answer.error });
      return { ...head, result: answer.result };
    },
  };
}

function answerRequest(
  method: string,
  params: unknown,
  ask: (visible: boolean) => Promise<Answer>,
): Answer | Promise<Answer> {
  if (!isWalletMethod(method)) {
    const message = `The Dev Wallet does not know the method ${method}`;
    return { error: { code: errorCode.methodNotFound, message } };
  }
  if (method === "supportedMethods") {
    return { result: { methods: walletMethods.map((name) => ({ name })) } };
  }
  if (params !== undefined && params !== null && typeof params !== "object") {
    return {
      error: { code: errorCode.invalidParams, message: "The parameters must be an object" },
    };
  }
  return ask(method !== "wallet_disconnect");
}

/** Registers the wallet once, even if a site loads the script several times. */
function register(walletUrl: URL) {
  if (Reflect.has(window, PROVIDER_ID)) return;
  watchFocus();
  Reflect.set(window, PROVIDER_ID, createProvider(walletUrl, queueTasks()));
  const entry = { id: PROVIDER_ID, name: "Dev Wallet", icon: ICON, webUrl: walletUrl.href };
  const registry: unknown = Reflect.get(window, "wbip_providers");
  if (Array.isArray(registry)) registry.push(entry);
  else Reflect.set(window, "wbip_providers", [entry]);
}

// A classic script knows its own element. A module has to find it in the page.
const script =
  document.currentScript ?? document.querySelector("script[src$='/wallet/provider.js']");
if (script instanceof HTMLScriptElement) register(new URL("./", script.src));
