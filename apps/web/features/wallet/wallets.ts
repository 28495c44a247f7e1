import { messages } from "@colonnade/domain/messages.ts";
import type { StacksProvider } from "@stacks/connect";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { WalletError } from "./wallet-error.ts";

/** Wallets in the dialog: by where they put themselves on `window`. */
const WALLET_IDS = ["LeatherProvider", "XverseProviders.BitcoinProvider"];
const DEV_WALLET_ID = "ColonnadeDevWallet";

let devWallet: Promise<void> | undefined;

/** Puts the dev wallet on the page, once. Without it (the devnet is down) the other wallets still work. */
function addDevWallet(url: string): Promise<void> {
  devWallet ??= new Promise<void>((resolve) => {
    const script = document.createElement("script");
    script.src = url;
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

/** The wallets' code, loaded when a wallet is first needed. */
export async function loadWallets() {
  const { walletUrl } = runtimeConfig();
  const [connect] = await Promise.all([
    import("@stacks/connect"),
    walletUrl === null ? undefined : addDevWallet(walletUrl),
  ]);
  return connect;
}

/** Which wallets are offered, in the order of the dialog. */
export const offeredIds = () =>
  runtimeConfig().network === "devnet" ? [DEV_WALLET_ID, ...WALLET_IDS] : WALLET_IDS;

/** Whether any of the offered wallets is in this browser. */
export function isWalletInstalled(): boolean {
  return offeredIds().some((id) => findProvider(id) !== undefined);
}

/** What a wallet put on `window`; undefined where it is not in this browser. */
export function findProvider(id: string): StacksProvider | undefined {
  let place: unknown = window;
  for (const name of id.split(".")) {
    if (typeof place !== "object" || place === null) return undefined;
    place = Reflect.get(place, name);
  }
  return isProvider(place) ? place : undefined;
}

function isProvider(place: unknown): place is StacksProvider {
  return typeof place === "object" && place !== null && "request" in place;
}

/**
 * The wallet that was connected, and how to ask it. @stacks/connect is always told whom to ask: of itself it would
 * bring up a dialog of its own.
 * @throws WalletError 'Please connect your wallet to continue' where none was connected, and 'Hiro Wallet not
 *   installed' where that wallet is no longer in this browser
 */
export async function loadConnectedWallet() {
  const { getSelectedProviderId, request } = await loadWallets();
  const id = getSelectedProviderId();
  if (id === null) throw new WalletError(messages.connectToContinue);
  const provider = findProvider(id);
  if (provider === undefined) throw new WalletError(messages.hiroNotInstalled);
  return { request, provider };
}

/** Whether an address is of the network that the page works with: SP and SM on mainnet, ST and SN elsewhere. */
export function isOfNetwork(address: string): boolean {
  return /^S[PM]/.test(address) === (runtimeConfig().network === "mainnet");
}
