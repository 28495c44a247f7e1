import { createHash } from "node:crypto";
import { getSDK, type ParsedTransactionResult, type Simnet } from "@stacks/clarinet-sdk";
import { Cl, type ClarityValue, cvToString, getAddressFromPrivateKey } from "@stacks/transactions";
import {
  ENDORSEMENT_CONTRACT_NAME,
  FOREIGN_CONTRACTS,
  listDevnetContracts,
  PROTOCOL_CONTRACT_NAME,
} from "../deployment.ts";
import { organization, registration, submission, type Words } from "./arguments.ts";

/** Deploys Colonnade's contracts, and so owns them. */
export const deployer = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";
export const BNS = FOREIGN_CONTRACTS.mainnet.bns;
export const bnsDeployer = BNS.slice(0, BNS.indexOf("."));
export const PROTOCOL = `${deployer}.${PROTOCOL_CONTRACT_NAME}`;
export const ENDORSEMENT = `${deployer}.${ENDORSEMENT_CONTRACT_NAME}`;
export const PENDING_ASSET = `${PROTOCOL}::pending-endorsement`;
export const TOKEN_ASSET = `${ENDORSEMENT}::endorsement`;
export const METADATA_BASE = "https://colonnade.test/api/token-metadata/";

/** A movement of an asset: minted has only `to`, burned only `from`. */
export type Movement = { asset: string; id: ClarityValue; from?: string; to?: string };

/** What a call did. */
export type Outcome = {
  result: ClarityValue;
  /** What the contracts printed, in order. */
  prints: ClarityValue[];
  movements: Movement[];
  /** What the call cost, where the chain measures it. */
  costs: ParsedTransactionResult["costs"];
};

/** A simnet with everything deployed that a devnet has, and people to act on it. */
export type Chain = {
  simnet: Simnet;
  /** Calls a public function of the protocol in a block of its own. */
  call(sender: string, method: string, ...args: ClarityValue[]): Outcome;
  /** Calls a public function of any contract in a block of its own. */
  callContract(sender: string, contract: string, method: string, ...args: ClarityValue[]): Outcome;
  /** Asks a read-only function of the protocol. */
  read(method: string, ...args: ClarityValue[]): ClarityValue;
  readContract(contract: string, method: string, ...args: ClarityValue[]): ClarityValue;
  /** Deploys a contract of a test's own; answers its id. */
  deploy(name: string, source: string): string;
  /** The Stacks height of the block in which the next call will stand. */
  nextHeight(): number;
  /** Gives `owner` the name `{label}.btc`. */
  giveName(label: string, owner: string): void;
  transferName(label: string, recipient: string): void;
  expireName(label: string, renewal: number): void;
  /** Gives `owner` a profile under the name `{label}.btc`, and that name. */
  register(label: string, owner: string): void;
  /** Somebody new: no name, no profile. */
  newStranger(): string;
  /** Somebody new with a profile. */
  newMember(): string;
  /** Somebody new whom the owner trusts. */
  newWatcher(): string;
  /** A new organization, by its id. */
  newOrganization(admin: string, name: string, representatives?: string[]): number;
  /** A new endorsement that waits for its receiver, by its id. */
  newEndorsement(sender: string, receiver: string, words?: Words, org?: string): number;
};

/** Starts a chain of its own for one test file, measuring the costs of calls where asked to. */
export async function startChain(trackCosts = false): Promise<Chain> {
  const simnet = await getSDK({ trackCosts, trackCoverage: false });
  await simnet.initEmptySession({ enabled: false });
  simnet.setEpoch("3.4");
  for (const contract of listDevnetContracts({ metadataBase: METADATA_BASE })) {
    const { name, source, clarityVersion } = contract;
    simnet.deployContract(name, source, { clarityVersion }, contract.deployer ?? deployer);
  }

  const callContract: Chain["callContract"] = (sender, contract, method, ...args) =>
    describe(simnet.callPublicFn(contract, method, args, sender));
  const readContract: Chain["readContract"] = (contract, method, ...args) =>
    simnet.callReadOnlyFn(contract, method, args, deployer).result;
  const writeName = (method: string, label: string, argument: ClarityValue) => {
    const args = [Cl.bufferFromUtf8(label), Cl.bufferFromUtf8("btc"), argument];
    expectOk(callContract(bnsDeployer, BNS, method, ...args));
  };
  let people = 0;
  const chain: Chain = {
    simnet,
    call: (sender, method, ...args) => callContract(sender, PROTOCOL, method, ...args),
    callContract,
    read: (method, ...args) => readContract(PROTOCOL, method, ...args),
    readContract,
    deploy: (name, source) => {
      simnet.deployContract(name, source, { clarityVersion: 4 }, deployer);
      return `${deployer}.${name}`;
    },
    nextHeight: () => simnet.stacksBlockHeight + 1,
    giveName: (label, owner) => writeName("give-name", label, Cl.principal(owner)),
    transferName: (label, recipient) => writeName("transfer-name", label, Cl.principal(recipient)),
    expireName: (label, renewal) => writeName("expire-name", label, Cl.uint(renewal)),
    register: (label, owner) => {
      chain.giveName(label, owner);
      expectOk(chain.call(owner, "register-profile", ...registration(label)));
    },
    newStranger: () => {
      people += 1;
      return addressOf(people);
    },
    newMember: () => {
      const member = chain.newStranger();
      chain.register(`member-${people}`, member);
      return member;
    },
    newWatcher: () => {
      const watcher = chain.newStranger();
      expectOk(chain.call(deployer, "add-watcher", Cl.principal(watcher)));
      return watcher;
    },
    newOrganization: (admin, name, representatives) => {
      const args = organization(admin, name, representatives);
      return expectUint(chain.call(chain.newWatcher(), "watcher-new-organization", ...args));
    },
    newEndorsement: (sender, receiver, words, org) => {
      const args = submission(sender, receiver, { ...(words && { words }), ...(org && { org }) });
      return expectUint(chain.call(sender, "submit-endorsement", ...args));
    },
  };
  return chain;
}

/** The id of a pending asset. */
export function pendingId(id: number, revision: number): ClarityValue {
  return Cl.tuple({ id: Cl.uint(id), revision: Cl.uint(revision) });
}

/** The value of a call that a test builds on; throws when the call failed. */
export function expectOk({ result }: Outcome): ClarityValue {
  if (result.type === "ok") return result.value;
  throw new Error(`A call that a test builds on failed: ${cvToString(result)}`);
}

function expectUint(outcome: Outcome): number {
  const value = expectOk(outcome);
  if (value.type === "uint") return Number(value.value);
  throw new Error(`An id was expected: ${cvToString(value)}`);
}

function addressOf(person: number): string {
  const privateKey = createHash("sha256").update(`person ${person}`).digest("hex");
  return getAddressFromPrivateKey(`${privateKey}01`, "testnet");
}

function describe({ result, events, costs }: ParsedTransactionResult): Outcome {
  const prints: ClarityValue[] = [];
  const movements: Movement[] = [];
  for (const { event, data } of events) {
    if (data.value === undefined) continue;
    if (event === "print_event") prints.push(data.value);
    if (event.startsWith("nft_")) {
      movements.push({
        asset: String(data.asset_identifier),
        id: data.value,
        ...(data.sender && { from: String(data.sender) }),
        ...(data.recipient && { to: String(data.recipient) }),
      });
    }
  }
  return { result, prints, movements, costs };
}
