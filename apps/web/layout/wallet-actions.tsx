import { times } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { useState } from "react";
import { toast } from "react-toastify";
import { create } from "zustand";
import {
  connectWallet,
  disconnectWallet,
  signOutEverywhere,
} from "../features/wallet/connection.ts";
import type { SentTransaction } from "../features/wallet/sent-transactions.ts";
import { startServerSession } from "../features/wallet/server-session.ts";
import { useSession } from "../features/wallet/session-store.ts";
import { type ContractCall, sendTransaction } from "../features/wallet/transaction.ts";
import {
  describeWalletError,
  isCancelled,
  OtherCallError,
  OutdatedPageError,
} from "../features/wallet/wallet-error.ts";
import { Button } from "../ui/button.tsx";
import { toastOtherCall, toastSent } from "./transaction-toasts.tsx";

/** Says why nothing was sent: briefly when the person cancelled, longer otherwise. */
export function toastWalletError(error: unknown): void {
  const words = describeWalletError(error);
  if (error instanceof OtherCallError) toastOtherCall(error);
  else if (isCancelled(error)) toast.info(words, { autoClose: times.toast });
  else if (error instanceof OutdatedPageError) {
    toast.error(<LoadAgain>{words}</LoadAgain>, { toastId: words, autoClose: false });
  } else toast.error(words);
}

function LoadAgain({ children }: { children: string }) {
  return (
    <div className="flex flex-col items-start gap-1">
      <p>{children}</p>
      <Button tone="quiet" className="-ml-3" onClick={() => window.location.reload()}>
        Load it again
      </Button>
    </div>
  );
}

/** Shared by all buttons that connect: pressing two opens one dialog. */
const useConnection = create(() => ({ connecting: false }));

/** Connects and disconnects the wallet, with toasts about it. */
export function useConnecting() {
  const { connecting } = useConnection();
  return {
    connecting,
    connect() {
      if (useConnection.getState().connecting) return;
      toast.warning(messages.singleWallet, {
        toastId: messages.singleWallet,
        autoClose: times.warningToast,
        className: "beside-dialog",
      });
      useConnection.setState({ connecting: true });
      const endWarning = () => toast.dismiss(messages.singleWallet);
      connectWallet(endWarning)
        .then((connected) => {
          if (connected?.replaced) toast.info(`${messages.existingSession} Yours takes its place.`);
        })
        .catch((error: unknown) => toast.error(describeWalletError(error)))
        .finally(() => {
          endWarning();
          useConnection.setState({ connecting: false });
        });
    },
    disconnect() {
      disconnectWallet()
        .then(() => toast.success(messages.walletDisconnected, { autoClose: times.toast }))
        .catch((error: unknown) => toast.error(describeWalletError(error)));
    },
    signOutEverywhere() {
      signOutEverywhere()
        .then(() => toast.success("Signed out on all devices", { autoClose: times.toast }))
        .catch(toastWalletError);
    },
  };
}

/** Starts a session with the service, with a toast when the wallet refuses. */
export function useSigningIn() {
  const [signingIn, setSigningIn] = useState(false);
  return {
    signingIn,
    signIn() {
      setSigningIn(true);
      startServerSession()
        .catch(toastWalletError)
        .finally(() => setSigningIn(false));
    },
  };
}

/** Sends transactions through the wallet, with toasts about them. */
export function useSending() {
  const [sending, setSending] = useState(false);
  return {
    /** While the wallet asks the person. */
    sending,
    /**
     * @param build makes the call; an error it throws is shown like a wallet's refusal
     * @param sender whom the page acts for. A series of calls must name them: each is a moment of its own
     * @returns null when nothing was sent
     */
    async send(
      build: () => ContractCall | Promise<ContractCall>,
      sender = useSession.getState().senderAddress,
    ): Promise<SentTransaction | null> {
      setSending(true);
      try {
        const transaction = await sendTransaction(sender, build, toastSent);
        toastSent(transaction);
        return transaction;
      } catch (error) {
        toastWalletError(error);
        return null;
      } finally {
        setSending(false);
      }
    },
  };
}
