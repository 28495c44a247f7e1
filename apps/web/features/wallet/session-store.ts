import { addressSchema } from "@colonnade/domain/principal.ts";
import { create } from "zustand";
import { readStored, removeStored, storageKeys, writeStored } from "./storage.ts";
import {
  type ColumnMilestones,
  columnMilestonesSchema,
  type Holding,
  holdingsSchema,
  type PendingAccountCreation,
  pendingAccountCreationSchema,
} from "./stored-state.ts";

interface SessionStore {
  /** Whether a wallet is connected on this device. */
  authenticated: boolean;
  /** The connected wallet's address, restored on load. */
  senderAddress: string | null;
  /** Whether a registration waits for its block. */
  pendingProfileCreation: boolean;
  pendingProfileCreationTxId: string | undefined;
  /** Why the last registration failed, in the node's word; null when none did. */
  registrationFailure: string | null;
  walletHoldings: Holding[];
  columnMilestones: ColumnMilestones;
  signIn: (address: string) => void;
  signOut: () => void;
  /** @param address who sent the registration, whoever is connected by now */
  startProfileCreation: (address: string, txId: string) => void;
  failProfileCreation: (reason: string) => void;
  endProfileCreation: () => void;
  addHolding: (holding: Holding) => void;
  setColumnMilestones: (milestones: ColumnMilestones) => void;
}

const signedOut = {
  authenticated: false,
  senderAddress: null,
  pendingProfileCreation: false,
  pendingProfileCreationTxId: undefined,
  registrationFailure: null,
  walletHoldings: [],
  columnMilestones: [],
};

/** A pending entry belongs to one address: after a change of wallets it says nothing about the new one. */
function pendingState(entry: PendingAccountCreation | null, address: string) {
  return entry?.address !== address
    ? {
        pendingProfileCreation: false,
        pendingProfileCreationTxId: undefined,
        registrationFailure: null,
      }
    : {
        pendingProfileCreation: entry.failure === null,
        pendingProfileCreationTxId: entry.txId,
        registrationFailure: entry.failure,
      };
}

function restore() {
  const address = readStored(storageKeys.principal, addressSchema);
  if (address === null) return signedOut;
  return {
    authenticated: true,
    senderAddress: address,
    ...pendingState(
      readStored(storageKeys.pendingAccountCreation, pendingAccountCreationSchema),
      address,
    ),
    walletHoldings: readStored(storageKeys.nftHoldings, holdingsSchema) ?? [],
    columnMilestones: readStored(storageKeys.columnMilestones, columnMilestonesSchema) ?? [],
  };
}

/** Who is connected on this device, and what the device remembers of them. */
export const useSession = create<SessionStore>((set, get) => {
  const remember = (entry: PendingAccountCreation) => {
    writeStored(storageKeys.pendingAccountCreation, entry);
    if (get().senderAddress === entry.address) set(pendingState(entry, entry.address));
  };
  return {
    ...restore(),
    signIn(address) {
      if (address !== get().senderAddress) {
        removeStored(storageKeys.nftHoldings);
        removeStored(storageKeys.columnMilestones);
      }
      writeStored(storageKeys.principal, address);
      set({ ...restore(), authenticated: true, senderAddress: address });
    },
    signOut() {
      for (const key of [
        storageKeys.principal,
        storageKeys.nftHoldings,
        storageKeys.columnMilestones,
        storageKeys.pendingAccountCreation,
        storageKeys.walletSession,
      ]) {
        removeStored(key);
      }
      set(signedOut);
    },
    startProfileCreation: (address, txId) => remember({ address, txId, failure: null }),
    failProfileCreation(failure) {
      const { senderAddress, pendingProfileCreationTxId: txId } = get();
      if (senderAddress !== null && txId !== undefined) {
        remember({ address: senderAddress, txId, failure });
      }
    },
    endProfileCreation() {
      removeStored(storageKeys.pendingAccountCreation);
      set({
        pendingProfileCreation: false,
        pendingProfileCreationTxId: undefined,
        registrationFailure: null,
      });
    },
    addHolding(holding) {
      const held = get().walletHoldings;
      if (
        held.some((one) => one.assetIdentifier === holding.assetIdentifier && one.id === holding.id)
      ) {
        return;
      }
      const walletHoldings = [...held, holding];
      writeStored(storageKeys.nftHoldings, walletHoldings);
      set({ walletHoldings });
    },
    setColumnMilestones(columnMilestones) {
      writeStored(storageKeys.columnMilestones, columnMilestones);
      set({ columnMilestones });
    },
  };
});

/** Another tab connected, disconnected or registered: this one follows. */
function followOtherTabs() {
  if (typeof window === "undefined") return;
  const followed: string[] = [storageKeys.principal, storageKeys.pendingAccountCreation];
  window.addEventListener("storage", ({ key }) => {
    if (key === null || followed.includes(key)) useSession.setState(restore());
  });
}
followOtherTabs();
