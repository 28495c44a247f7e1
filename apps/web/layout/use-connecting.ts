import { times } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { toast } from "react-toastify";
import { create } from "zustand";
import { connectWallet, disconnectWallet } from "../features/wallet/connection.ts";
import { describeWalletError } from "../features/wallet/wallet-error.ts";

/** One for all buttons that connect: two that are pressed bring up one dialog. */
const useConnection = create(() => ({ connecting: false }));

/** Connecting and disconnecting, with what is said about it. */
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
      connectWallet()
        .then((connected) => {
          if (connected?.replaced) toast.info(`${messages.existingSession} Yours takes its place.`);
        })
        .catch((error: unknown) => toast.error(describeWalletError(error)))
        .finally(() => useConnection.setState({ connecting: false }));
    },
    disconnect() {
      disconnectWallet()
        .then(() => toast.success(messages.walletDisconnected, { autoClose: times.toast }))
        .catch((error: unknown) => toast.error(describeWalletError(error)));
    },
  };
}
