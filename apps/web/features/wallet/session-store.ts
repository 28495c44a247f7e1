import { addressSchema, txIdSchema } from "@colonnade/domain/principal.ts";
import * as z from "zod/mini";
import { create } from "zustand";
import {
  followOtherTabs,
  readStored,
  removeOpenDrafts,
  removeStored,
  storageKeys,
  writeStored,
} from "./storage.ts";

/** An NFT of the connected wallet. */
const holdingSchema = z.object({
  /** `{contract}::{asset}` */
  assetIdentifier: z.string().check(z.maxLength(300)),
  id: z.int().check(z.positive()),
});
type Holding = z.infer<typeof holdingSchema>;

/** What the menu needs of the viewer's endorsements before the profile is loaded. */
const columnMilestonesSchema = z.array(
  z.object({ id: z.int().check(z.positive()), approved: z.boolean() }),
);
type ColumnMilestones = z.infer<typeof columnMilestonesSchema>;

/** A registration that was sent. `failure` says why it failed; null while it is pending. */
const pendingAccountCreationSchema = z.object({
  address: addressSchema,
  txId: txIdSchema,
  failure: z.nullable(z.string().check(z.maxLength(500))),
});
type PendingAccountCreation = z.infer<typeof pendingAccountCreationSchema>;

/** Who is connected on this device, and what the device stores about them. */
interface Session {
  /** Whether a wallet is connected on this device. */
  authenticated: boolean;
  /** The connected wallet's address, restored on load. */
  senderAddress: string | null;
  walletHoldings: Holding[];
  columnMilestones: ColumnMilestones;
  /** Whether a registration waits for its block. */
  pendingProfileCreation: boolean;
  pendingProfileCreationTxId: string | undefined;
  /** Why the last registration failed; null when none did. */
  registrationFailure: string | null;
}

const noRegistration = {
  pendingProfileCreation: false,
  pendingProfileCreationTxId: undefined,
  registrationFailure: null,
};

const signedOut: Session = {
  ...noRegistration,
  authenticated: false,
  senderAddress: null,
  walletHoldings: [],
  columnMilestones: [],
};

/** A stored registration counts only for the address that sent it. */
function registrationOf(entry: PendingAccountCreation | null, address: string) {
  if (entry?.address !== address) return noRegistration;
  return {
    pendingProfileCreation: entry.failure === null,
    pendingProfileCreationTxId: entry.txId,
    registrationFailure: entry.failure,
  };
}

function restore(): Session {
  const address = readStored(storageKeys.principal, addressSchema);
  if (address === null) return signedOut;
  return {
    authenticated: true,
    senderAddress: address,
    ...registrationOf(
      readStored(storageKeys.pendingAccountCreation, pendingAccountCreationSchema),
      address,
    ),
    walletHoldings: readStored(storageKeys.nftHoldings, z.array(holdingSchema)) ?? [],
    columnMilestones: readStored(storageKeys.columnMilestones, columnMilestonesSchema) ?? [],
  };
}

export const useSession = create(restore);
const { getState, setState, subscribe } = useSession;

/**
 * Runs `act` when the connected account disconnects or another takes its place, here or in another tab.
 * @returns a function that ends this
 */
export function onAccountLeft(act: () => void): () => void {
  return subscribe(({ senderAddress }, before) => {
    if (before.senderAddress !== null && senderAddress !== before.senderAddress) act();
  });
}

onAccountLeft(removeOpenDrafts);

export function signIn(address: string): void {
  if (address !== getState().senderAddress) {
    removeStored(storageKeys.nftHoldings);
    removeStored(storageKeys.columnMilestones);
  }
  writeStored(storageKeys.principal, address);
  setState({ ...restore(), authenticated: true, senderAddress: address });
}

export function signOut(): void {
  // Sent transactions stay: other addresses may have sent some.
  const { pendingTransactions, ...ofSession } = storageKeys;
  for (const key of Object.values(ofSession)) removeStored(key);
  setState(signedOut);
}

/** @param address the sender of the registration; another one may be connected by now */
export function startProfileCreation(address: string, txId: string): void {
  storeRegistration({ address, txId, failure: null });
}

/** Does nothing if another registration has taken its place, such as one sent from another tab. */
export function failProfileCreation(txId: string, failure: string): void {
  const { senderAddress: address, pendingProfileCreationTxId } = getState();
  if (address === null || txId !== pendingProfileCreationTxId) return;
  storeRegistration({ address, txId, failure });
}

function storeRegistration(entry: PendingAccountCreation): void {
  writeStored(storageKeys.pendingAccountCreation, entry);
  if (getState().senderAddress === entry.address) setState(registrationOf(entry, entry.address));
}

export function endProfileCreation(): void {
  removeStored(storageKeys.pendingAccountCreation);
  setState(noRegistration);
}

export function addHolding({ assetIdentifier, id }: Holding): void {
  const held = getState().walletHoldings;
  if (held.some((one) => one.assetIdentifier === assetIdentifier && one.id === id)) return;
  const walletHoldings = [...held, { assetIdentifier, id }];
  writeStored(storageKeys.nftHoldings, walletHoldings);
  setState({ walletHoldings });
}

export function setColumnMilestones(columnMilestones: ColumnMilestones): void {
  writeStored(storageKeys.columnMilestones, columnMilestones);
  setState({ columnMilestones });
}

// Another tab may connect, disconnect or register.
followOtherTabs([storageKeys.principal, storageKeys.pendingAccountCreation], () =>
  setState(restore()),
);
