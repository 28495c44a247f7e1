import { messages } from "@colonnade/domain/messages.ts";
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

const offeredIds = () =>
  runtimeConfig().network === "devnet" ? [DEV_WALLET_ID, ...WALLET_IDS] : WALLET_IDS;

/** What goes with every request: the wallets that are offered where none was chosen yet. */
export function walletOptions() {
  return { approvedProviderIds: offeredIds() };
}

/** Whether any of the offered wallets is in this browser. */
export function isWalletInstalled(): boolean {
  return offeredIds().some((id) => isOnWindow(id.split(".")));
}

function isOnWindow(path: string[]): boolean {
  let place: unknown = window;
  for (const name of path) {
    if (typeof place !== "object" || place === null) return false;
    place = Reflect.get(place, name);
  }
  return place !== undefined;
}

/**
 * The wallets' code, with the wallet that was connected in place.
 * @throws WalletError when that wallet is no longer in this browser
 */
export async function loadConnectedWallet() {
  const connect = await loadWallets();
  if (connect.isProviderSelected() && !connect.getSelectedProvider()) {
    throw new WalletError(messages.hiroNotInstalled);
  }
  return connect;
}

/** Whether an address is of the network that the page works with: SP and SM on mainnet, ST and SN elsewhere. */
export function isOfNetwork(address: string): boolean {
  return /^S[PM]/.test(address) === (runtimeConfig().network === "mainnet");
}
