import { readFileSync } from "node:fs";

/** A contract to deploy: what it is called, its source, and by whom if not by Colonnade's deployer. */
export type DeployableContract = {
  name: string;
  source: string;
  /** Clarity 4 needs epoch 3.3 or later. */
  clarityVersion: 4;
  /** The address that must deploy it; absent where the deployer is Colonnade's own. */
  deployer?: string;
};

/** Contracts of others that Colonnade's sources name, as `address.name`. */
export type ForeignContracts = {
  /** BNS-V2. */
  bns: string;
  /** The contract that holds the SIP-009 trait. */
  nftTrait: string;
};

/** Settings of one deployment. */
export type DeploymentOptions = {
  /** The address to which `{id}` is added to find a token's SIP-016 metadata; ASCII, at most 252 characters. */
  metadataBase: string;
  /** Absent: as on mainnet, which is where the stand-ins of a devnet stand too. */
  foreign?: ForeignContracts;
};

/** The names that the sources call each other by, and are deployed under. */
export const PROTOCOL_CONTRACT_NAME = "colonnade-protocol-alpha";
export const ENDORSEMENT_CONTRACT_NAME = "colonnade-endorsement-alpha";

/** Where the foreign contracts stand on each public network. */
export const FOREIGN_CONTRACTS = {
  mainnet: {
    bns: "SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF.BNS-V2",
    nftTrait: "SP2PABAF9FTAJYNFZH93XENAJ8FVY99RRM50D2JG9.nft-trait",
  },
  testnet: {
    bns: "ST2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D9SZJQ0M.BNS-V2",
    nftTrait: "ST1NXBK3K5YYMD6FD41MVNP3JS1GABZ8TRVX023PT.nft-trait",
  },
} as const satisfies Record<string, ForeignContracts>;

/** The metadata address written in `endorsement.clar`, which a deployment replaces by its own. */
const WRITTEN_METADATA_BASE = "http://127.0.0.1:4100/api/token-metadata/";

const METADATA_BASE_LIMIT = 252;

/**
 * Colonnade's own contracts in the order to deploy them: the protocol calls the token, so the token
 * comes first.
 *
 * @throws {RangeError} when `metadataBase` cannot stand in a Clarity string of 252 ASCII characters
 * or a foreign contract is not `address.name`.
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
 * All that a devnet deploys, in order: stand-ins for the contracts that a public network already
 * has, at the very principals they have on mainnet, then Colonnade's own.
 *
 * @throws {RangeError} as `listContracts`.
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
 * A contract source with the mainnet principals of others' contracts replaced by those of another
 * network.
 *
 * @throws {RangeError} when a replacement is not `address.name`.
 */
export function substituteForeignContracts(source: string, foreign: ForeignContracts): string {
  const written = FOREIGN_CONTRACTS.mainnet;
  return source
    .replaceAll(`'${written.bns}`, `'${checkContractId(foreign.bns)}`)
    .replaceAll(`'${written.nftTrait}.`, `'${checkContractId(foreign.nftTrait)}.`);
}

function substituteMetadataBase(source: string, base: string): string {
  if (base.length > METADATA_BASE_LIMIT || !/^[!#-[\]-~]+$/.test(base)) {
    throw new RangeError(
      `The metadata address must be 1 to ${METADATA_BASE_LIMIT} printable ASCII characters without spaces, quotes or backslashes: ${base}`,
    );
  }
  return source.replace(`"${WRITTEN_METADATA_BASE}"`, () => `"${base}"`);
}

function standIn(contractId: string, file: string): DeployableContract {
  const { deployer, name } = splitContractId(contractId);
  return { name, source: readSource(file), clarityVersion: 4, deployer };
}

function checkContractId(contractId: string): string {
  const { deployer, name } = splitContractId(contractId);
  return `${deployer}.${name}`;
}

function splitContractId(contractId: string): { deployer: string; name: string } {
  const match = /^(S[0-9A-Z]{28,40})\.([a-zA-Z][a-zA-Z0-9-]{0,127})$/.exec(contractId);
  if (match?.[1] === undefined || match[2] === undefined) {
    throw new RangeError(`Not a contract, which is written address.name: ${contractId}`);
  }
  return { deployer: match[1], name: match[2] };
}

function readSource(file: string): string {
  return readFileSync(new URL(file, import.meta.url), "utf8");
}
