import { createHash } from "node:crypto";
import {
  ENDORSEMENT_CONTRACT_NAME,
  PROTOCOL_CONTRACT_NAME,
} from "@colonnade/domain/known-contracts.ts";
import { getSDK, type ParsedTransactionResult, type Simnet } from "@stacks/clarinet-sdk";
import { Cl, type ClarityValue, cvToString, getAddressFromPrivateKey } from "@stacks/transactions";
import {
  type DeployableContract,
  FOREIGN_CONTRACTS,
  listDevnetContracts,
  MAINNET_EPOCH,
} from "../deployment.ts";
import { organization, registration, submission, type Words } from "./arguments.ts";

/** The deployer and so the owner of our contracts. */
export const deployer = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";
export const BNS = FOREIGN_CONTRACTS.mainnet.bns;
export const bnsDeployer = BNS.slice(0, BNS.indexOf("."));
export const PROTOCOL = `${deployer}.${PROTOCOL_CONTRACT_NAME}`;
export const ENDORSEMENT = `${deployer}.${ENDORSEMENT_CONTRACT_NAME}`;
export const PENDING_ASSET = `${PROTOCOL}::pending-endorsement`;
export const TOKEN_ASSET = `${ENDORSEMENT}::endorsement`;
export const METADATA_BASE = "https://colonnade.test/api/token-metadata/";

/** A movement of an asset. A mint has only `to`, a burn only `from`. */
export type Movement = { asset: string; id: ClarityValue; from?: string; to?: string };

/** The result and the effects of a call. */
export type Outcome = {
  result: ClarityValue;
  /** What the contracts printed, in order. */
  prints: ClarityValue[];
  movements: Movement[];
  /** The cost of the call, if the chain measures it. */
  costs: ParsedTransactionResult["costs"];
};

/** A simnet with all contracts of a devnet, and helpers to act on it. */
export type Chain = {
  simnet: Simnet;
  /** Calls a public function of the protocol in a block of its own. */
  call(sender: string, method: string, ...args: ClarityValue[]): Outcome;
  /** Calls a public function of any contract in a block of its own. */
  callContract(sender: string, contract: string, method: string, ...args: ClarityValue[]): Outcome;
  /** Calls a read-only function of the protocol. */
  read(method: string, ...args: ClarityValue[]): ClarityValue;
  readContract(contract: string, method: string, ...args: ClarityValue[]): ClarityValue;
  /** Deploys another contract and returns its id. */
  deploy(name: string, source: string): string;
  /** The Stacks height of the block that the next call will be in. */
  nextHeight(): number;
  /** Gives `owner` the name `{label}.btc`. */
  giveName(label: string, owner: string): void;
  transferName(label: string, recipient: string): void;
  expireName(label: string, renewal: number): void;
  /** Gives `owner` a profile under the name `{label}.btc`, and that name. */
  register(label: string, owner: string): void;
  /** Somebody new: no name, no profile. */
  newStranger(): string;
  /** A new principal with a profile. */
  newMember(): string;
  /** A new principal that is a watcher. */
  newWatcher(): string;
  /** A watcher suspends somebody. */
  suspend(who: string): void;
  /** The id of a new organization. Its members have accepted. */
  newOrganization(admin: string, name: string, members?: string[]): number;
  /** The id of a new pending endorsement. */
  newEndorsement(sender: string, receiver: string, words?: Words, org?: string): number;
};

/** The contracts of a chain: a devnet's, by default. Those of others may be in an older Clarity. */
type ChainOptions = {
  contracts?: (Omit<DeployableContract, "clarityVersion"> & { clarityVersion: 2 | 4 })[];
  /** Whether to measure the costs of calls. */
  trackCosts?: boolean;
};

/** Starts a chain for one test file. */
export async function startChain({
  contracts = listDevnetContracts({ metadataBase: METADATA_BASE }),
  trackCosts = false,
}: ChainOptions = {}): Promise<Chain> {
  const simnet = await getSDK({ trackCosts, trackCoverage: false });
  await simnet.initEmptySession({ enabled: false });
  simnet.setEpoch(MAINNET_EPOCH);
  for (const { name, source, clarityVersion, deployer: by = deployer } of contracts) {
    simnet.deployContract(name, source, { clarityVersion }, by);
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
    suspend: (who) => {
      expectOk(chain.call(chain.newWatcher(), "watcher-remove-profile", Cl.principal(who)));
    },
    newOrganization: (admin, name, members = []) => {
      const args = organization(admin, name, members);
      const id = expectUint(chain.call(chain.newWatcher(), "watcher-new-organization", ...args));
      for (const member of members) {
        expectOk(chain.call(member, "accept-representation", Cl.uint(id)));
      }
      return id;
    },
    newEndorsement: (sender, receiver, words, org) => {
      const args = submission(sender, receiver, { ...(words && { words }), ...(org && { org }) });
      return expectUint(chain.call(sender, "submit-endorsement", ...args));
    },
  };
  return chain;
}

/** The id of a pending asset. @param words the digest of the words: 0x and 64 hex digits */
export function pendingId(id: number, words: string): ClarityValue {
  return Cl.tuple({ id: Cl.uint(id), words: Cl.bufferFromHex(words) });
}

/** The value of a call that a test depends on. @throws if the call failed */
export function expectOk({ result }: Outcome): ClarityValue {
  if (result.type === "ok") return result.value;
  throw new Error(`A call that the test depends on failed: ${cvToString(result)}`);
}

function expectUint(outcome: Outcome): number {
  const value = expectOk(outcome);
  if (value.type === "uint") return Number(value.value);
  throw new Error(`Expected an id: ${cvToString(value)}`);
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
