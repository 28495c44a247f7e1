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

/** What an app asks for unless it says otherwise. */
const SCOPES = ["store_write", "publish_data"];

function openSession(): UserSession {
  return new UserSession({ appConfig: new AppConfig(SCOPES, location.origin) });
}

/**
 * Keeps who is connected as `@stacks/auth` keeps it (SessionData 1.0.0), in place of any earlier session.
 * No wallet gives away an app key any more; the fields for it stay empty.
 * @param publicKey of the address, hexadecimal
 */
export function writeSessionRecord(address: string, publicKey: string): void {
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
    hubUrl: GAIA_URL,
    coreNode: runtimeConfig().nodeUrl,
    appPrivateKey: "",
    authResponseToken: "",
  };
  session.store.setSessionData(data);
  session.generateAndStoreTransitKey();
}

/**
 * Reads the kept session.
 * @throws InvalidStateError of `@stacks/common` for a record of another version, and
 *   'No user data found. Did the user sign in?' where nobody signed in
 */
export function readSessionRecord() {
  return openSession().loadUserData();
}
