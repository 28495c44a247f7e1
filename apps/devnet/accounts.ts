import { createHash } from "node:crypto";
import { getAddressFromPrivateKey } from "@stacks/transactions";

/** One of the devnet's people. The key is public knowledge and good for nothing elsewhere. */
export interface DevnetAccount {
  name: string;
  /** `alice.btc`; absent for the one who has no name yet. */
  bnsName?: string;
  /** 33 bytes in hex; the last says that the public key is compressed. */
  privateKey: string;
  /** On the testnet, as the devnet's addresses are. */
  address: string;
}

/** Clarinet's well-known deployer, so that `ST1PQ…` is the contract owner on every devnet. */
const DEPLOYER_KEY = "753b7cc01a1a2e86221266a154af739463fce51219d97e4f856cd7200c3bd2a601";

export const deployer = account("deployer", undefined, DEPLOYER_KEY);
export const watcher = account("watcher", "watcher.btc");
export const alice = account("alice", "alice.btc");
export const bob = account("bob", "bob.btc");
export const carol = account("carol", "carol.btc");
export const dan = account("dan", "dan.btc");
/** Administers the seeded organization of that name. */
export const clarityuniverse = account("clarityuniverse", "clarityuniverse.btc");
/** Administers the seeded organization of that name. */
export const atelier = account("atelier", "atelier.btc");
/** Has a name and no profile, to try the app with. */
export const erin = account("erin", "erin.btc");
/** Has a name and no profile, to try the app with. */
export const frank = account("frank", "frank.btc");
/** Has no name, so the app sends her to get one. */
export const grace = account("grace", undefined);

export const accounts: readonly DevnetAccount[] = [
  deployer,
  watcher,
  alice,
  bob,
  carol,
  dan,
  clarityuniverse,
  atelier,
  erin,
  frank,
  grace,
];

function account(name: string, bnsName: string | undefined, key = deriveKey(name)): DevnetAccount {
  return {
    name,
    ...(bnsName === undefined ? {} : { bnsName }),
    privateKey: key,
    address: getAddressFromPrivateKey(key, "testnet"),
  };
}

function deriveKey(name: string): string {
  return `${createHash("sha256").update(`colonnade devnet: ${name}`).digest("hex")}01`;
}
