import { useState } from "react";
import { startServerSession } from "../features/wallet/server-session.ts";
import { toastWalletError } from "./use-sending.tsx";

/** Letting the service know who one is, with what is said when the wallet declines. */
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
