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
import { findProvider, isOfNetwork, isWalletInstalled, loadWallets } from "./wallets.ts";

/** As much of a wallet's answer to a connection as is used. */
const answerSchema = z.object({
  addresses: z.array(z.object({ address: z.string(), publicKey: z.string() })),
});

/**
 * Has the reader choose a wallet, and asks it for its address, in place of whoever was connected before. The
 * wallets' code, and that of the dialog, is loaded only now.
 * @returns whether somebody else's session stood there; null when the reader declined
 * @throws WalletError 'Unable to authenticate without Hiro Wallet extension' without a wallet to ask, and
 *   'Failed to login: ' with why it did not work
 */
export async function connectWallet(): Promise<{ replaced: boolean } | null> {
  try {
    const [{ request, setSelectedProviderId }, { chooseWallet }] = await Promise.all([
      loadWallets(),
      import("./wallet-chooser.tsx"),
    ]);
    const chosen = await chooseWallet();
    if (chosen === null) return decline();
    const provider = findProvider(chosen);
    if (provider === undefined) throw new WalletError(messages.noHiroExtension);
    const answer = answerSchema.safeParse(await request({ provider }, "getAddresses"));
    if (!answer.success) throw new WalletError(messages.invalidAuthResponse);
    const { address, publicKey } = stacksAccount(answer.data.addresses);
    const replaced = isSomebodyElseConnected(address);
    const { writeSessionRecord } = await import("./session-record.ts");
    writeSessionRecord(address, publicKey);
    // Only now: one that declined does not take the place of the one that another tab has connected.
    setSelectedProviderId(chosen);
    useSession.getState().signIn(address);
    return { replaced };
  } catch (error) {
    if (isCancelled(error)) return null;
    throw loginError(error);
  }
}

/** The dialog was closed: by choice, or because there was nothing to choose. */
function decline(): null {
  if (!isWalletInstalled()) throw new WalletError(messages.noHiroExtension);
  return null;
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
