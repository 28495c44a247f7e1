import { times } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { useState } from "react";
import { toast } from "react-toastify";
import { connectWallet, disconnectWallet } from "../features/wallet/connection.ts";

/** Connecting and disconnecting, with what is said about it. */
export function useConnecting() {
  const [connecting, setConnecting] = useState(false);
  return {
    connecting,
    connect() {
      toast.warning(messages.singleWallet, { autoClose: times.warningToast });
      setConnecting(true);
      connectWallet()
        .catch((error: unknown) =>
          toast.error(error instanceof Error ? error.message : String(error)),
        )
        .finally(() => setConnecting(false));
    },
    disconnect() {
      disconnectWallet()
        .then(() => toast.success(messages.walletDisconnected, { autoClose: times.toast }))
        .catch((error: unknown) => toast.error(String(error)));
    },
  };
}
