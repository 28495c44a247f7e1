import { times } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { useState } from "react";
import { toast } from "react-toastify";
import { connectWallet, disconnectWallet } from "../features/wallet/connection.ts";
import { describeWalletError } from "../features/wallet/wallet-error.ts";

/** Connecting and disconnecting, with what is said about it. */
export function useConnecting() {
  const [connecting, setConnecting] = useState(false);
  return {
    connecting,
    connect() {
      toast.warning(messages.singleWallet, {
        toastId: messages.singleWallet,
        autoClose: times.warningToast,
      });
      setConnecting(true);
      connectWallet()
        .then((connected) => {
          if (connected?.replaced) toast.info(`${messages.existingSession} Yours takes its place.`);
        })
        .catch((error: unknown) => toast.error(describeWalletError(error)))
        .finally(() => setConnecting(false));
    },
    disconnect() {
      disconnectWallet()
        .then(() => toast.success(messages.walletDisconnected, { autoClose: times.toast }))
        .catch((error: unknown) => toast.error(describeWalletError(error)));
    },
  };
}
