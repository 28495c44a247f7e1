import { messages } from "@colonnade/domain/messages.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { findProvider } from "./provider.ts";
import { WalletError } from "./wallet-error.ts";

/** The wallets in the dialog, by their place on `window`. */
const WALLET_IDS = ["LeatherProvider", "XverseProviders.BitcoinProvider"];
const DEV_WALLET_ID = "ColonnadeDevWallet";
/** The place that wallets once shared. Leather and Xverse put themselves there, too. */
export const SHARED_ID = "StacksProvider";

let devWallet: Promise<void> | undefined;

/** A policy of Trusted Types. Its addresses are no strings, but `script.src` takes them as such. */
interface ScriptPolicy {
  createScriptURL(address: string): string;
}

declare global {
  interface Window {
    /** Not every browser has it. */
    readonly trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
  }
}

/** Made once: Chromium refuses a second policy of the same name. */
let policy: ScriptPolicy | undefined;

/** Lets Chromium load a script by its address. No other text of ours becomes code or markup. */
function trustScript(url: string): string {
  policy ??= window.trustedTypes?.createPolicy("colonnade", { createScriptURL: (one) => one });
  return policy?.createScriptURL(url) ?? url;
}

/** Loads the dev wallet once. When the devnet is down, the other wallets still work. */
function addDevWallet(url: string): Promise<void> {
  devWallet ??= new Promise<void>((resolve) => {
    const script = document.createElement("script");
    script.src = trustScript(url);
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      devWallet = undefined;
      resolve();
    });
    document.head.append(script);
  });
  return devWallet;
}

/** Loads the code of the wallets, when a wallet is first needed. */
export async function loadWallets() {
  const { walletUrl } = runtimeConfig();
  const [connect, { askWallet, checkAccount }] = await Promise.all([
    import("@stacks/connect"),
    import("./wallet-request.ts"),
    walletUrl === null ? undefined : addDevWallet(walletUrl),
  ]);
  const { disconnect, getSelectedProviderId, setSelectedProviderId } = connect;
  return { askWallet, checkAccount, disconnect, getSelectedProviderId, setSelectedProviderId };
}

/** The ids of the offered wallets, in the order of the dialog. */
export function offeredIds(): string[] {
  const ofDevnet = runtimeConfig().network === "devnet" ? [DEV_WALLET_ID] : [];
  const isShared = !WALLET_IDS.some(findProvider) && findProvider(SHARED_ID) !== undefined;
  return [...ofDevnet, ...(isShared ? [SHARED_ID] : []), ...WALLET_IDS];
}

/**
 * Loads the connected wallet, and the function that asks it.
 * @param address the connected account
 * @throws WalletError 'Please connect your wallet to continue' when none is connected, and 'Hiro Wallet not installed'
 *   when this browser no longer has it; WalletRefusal when another account is open in it
 */
export async function loadConnectedWallet(address: string) {
  const { askWallet, checkAccount, getSelectedProviderId } = await loadWallets();
  const id = getSelectedProviderId();
  if (id === null) throw new WalletError(messages.connectToContinue);
  const provider = findProvider(id);
  if (provider === undefined) throw new WalletError(messages.hiroNotInstalled);
  await checkAccount(provider, address);
  return { askWallet, provider };
}

/** Whether an address belongs to the app's network: SP and SM on mainnet, ST and SN elsewhere. */
export function isOfNetwork(address: string): boolean {
  return /^S[PM]/.test(address) === (runtimeConfig().network === "mainnet");
}
