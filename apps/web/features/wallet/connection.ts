import { messages } from "@colonnade/domain/messages.ts";
import { addressSchema } from "@colonnade/domain/principal.ts";
import * as z from "zod/mini";
import { queryClient } from "../../api/query-client.ts";
import { eventsKey } from "../events/query.ts";
import { useSentTransactions } from "./sent-transactions.ts";
import { endServerSession } from "./server-session.ts";
import { useSession } from "./session-store.ts";
import { readStored, removeStored, storageKeys } from "./storage.ts";
import { SESSION_VERSION, walletSessionSchema } from "./stored-state.ts";
import { isCancelled, loginError, WalletError } from "./wallet-error.ts";
import { isOfNetwork, isWalletInstalled, loadWallets, walletOptions } from "./wallets.ts";

/** As much of a wallet's answer to a connection as is used. */
const answerSchema = z.object({
  addresses: z.array(z.object({ address: z.string(), publicKey: z.string() })),
});

/**
 * Asks the reader's wallet for its address, in place of whoever was connected before. The wallet's code is
 * loaded only now.
 * @returns whether somebody else's session stood there; null when the reader declined
 * @throws WalletError 'Unable to authenticate without Hiro Wallet extension' without a wallet to ask, and
 *   'Failed to login: ' with why it did not work
 */
export async function connectWallet(): Promise<{ replaced: boolean } | null> {
  // @stacks/connect leaves the page unscrollable when its dialog is closed by Esc.
  const overflow = document.body.style.overflow;
  const release = holdPage();
  try {
    const { connect } = await loadWallets();
    const answer = answerSchema.safeParse(await connect(walletOptions()));
    if (!answer.success) throw new WalletError(messages.invalidAuthResponse);
    const { address, publicKey } = stacksAccount(answer.data.addresses);
    const replaced = isSomebodyElseConnected(address);
    const { writeSessionRecord } = await import("./session-record.ts");
    writeSessionRecord(address, publicKey);
    useSession.getState().signIn(address);
    return { replaced };
  } catch (error) {
    if (!isCancelled(error)) throw loginError(error);
    if (!isWalletInstalled()) throw new WalletError(messages.noHiroExtension);
    return null;
  } finally {
    document.body.style.overflow = overflow;
    release();
  }
}

type Account = z.output<typeof answerSchema>["addresses"][number];

/** The wallet's account on Stacks; wallets answer with those on Bitcoin, too. */
function stacksAccount(accounts: Account[]): Account {
  const onStacks = accounts.filter(({ address }) => address.startsWith("S"));
  const account = onStacks.find(({ address }) => isOfNetwork(address));
  if (account !== undefined) return account;
  throw new WalletError(
    onStacks.length === 0
      ? messages.noHiroExtension
      : "Your wallet is on another network. Switch it over and connect again.",
  );
}

/** Whether this device keeps a session of another address: another tab may have connected meanwhile. */
function isSomebodyElseConnected(address: string): boolean {
  const kept = readStored(storageKeys.walletSession, walletSessionSchema);
  const isKept = kept?.version === SESSION_VERSION && kept.userData !== undefined;
  return isKept && readStored(storageKeys.principal, addressSchema) !== address;
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

let checking: Promise<void> | undefined;

/**
 * Signs out whose kept wallet session cannot be read: it is of another version, or nobody is in it.
 * @throws the InvalidStateError of `@stacks/common` that says so, once
 */
export function checkKeptSession(): Promise<void> {
  if (checking !== undefined) return Promise.resolve();
  checking = readKeptSession();
  return checking;
}

async function readKeptSession(): Promise<void> {
  const kept = readStored(storageKeys.walletSession, walletSessionSchema);
  if (kept === null) return;
  const isEmpty = kept.userData === undefined && useSession.getState().authenticated;
  if (kept.version === SESSION_VERSION && !isEmpty) return;
  const { readSessionRecord } = await import("./session-record.ts");
  try {
    readSessionRecord();
  } finally {
    useSession.getState().signOut();
  }
}
