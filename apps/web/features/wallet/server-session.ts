import { messages } from "@colonnade/domain/messages.ts";
import { signInSchema } from "@colonnade/domain/session.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import { statusOf } from "../../api/error.ts";
import { queryClient } from "../../api/query-client.ts";
import { useSession } from "./session-store.ts";
import { loginError, WalletError } from "./wallet-error.ts";
import { loadConnectedWallet } from "./wallets.ts";

/** One signing at a time, however many actions wait for it. */
let signingIn: Promise<void> | undefined;
let signedInAs: string | null = null;

async function signInWithWallet(address: string): Promise<void> {
  const session = await api("getSession");
  if (session.address !== address) {
    const { message, nonce } = await api("getChallenge", { query: { address } });
    const { request, provider } = await loadConnectedWallet();
    const answer = await request({ provider }, "stx_signMessage", { message });
    const signed = signInSchema.safeParse({
      address,
      nonce,
      publicKey: answer.publicKey,
      signature: answer.signature?.replace(/^0x/, ""),
    });
    if (!signed.success) throw new WalletError(messages.invalidAuthResponse);
    await api("signIn", { body: signed.data });
  }
  signedInAs = address;
  queryClient.setQueryData(serverSessionQuery(address).queryKey, true);
}

const serverSessionKey = ["server-session"] as const;

/** Whether the service knows in this browser that one is `address`. Asks nobody to sign. */
export function serverSessionQuery(address: string) {
  return queryOptions({
    queryKey: [...serverSessionKey, address],
    queryFn: async () => (await api("getSession")).address === address,
  });
}

/**
 * Does what needs the service to know who one is: asks the wallet to sign for it where that has not happened
 * yet, or where the session has ended in between.
 * @throws a wallet's refusal, ApiError, or whatever `act` throws
 */
export async function withServerSession<Result>(act: () => Promise<Result>): Promise<Result> {
  const address = useSession.getState().senderAddress;
  if (address === null) throw new WalletError(messages.connectToContinue);
  const signIn = () => {
    signingIn ??= signInWithWallet(address)
      .catch((error: unknown) => {
        throw loginError(error);
      })
      .finally(() => {
        signingIn = undefined;
      });
    return signingIn;
  };
  if (signedInAs !== address) await signIn();
  try {
    return await act();
  } catch (error) {
    // 403: another tab signed in as somebody else meanwhile.
    const status = statusOf(error);
    if (status !== 401 && status !== 403) throw error;
    signedInAs = null;
    await signIn();
    return act();
  }
}

/**
 * Has the service know who one is, for pages that only show what is one's own.
 * @throws a wallet's refusal, or ApiError
 */
export async function startServerSession(): Promise<void> {
  signedInAs = null;
  await withServerSession(() => Promise.resolve());
}

/** Ends the session with the service, if there is one. */
export async function endServerSession(): Promise<void> {
  signedInAs = null;
  queryClient.removeQueries({ queryKey: serverSessionKey });
  await api("signOut");
}
