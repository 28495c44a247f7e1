import { messages } from "@colonnade/domain/messages.ts";
import { queryClient } from "../../api/query-client.ts";
import { eventsKey } from "../events/query.ts";
import { useSentTransactions } from "./sent-transactions.ts";
import { endServerSession } from "./server-session.ts";
import { useSession } from "./session-store.ts";
import { readStored, removeStored, storageKeys } from "./storage.ts";
import { SESSION_VERSION, walletSessionSchema } from "./stored-state.ts";
import { isCancelled, WalletError } from "./wallet-error.ts";
import { isOfNetwork, loadWallets, walletOptions } from "./wallets.ts";

/**
 * Asks the reader's wallet for its address, in place of whoever was connected before. The wallet's code is
 * loaded only now.
 * @returns false when the reader declined
 * @throws WalletError for a wallet without a Stacks address of this network; what the wallet throws
 */
export async function connectWallet(): Promise<boolean> {
  const { connect } = await loadWallets();
  // @stacks/connect leaves the page unscrollable when its dialog is closed by Esc.
  const overflow = document.body.style.overflow;
  const release = holdPage();
  try {
    const { addresses } = await connect(walletOptions());
    const account =
      addresses.find(({ address }) => address.startsWith("S") && isOfNetwork(address)) ??
      addresses.find(({ address }) => address.startsWith("S"));
    if (account === undefined) throw new WalletError(messages.noHiroExtension);
    if (!isOfNetwork(account.address)) {
      throw new WalletError("Your wallet is on another network. Switch it over and connect again.");
    }
    const { writeSessionRecord } = await import("./session-record.ts");
    writeSessionRecord(account.address, account.publicKey);
    useSession.getState().signIn(account.address);
    return true;
  } catch (error) {
    if (isCancelled(error)) return false;
    throw error;
  } finally {
    document.body.style.overflow = overflow;
    release();
  }
}

/**
 * The wallet chooser of @stacks/connect stands over the page without taking the keyboard: while it is there,
 * nothing below it can be reached.
 * @returns gives the page back, and the keyboard to where it was
 */
function holdPage(): () => void {
  const page = document.getElementById("root");
  const focused = document.activeElement;
  const hold = (held: boolean) => page?.toggleAttribute("inert", held);
  const chooser = new MutationObserver(() =>
    hold(document.querySelector("connect-modal") !== null),
  );
  chooser.observe(document.body, { childList: true });
  return () => {
    chooser.disconnect();
    hold(false);
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
  };
}

/**
 * Forgets the wallet on this device, and ends the session with the service. Done on this device even when
 * the wallet's code or the service is out of reach.
 */
export async function disconnectWallet(): Promise<void> {
  const address = useSession.getState().senderAddress;
  useSession.getState().signOut();
  if (address !== null) {
    useSentTransactions.getState().removeOf(address);
    queryClient.removeQueries({ queryKey: eventsKey(address) });
  }
  await Promise.allSettled([forgetInWallet(), endServerSession()]);
}

async function forgetInWallet(): Promise<void> {
  const { disconnect } = await loadWallets();
  disconnect();
  // What @stacks/connect leaves under this key is no session.
  removeStored(storageKeys.walletSession);
}

let dropping: Promise<void> | undefined;

/**
 * Drops a kept wallet session of another version, and who was connected with it.
 * @throws the InvalidStateError of `@stacks/common` that says so, once
 */
export function dropForeignSession(): Promise<void> {
  if (dropping !== undefined) return Promise.resolve();
  dropping = checkSession();
  return dropping;
}

async function checkSession(): Promise<void> {
  const kept = readStored(storageKeys.walletSession, walletSessionSchema);
  if (kept === null || kept.version === SESSION_VERSION) return;
  const { readSessionRecord } = await import("./session-record.ts");
  try {
    readSessionRecord();
  } finally {
    useSession.getState().signOut();
  }
}
