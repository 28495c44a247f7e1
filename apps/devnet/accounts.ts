import { hashSha256Sync } from "@stacks/encryption";
import { getAddressFromPrivateKey } from "@stacks/transactions";

/** One of the devnet's accounts. The key is public and worth nothing elsewhere. */
export interface DevnetAccount {
  name: string;
  /** `alice.btc`; absent for an account without a name. */
  bnsName?: string;
  /** 33 bytes in hex. The last byte marks the public key as compressed. */
  privateKey: string;
  /** A testnet address, like all addresses of the devnet. */
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
  const hash = hashSha256Sync(new TextEncoder().encode(`colonnade devnet: ${name}`));
  return `${Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("")}01`;
}
