import { createHash } from "node:crypto";
import { getAddressFromPrivateKey, privateKeyToPublic } from "@stacks/transactions";

/** Somebody with a key, and a name on BNS. */
export interface Person {
  name: string;
  privateKey: string;
  publicKey: string;
  address: string;
}

export function person(name: string): Person {
  const privateKey = `${createHash("sha256").update(`service test: ${name}`).digest("hex")}01`;
  return {
    name,
    privateKey,
    publicKey: String(privateKeyToPublic(privateKey)),
    address: getAddressFromPrivateKey(privateKey, "testnet"),
  };
}

export const alice = person("alice");
export const bob = person("bob");
export const carol = person("carol");
export const dan = person("dan");
export const erin = person("erin");
export const owner = person("owner");
export const watcher = person("watcher");
export const people = [alice, bob, carol, dan, erin, person("frank")];
