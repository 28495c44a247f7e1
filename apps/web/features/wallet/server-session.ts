import { messages } from "@colonnade/domain/messages.ts";
import { isSingleKey } from "@colonnade/domain/principal.ts";
import { signInSchema } from "@colonnade/domain/session.ts";
import { infiniteQueryOptions, type QueryKey, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { api } from "../../api/client.ts";
import { statusOf } from "../../api/error.ts";
import { queryClient } from "../../api/query-client.ts";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { useSession } from "./session-store.ts";
import { readStored, removeStored, storageKeys, writeStored } from "./storage.ts";
import { loginError, WalletError, WalletRefusal } from "./wallet-error.ts";
import { loadConnectedWallet } from "./wallets.ts";

/** The sign-ins under way, by address: all actions of an account wait for the same. */
const signingIn = new Map<string, Promise<void>>();
/** The address that this tab last signed in with at the service; null if none, or if that session ended. */
let signedInAs: string | null = null;

async function signInWithWallet(address: string): Promise<void> {
  if ((await askWhoIsSignedIn()) !== address) {
    if (!isSingleKey(address)) throw new WalletError(messages.noSingleKey);
    const { message, nonce } = await api("getChallenge", { query: { address } });
    const { askWallet, provider } = await loadConnectedWallet(address);
    const { publicKey, signature } = await askWallet(provider, "stx_signMessage", { message });
    const signed = signInSchema.safeParse({
      address,
      nonce,
      publicKey,
      signature: signature.replace(/^0x/, ""),
    });
    if (!signed.success) throw new WalletError(messages.invalidAuthResponse);
    const { getAddressFromPublicKey } = await import("@stacks/transactions");
    const network = runtimeConfig().network === "mainnet" ? "mainnet" : "testnet";
    if (getAddressFromPublicKey(publicKey, network) !== address)
      throw new WalletRefusal("account", "");
    // Nobody stays signed in after they have disconnected while the wallet asked.
    if (useSession.getState().senderAddress !== address)
      throw new WalletError(messages.connectToContinue);
    await api("signIn", { body: signed.data });
  }
  signedInAs = address;
  queryClient.setQueryData(serverSessionQuery(address).queryKey, true);
}

/** Signs in once for all actions of an account. Waits for no other account, whose wallet may never answer. */
function signInOnce(address: string): Promise<void> {
  const underWay = signingIn.get(address);
  if (underWay !== undefined) return underWay;
  const done = signInWithWallet(address)
    .catch((error: unknown) => {
      throw loginError(error);
    })
    .finally(() => signingIn.delete(address));
  signingIn.set(address, done);
  return done;
}

const serverSessionKey = ["server-session"] as const;

/** Whether this browser has a session with the service as `address`. Never asks for a signature. */
export function serverSessionQuery(address: string) {
  return queryOptions({
    queryKey: [...serverSessionKey, address],
    queryFn: async () => (await askWhoIsSignedIn()) === address,
  });
}

/**
 * Runs an action that needs a session with the service. Without a session, or when it has ended, the wallet is asked
 * to sign in first.
 * @throws a wallet's refusal, ApiError, or what `act` throws
 */
export async function withServerSession<Result>(act: () => Promise<Result>): Promise<Result> {
  const address = useSession.getState().senderAddress;
  if (address === null) throw new WalletError(messages.connectToContinue);
  if (signedInAs !== address) await signInOnce(address);
  try {
    return await act();
  } catch (error) {
    // 403: another tab has signed in as another address.
    const status = statusOf(error);
    if (status !== 401 && status !== 403) throw error;
    signedInAs = null;
    await signInOnce(address);
    return act();
  }
}

/**
 * Makes a private read, without asking for a signature. If the session has ended, the page learns of it and asks the
 * person to sign in again.
 * @throws what `read` throws
 */
export async function withKnownSession<Result>(
  address: string,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (statusOf(error) === 401 || statusOf(error) === 403) {
      queryClient.invalidateQueries(serverSessionQuery(address));
    }
    throw error;
  }
}

/**
 * Pages of a list that the service gives to one principal alone. Needs a session with the service.
 * @param address whose session it is. Part of the key, so that another wallet never sees the list from the cache
 * @param read gets the cursor of every page but the first
 */
export function privatePages<Page extends { next: string | null }>(
  address: string,
  key: QueryKey,
  read: (cursor: { before?: string }, options: { signal: AbortSignal }) => Promise<Page>,
) {
  return infiniteQueryOptions({
    queryKey: [...key, address],
    queryFn: ({ pageParam, signal }) =>
      withKnownSession(address, () =>
        read(pageParam === "" ? {} : { before: pageParam }, { signal }),
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });
}

/**
 * Signs in with the service, for pages that show private data.
 * @throws a wallet's refusal, or ApiError
 */
export async function startServerSession(): Promise<void> {
  signedInAs = null;
  await withServerSession(() => Promise.resolve());
}

/** Ends the session with the service, if there is one. If the service is not reached, it is ended later. */
export async function endServerSession(): Promise<void> {
  forgetSession();
  writeStored(storageKeys.endingSession, true);
  await sendSignOut();
}

async function sendSignOut(): Promise<void> {
  await api("signOut");
  removeStored(storageKeys.endingSession);
}

/** Ends the session of somebody who disconnected while the service was not reached. */
export async function finishSignOut(): Promise<void> {
  if (readStored(storageKeys.endingSession, z.literal(true)) !== null) await sendSignOut();
}

/** Whose session with the service this browser has; null if nobody's. */
async function askWhoIsSignedIn(): Promise<string | null> {
  await finishSignOut();
  return (await api("getSession")).address;
}

/** Forgets whose session it is, so that the service is asked. */
function forgetSession(): void {
  signedInAs = null;
  queryClient.removeQueries({ queryKey: serverSessionKey });
}

// Another account may have signed in meanwhile, here or in another tab. Then the session is that account's.
useSession.subscribe(({ senderAddress }, before) => {
  if (senderAddress !== before.senderAddress) forgetSession();
});
