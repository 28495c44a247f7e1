import { readFileSync } from "node:fs";
import {
  BNS_V2,
  ENDORSEMENT_CONTRACT_NAME,
  PROTOCOL_CONTRACT_NAME,
} from "@colonnade/domain/known-contracts.ts";
import { makeContractDeploy, PostConditionMode } from "@stacks/transactions";

/**
 * The epoch that mainnet runs since Bitcoin block 960,230 (30 July 2026). Tests and the devnet run in it. Source:
 * the release notes of stacks-core 4.0.1.
 */
export const MAINNET_EPOCH = "4.0";

/** A contract to deploy: its name, its source and its deployer. */
export type DeployableContract = {
  name: string;
  source: string;
  /** Clarity 4 needs epoch 3.3 or later. */
  clarityVersion: 4;
  /** The address that must deploy it; absent for Colonnade's own deployer. */
  deployer?: string;
};

/** Contracts of others that our sources name, each as `address.name`. */
type ForeignContracts = {
  /** BNS-V2. */
  bns: string;
  /** The contract that holds the SIP-009 trait. */
  nftTrait: string;
};

/** Settings of one deployment. */
type DeploymentOptions = {
  /** The address of a token's SIP-016 metadata, without the `{id}` at its end. ASCII, at most 252 characters. */
  metadataBase: string;
  /** Default: their principals on mainnet, which a devnet's stand-ins have, too. */
  foreign?: ForeignContracts;
};

/** The contracts of others on each public network. */
export const FOREIGN_CONTRACTS = {
  mainnet: {
    bns: BNS_V2.mainnet,
    nftTrait: "SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9.nft-trait",
  },
  testnet: {
    bns: BNS_V2.testnet,
    nftTrait: "ST1NXBK3K5YYMD6FD41MVNP3JS1GABZ8TRVX023PT.nft-trait",
  },
} as const satisfies Record<string, ForeignContracts>;

/** The metadata address in `endorsement.clar`, which every deployment replaces. */
const SOURCE_METADATA_BASE = "http://127.0.0.1:4100/api/token-metadata/";

const METADATA_BASE_LIMIT = 252;

/**
 * Our two contracts in the order to deploy them. The token comes first, because the protocol calls it.
 * @throws RangeError if `metadataBase` does not fit a Clarity string of 252 ASCII characters, or a contract of others
 *   is not `address.name`
 */
export function listContracts(options: DeploymentOptions): DeployableContract[] {
  const { metadataBase, foreign = FOREIGN_CONTRACTS.mainnet } = options;
  return [
    {
      name: ENDORSEMENT_CONTRACT_NAME,
      source: substituteMetadataBase(
        substituteForeignContracts(readSource("endorsement.clar"), foreign),
        metadataBase,
      ),
      clarityVersion: 4,
    },
    {
      name: PROTOCOL_CONTRACT_NAME,
      source: substituteForeignContracts(readSource("protocol.clar"), foreign),
      clarityVersion: 4,
    },
  ];
}

/**
 * All contracts that a devnet deploys, in order: stand-ins for the contracts of others, at their mainnet principals,
 * then our own.
 * @throws RangeError as `listContracts`
 */
export function listDevnetContracts(
  options: Omit<DeploymentOptions, "foreign">,
): DeployableContract[] {
  return [
    standIn(FOREIGN_CONTRACTS.mainnet.nftTrait, "traits/nft-trait.clar"),
    standIn(FOREIGN_CONTRACTS.mainnet.bns, "devnet/bns-v2.clar"),
    ...listContracts(options),
  ];
}

/**
 * Signs the transaction that deploys a contract.
 * @param options the signer's key and nonce, the network, and the fee in µSTX; without a fee, the network's node
 *   estimates it
 */
export function signDeployment(
  { name, source, clarityVersion }: DeployableContract,
  options: Pick<
    Parameters<typeof makeContractDeploy>[0] & { senderKey: string },
    "senderKey" | "nonce" | "network" | "fee"
  >,
) {
  return makeContractDeploy({
    contractName: name,
    codeBody: source,
    clarityVersion,
    postConditionMode: PostConditionMode.Deny,
    ...options,
  });
}

/**
 * Replaces the mainnet principals of others' contracts in a source by those of another network.
 * @throws RangeError if a replacement is not `address.name`
 */
export function substituteForeignContracts(source: string, foreign: ForeignContracts): string {
  const written = FOREIGN_CONTRACTS.mainnet;
  for (const contractId of Object.values(foreign)) splitContractId(contractId);
  return source
    .replaceAll(`'${written.bns}`, `'${foreign.bns}`)
    .replaceAll(`'${written.nftTrait}.`, `'${foreign.nftTrait}.`);
}

function substituteMetadataBase(source: string, base: string): string {
  if (base.length > METADATA_BASE_LIMIT || !/^[!#-[\]-~]+$/.test(base)) {
    throw new RangeError(
      `The metadata address must be 1 to ${METADATA_BASE_LIMIT} printable ASCII characters without spaces, quotes or backslashes: ${base}`,
    );
  }
  return source.replace(`"${SOURCE_METADATA_BASE}"`, () => `"${base}"`);
}

function standIn(contractId: string, file: string): DeployableContract {
  const { deployer, name } = splitContractId(contractId);
  return { name, source: readSource(file), clarityVersion: 4, deployer };
}

function splitContractId(contractId: string): { deployer: string; name: string } {
  const match = /^(S[0-9A-Z]{28,40})\.([a-zA-Z][a-zA-Z0-9-]{0,127})$/.exec(contractId);
  const [, deployer, name] = match ?? [];
  if (deployer === undefined || name === undefined) {
    throw new RangeError(`Not a contract id (address.name): ${contractId}`);
  }
  return { deployer, name };
}

function readSource(file: string): string {
  return readFileSync(new URL(file, import.meta.url), "utf8");
}
