import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FOREIGN_CONTRACTS, listContracts } from "@colonnade/contracts/deployment.ts";
import {
  type Chain,
  expectOk,
  METADATA_BASE,
  type Outcome,
  startChain,
} from "@colonnade/contracts/tests/chain.ts";
import { Cl, type ClarityValue, cvToString, hash160 } from "@stacks/transactions";
import { peersFolder } from "./folder.ts";

/** The network that the contracts' principals belong to. */
export type Network = keyof typeof FOREIGN_CONTRACTS;

/** The price of every name in the namespaces that these tests launch, in micro-STX. */
const NAME_PRICE = 10;
/** What BNS-V2 asks for a namespace of three letters, in micro-STX. */
const NAMESPACE_PRICE = 64_000_000_000;

/** Burn blocks in which only its owner can renew an expired name. */
export const GRACE = 5000;

const SALT = "0102030405060708090a0b0c0d0e0f1011121314";

export const text = (value: string) => Cl.bufferFromAscii(value);

/** A chain with the real BNS-V2, and our contracts as they are deployed to use it. */
export interface RealNames {
  chain: Chain;
  bns: string;
  /** Somebody new with STX, and without a name. */
  newPerson(): string;
  /** Launches a namespace in which names live for some burn blocks; for ever with a lifetime of 0. */
  launch(namespace: string, options: { lifetime: number; manager?: string }): void;
  /** Makes a namespace that holds one name and is not launched yet. @returns who may launch it */
  importName(namespace: string, name: string, owner: string, lifetime: number): string;
  /** Calls BNS-V2. */
  write(sender: string, method: string, ...args: ClarityValue[]): Outcome;
  read(method: string, ...args: ClarityValue[]): ClarityValue;
  /** Claims a name in one call, and waits until it can be transferred. @returns its id */
  claim(name: string, namespace: string, owner: string): ClarityValue;
  preorder(name: string, namespace: string, owner: string): void;
  /** Registers a name that was preordered before. */
  register(name: string, namespace: string, owner: string): Outcome;
  transfer(id: ClarityValue, owner: string, recipient: string): Outcome;
  renew(name: string, namespace: string, caller: string): Outcome;
  /** The burn block height from which a name is expired; 0 is never. */
  renewalOf(name: string, namespace: string): number;
  /** Mines burn blocks until this height. */
  waitUntil(height: number): void;
}

/** Deploys the real BNS-V2 at its principal on a network, and our contracts as on that network. */
export async function startRealNames(network: Network): Promise<RealNames> {
  const foreign = FOREIGN_CONTRACTS[network];
  const [bnsDeployer = "", bnsName = ""] = foreign.bns.split(".");
  const [traitDeployer = "", traitName = ""] = foreign.nftTrait.split(".");
  const theirs = (name: string, file: string, deployer: string) => ({
    name,
    // Its own source names the contract of the trait, too.
    source: readFileSync(join(peersFolder ?? "", "bns-v2", file), "utf8").replaceAll(
      `'${FOREIGN_CONTRACTS.mainnet.nftTrait}.`,
      `'${foreign.nftTrait}.`,
    ),
    clarityVersion: 2 as const,
    deployer,
  });
  const chain = await startChain({
    contracts: [
      theirs(traitName, "sip-09.clar", traitDeployer),
      theirs("commission-trait", "commission-trait.clar", bnsDeployer),
      theirs(bnsName, "BNS-V2.clar", bnsDeployer),
      ...listContracts({ metadataBase: METADATA_BASE, foreign }),
    ],
  });
  const { simnet } = chain;
  const write: RealNames["write"] = (sender, method, ...args) =>
    chain.callContract(sender, foreign.bns, method, ...args);
  const read: RealNames["read"] = (method, ...args) =>
    chain.readContract(foreign.bns, method, ...args);
  const newPerson = () => {
    const person = chain.newStranger();
    simnet.mintSTX(person, 1_000_000_000_000n);
    return person;
  };

  /** Preorders and reveals a namespace. @returns who may import names to it and launch it */
  const reveal = (namespace: string, lifetime: number, manager?: string) => {
    const importer = newPerson();
    const preorder = hash(`${namespace}.`);
    expectOk(write(importer, "namespace-preorder", preorder, Cl.uint(NAMESPACE_PRICE)));
    simnet.mineEmptyBurnBlocks(1);
    expectOk(
      write(
        importer,
        "namespace-reveal",
        text(namespace),
        Cl.bufferFromHex(SALT),
        // The price: base, coefficient, sixteen buckets by length, two discounts.
        ...Array.from({ length: 20 }, () => Cl.uint(1)),
        Cl.uint(lifetime),
        Cl.principal(importer),
        manager === undefined ? Cl.none() : Cl.some(Cl.principal(manager)),
        Cl.bool(false),
        Cl.bool(false),
        Cl.bool(false),
      ),
    );
    return importer;
  };

  expectOk(write(bnsDeployer, "flip-migration-complete"));
  return {
    chain,
    bns: foreign.bns,
    newPerson,
    write,
    read,
    launch: (namespace, { lifetime, manager }) => {
      const importer = reveal(namespace, lifetime, manager);
      expectOk(write(importer, "namespace-launch", text(namespace)));
      // A preorder must be younger than the launch.
      simnet.mineEmptyBurnBlocks(1);
    },
    importName: (namespace, name, owner, lifetime) => {
      const importer = reveal(namespace, lifetime);
      const args = [text(namespace), text(name), Cl.principal(owner)];
      expectOk(write(importer, "name-import", ...args));
      return importer;
    },
    claim: (name, namespace, owner) => {
      const args = [text(name), text(namespace), Cl.principal(owner)];
      const id = expectOk(write(owner, "name-claim-fast", ...args));
      simnet.mineEmptyBurnBlocks(2);
      return id;
    },
    preorder: (name, namespace, owner) => {
      const order = hash(`${name}.${namespace}`);
      expectOk(write(owner, "name-preorder", order, Cl.uint(NAME_PRICE)));
      simnet.mineEmptyBurnBlocks(2);
    },
    register: (name, namespace, owner) =>
      write(owner, "name-register", text(namespace), text(name), Cl.bufferFromHex(SALT)),
    transfer: (id, owner, recipient) =>
      write(owner, "transfer", id, Cl.principal(owner), Cl.principal(recipient)),
    renew: (name, namespace, caller) => write(caller, "name-renewal", text(namespace), text(name)),
    renewalOf: (name, namespace) => {
      const answer = read("can-resolve-name", text(namespace), text(name));
      const resolved = answer.type === "ok" && answer.value.type === "tuple" && answer.value.value;
      if (resolved && resolved.renewal?.type === "uint") return Number(resolved.renewal.value);
      throw new Error(`${name}.${namespace} does not resolve: ${cvToString(answer)}`);
    },
    waitUntil: (height) => {
      const missing = height - simnet.burnBlockHeight;
      if (missing > 0) simnet.mineEmptyBurnBlocks(missing);
    },
  };
}

/** What a preorder names: a hash of the text and the salt. */
function hash(name: string): ClarityValue {
  return Cl.buffer(hash160(Buffer.concat([Buffer.from(name), Buffer.from(SALT, "hex")])));
}
