import { getSDK, type ParsedTransactionResult, type Simnet } from "@stacks/clarinet-sdk";
import { Cl, type ClarityValue, cvToString } from "@stacks/transactions";
import {
  ENDORSEMENT_CONTRACT_NAME,
  FOREIGN_CONTRACTS,
  listDevnetContracts,
  PROTOCOL_CONTRACT_NAME,
} from "../deployment.ts";

/** Addresses with nothing to tell them apart but their names. */
export const deployer = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";
export const watcher = "ST3NBRSFKX28FQ2ZJ1MAKX58HKHSDGNV5N7R21XCP";
export const alice = "ST1SJ3DTE5DN7X54YDH5D64R3BCB6A2AG2ZQ8YPD5";
export const bob = "ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG";
export const carol = "ST2JHG361ZXG51QTKY2NQCVBPPRRE2KZB1HR05NNC";
export const dan = "ST2NEB84ASENDXKYGJPQW86YXQCEFEX2ZQPG87ND";

export const BNS = FOREIGN_CONTRACTS.mainnet.bns;
export const PROTOCOL = `${deployer}.${PROTOCOL_CONTRACT_NAME}`;
export const ENDORSEMENT = `${deployer}.${ENDORSEMENT_CONTRACT_NAME}`;
export const METADATA_BASE = "https://colonnade.test/api/token-metadata/";

const bnsDeployer = BNS.slice(0, BNS.indexOf("."));

/** A movement of an asset: minted has only `to`, burned only `from`. */
export type Movement = { asset: string; id: ClarityValue; from?: string; to?: string };

/** What a call did. */
export type Outcome = {
  result: ClarityValue;
  /** What Colonnade's contracts printed, in order. */
  prints: ClarityValue[];
  movements: Movement[];
};

/** A simnet with everything deployed that a devnet has. */
export type Chain = {
  simnet: Simnet;
  /** Calls a public function of the protocol in a block of its own. */
  call(sender: string, method: string, ...args: ClarityValue[]): Outcome;
  /** Calls a public function of any contract in a block of its own. */
  callContract(sender: string, contract: string, method: string, ...args: ClarityValue[]): Outcome;
  /** Asks a read-only function of the protocol. */
  read(method: string, ...args: ClarityValue[]): ClarityValue;
  readContract(contract: string, method: string, ...args: ClarityValue[]): ClarityValue;
  /** The Stacks height that the next transaction may name without naming the future. */
  height(): number;
  /** Gives `owner` the name `{label}.btc`. */
  giveName(label: string, owner: string): void;
  transferName(label: string, recipient: string): void;
  expireName(label: string, renewal: number): void;
  /** Gives `owner` the name `{label}.btc` and a profile under it. */
  join(label: string, owner: string): void;
};

/** Starts a chain of its own for one test file, with the costs of calls where asked for. */
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
  const write = (method: string, label: string, argument: ClarityValue) => {
    const args = [Cl.bufferFromUtf8(label), Cl.bufferFromUtf8("btc"), argument];
    expectOk(callContract(bnsDeployer, BNS, method, ...args));
  };
  const chain: Chain = {
    simnet,
    call: (sender, method, ...args) => callContract(sender, PROTOCOL, method, ...args),
    callContract,
    read: (method, ...args) => readContract(PROTOCOL, method, ...args),
    readContract,
    height: () => simnet.stacksBlockHeight,
    giveName: (label, owner) => write("give-name", label, Cl.principal(owner)),
    transferName: (label, recipient) => write("transfer-name", label, Cl.principal(recipient)),
    expireName: (label, renewal) => write("expire-name", label, Cl.uint(renewal)),
    join: (label, owner) => {
      chain.giveName(label, owner);
      expectOk(chain.call(owner, "register-profile", ...profile(label)));
    },
  };
  return chain;
}

/** Arguments of register-profile for `{label}.btc`. */
export function profile(label: string, statement?: string, image = `ipfs://${label}`) {
  return [
    Cl.bufferFromUtf8("btc"),
    Cl.bufferFromUtf8(label),
    statement === undefined ? Cl.none() : Cl.some(Cl.stringUtf8(statement)),
    Cl.stringAscii(image),
  ];
}

/** What an endorsement says. */
export type Words = { title: string; description: string; image: string };

export const WORDS: Words = {
  title: "Builder of arches",
  description: "She set every stone by hand. \u{1f3db}",
  image: "ipfs://arch",
};

/** Arguments of submit-endorsement. */
export function submission(
  sender: string,
  receiver: string,
  words: Words = WORDS,
  height = 1,
  org?: string,
) {
  return [
    Cl.principal(sender),
    Cl.principal(receiver),
    Cl.stringUtf8(words.title),
    Cl.uint(height),
    Cl.stringUtf8(words.description),
    Cl.stringAscii(words.image),
    org === undefined ? Cl.none() : Cl.some(Cl.stringUtf8(org)),
  ];
}

/** Arguments of edit-endorsement. */
export function edit(id: number, words: Words, date = 1) {
  return [
    Cl.uint(id),
    Cl.stringUtf8(words.title),
    Cl.uint(date),
    Cl.stringUtf8(words.description),
    Cl.stringAscii(words.image),
  ];
}

/** The id of a pending asset. */
export function pendingId(id: number, revision: number): ClarityValue {
  return Cl.tuple({ id: Cl.uint(id), revision: Cl.uint(revision) });
}

/** Throws when a call that only prepares a test failed. */
export function expectOk(outcome: Outcome): ClarityValue {
  if (outcome.result.type !== "ok") {
    throw new Error(`A call that a test builds on failed: ${cvToString(outcome.result)}`);
  }
  return outcome.result.value;
}

function describe({ result, events }: ParsedTransactionResult): Outcome {
  const prints: ClarityValue[] = [];
  const movements: Movement[] = [];
  for (const { event, data } of events) {
    if (data.value === undefined) continue;
    if (event === "print_event" && data.contract_identifier !== BNS) prints.push(data.value);
    if (event.startsWith("nft_")) {
      movements.push({
        asset: String(data.asset_identifier),
        id: data.value,
        ...(data.sender && { from: String(data.sender) }),
        ...(data.recipient && { to: String(data.recipient) }),
      });
    }
  }
  return { result, prints, movements };
}
