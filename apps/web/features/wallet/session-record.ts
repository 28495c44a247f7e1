import {
  AppConfig,
  DEFAULT_PROFILE,
  getAddressFromDID,
  makeDIDFromAddress,
  UserSession,
} from "@stacks/auth";
import { GAIA_URL } from "@stacks/common";
import { publicKeyToBtcAddress } from "@stacks/encryption";
import { runtimeConfig } from "../../api/runtime-config.ts";

/** The default scopes of an app. */
export const SCOPES = ["store_write", "publish_data"];

function openSession(): UserSession {
  return new UserSession({ appConfig: new AppConfig(SCOPES, location.origin) });
}

/**
 * Stores the connected address in the session record of `@stacks/auth` (SessionData 1.0.0), which replaces any earlier
 * one. Wallets no longer give an app key, so its fields stay empty.
 * @param publicKey of the address, hexadecimal
 * @param hubUrl the storage hub that the wallet names; the default one if it names none
 */
export function writeSessionRecord(address: string, publicKey: string, hubUrl = GAIA_URL): void {
  const session = openSession();
  session.store.deleteSessionData();
  const data = session.store.getSessionData();
  const decentralizedID = makeDIDFromAddress(publicKeyToBtcAddress(publicKey));
  data.userData = {
    profile: {
      ...DEFAULT_PROFILE,
      stxAddress: { [runtimeConfig().network === "mainnet" ? "mainnet" : "testnet"]: address },
    },
    decentralizedID,
    identityAddress: getAddressFromDID(decentralizedID) ?? "",
    hubUrl,
    coreNode: runtimeConfig().nodeUrl,
    appPrivateKey: "",
    authResponseToken: "",
  };
  session.store.setSessionData(data);
  session.generateAndStoreTransitKey();
}

/**
 * Reads the session record.
 * @throws InvalidStateError of `@stacks/common` for a record of another version, and
 *   'No user data found. Did the user sign in?' for a record without a user
 */
export function readSessionRecord() {
  return openSession().loadUserData();
}
