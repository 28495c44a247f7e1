import { messages } from "@colonnade/domain/messages.ts";
import { addressSchema } from "@colonnade/domain/principal.ts";
import * as z from "zod/mini";
import { api } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { eventsKey } from "../../api/query-keys.ts";
import { findProvider } from "./provider.ts";
import { removeTransactionsOf } from "./sent-transactions.ts";
import { endServerSession, withServerSession } from "./server-session.ts";
import { signIn, signOut, useSession } from "./session-store.ts";
import { readStored, removeStored, storageKeys } from "./storage.ts";
import { isCancelled, loginError, WalletError } from "./wallet-error.ts";
import { isOfNetwork, loadWallets, offeredIds } from "./wallets.ts";

/** The version of `@stacks/auth`'s session record that this app reads. */
const SESSION_VERSION = "1.0.0";

/** The part of that record that decides whether session-record.ts can read it. */
const walletSessionSchema = z.object({
  version: z.string(),
  userData: z.optional(z.unknown()),
});

/**
 * Lets the person choose a wallet and asks the wallet for its address, which replaces the connected one. The code of
 * the wallets and of the dialog loads only now.
 * @param onChooserClosed runs before the wallet shows anything
 * @returns whether it replaced the session of another address; null when the person declined
 * @throws WalletError 'Unable to authenticate without Hiro Wallet extension' when there is no wallet, and
 *   'Failed to login: ' with the reason when connecting failed
 */
export async function connectWallet(
  onChooserClosed: () => void,
): Promise<{ replaced: boolean } | null> {
  try {
    const [{ askWallet, setSelectedProviderId }, { chooseWallet }] = await Promise.all([
      loadWallets(),
      import("./wallet-chooser.tsx"),
    ]);
    const chosen = await chooseWallet();
    onChooserClosed();
    if (chosen === null) {
      // The dialog was closed: by choice, or because there is no wallet to choose.
      if (offeredIds().some(findProvider)) return null;
      throw new WalletError(messages.noHiroExtension);
    }
    const provider = findProvider(chosen);
    if (provider === undefined) throw new WalletError(messages.noHiroExtension);
    const { addresses, hubUrl } = await askWallet(provider, "getAddresses", undefined);
    const { address, publicKey } = stacksAccount(addresses);
    if (publicKey === undefined) throw new WalletError(messages.invalidAuthResponse);
    const replaced = isSomebodyElseConnected(address);
    const { writeSessionRecord } = await import("./session-record.ts");
    writeSessionRecord(address, publicKey, hubUrl);
    // Only now: a wallet that refused must not replace the one that another tab has connected.
    setSelectedProviderId(chosen);
    signIn(address);
    return { replaced };
  } catch (error) {
    if (isCancelled(error)) return null;
    throw loginError(error);
  }
}

/** The wallet's Stacks account; wallets list Bitcoin accounts, too. */
function stacksAccount(accounts: { address: string; publicKey?: string | undefined }[]) {
  const onStacks = accounts.filter(({ address }) => address.startsWith("S"));
  const account = onStacks.find(({ address }) => isOfNetwork(address));
  if (account !== undefined) return account;
  throw new WalletError(
    onStacks.length === 0
      ? messages.noHiroExtension
      : "Your wallet is on another network. Switch it over and connect again.",
  );
}

/** Whether this device stores a session of another address: another tab may have connected meanwhile. */
function isSomebodyElseConnected(address: string): boolean {
  const stored = readStored(storageKeys.walletSession, walletSessionSchema);
  const isSignedIn = stored?.version === SESSION_VERSION && stored.userData !== undefined;
  return isSignedIn && readStored(storageKeys.principal, addressSchema) !== address;
}

/** Signs out on this device, in the wallet and with the service. Never fails: the last two may be unreachable. */
export async function disconnectWallet(): Promise<void> {
  const address = useSession.getState().senderAddress;
  signOut();
  if (address !== null) {
    removeTransactionsOf(address);
    queryClient.removeQueries({ queryKey: eventsKey(address) });
  }
  await Promise.allSettled([forgetInWallet(), endServerSession()]);
}

/**
 * Ends all sessions of the connected address with the service, on every device, and disconnects the wallet here.
 * Without a session, the wallet is asked to sign in first.
 * @throws a wallet's refusal, or ApiError; the wallet then stays connected
 */
export async function signOutEverywhere(): Promise<void> {
  await withServerSession(() => api("signOutEverywhere"));
  await disconnectWallet();
}

async function forgetInWallet(): Promise<void> {
  const { disconnect } = await loadWallets();
  disconnect();
  // @stacks/connect leaves a value under this key that is no session.
  removeStored(storageKeys.walletSession);
}

let checked = false;

/**
 * Signs out when the stored wallet session is of another version or holds no user.
 * @throws WalletError with words for a session of another version, and InvalidStateError of `@stacks/common` for one
 *   without a user; at the first call only
 */
export async function checkStoredSession(): Promise<void> {
  if (checked) return;
  checked = true;
  const stored = readStored(storageKeys.walletSession, walletSessionSchema);
  if (stored === null) return;
  const isEmpty = stored.userData === undefined && useSession.getState().authenticated;
  if (stored.version === SESSION_VERSION && !isEmpty) return;
  if (stored.version !== SESSION_VERSION) {
    signOut();
    throw new WalletError(
      "You were signed out: what this browser kept is from another version. Please connect again.",
    );
  }
  const { readSessionRecord } = await import("./session-record.ts");
  try {
    readSessionRecord();
  } finally {
    signOut();
  }
}
