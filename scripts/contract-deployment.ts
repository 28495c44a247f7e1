import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createNetwork, type StacksNetwork } from "@stacks/network";
import {
  broadcastTransaction,
  Cl,
  cvToString,
  fetchCallReadOnlyFunction,
  getAddressFromPrivateKey,
  makeContractCall,
  type StacksTransactionWire,
} from "@stacks/transactions";
import { z } from "zod";
import { NodeError } from "../apps/service/chain/node.ts";
import { type AskNode, askNodeAt } from "../apps/service/chain/node-request.ts";
import {
  type DeployableContract,
  FOREIGN_CONTRACTS,
  listContracts,
  signDeployment,
} from "../contracts/deployment.ts";
import { type Config, isLoopback } from "../packages/domain/config.ts";
import type { Deployment } from "../packages/domain/deployment.ts";
import {
  ENDORSEMENT_CONTRACT_NAME,
  PROTOCOL_CONTRACT_NAME,
} from "../packages/domain/known-contracts.ts";

/** The deployment stopped. The message says why and what to do. */
export class DeployError extends Error {
  override readonly name = "DeployError";
}

/** The ids of the contracts that a key deploys. */
export function contractIdsOf(privateKey: string, network: Config["network"]) {
  const deployer = getAddressFromPrivateKey(privateKey, network);
  return {
    deployer,
    protocol: `${deployer}.${PROTOCOL_CONTRACT_NAME}` as const,
    endorsement: `${deployer}.${ENDORSEMENT_CONTRACT_NAME}` as const,
  };
}

interface DeploymentSettings {
  config: Config;
  /** 33 bytes in hexadecimal. Nothing prints it. */
  privateKey: string;
  /** Principals to add as watchers, unless they are watchers already. */
  watchers: readonly string[];
  /** Tells the user what is going on. */
  say: (line: string) => void;
}

/** What a deployment does and costs. Nothing is sent before `carryOut`. */
export interface Plan {
  /** µSTX. */
  fee: bigint;
  balance: bigint;
  epoch: string;
  /** Signed transactions in order, each with its nonce and fee; those that the chain has already are left out. */
  steps: Step[];
}

interface Step {
  what: string;
  transaction: StacksTransactionWire;
  isDone: () => Promise<boolean>;
}

/** Clarity 4 came with epoch 3.3. */
const LEAST_EPOCH = 33;
const HOUR = 3_600_000;

const infoSchema = z.object({ network_id: z.int() });
const poxSchema = z.object({
  current_burnchain_block_height: z.int(),
  epochs: z.array(z.object({ epoch_id: z.string(), start_height: z.number() })),
});
const accountSchema = z.object({
  balance: z.string().transform(BigInt),
  nonce: z.int().transform(BigInt),
});
const noncesSchema = z.object({ next_nonce: z.int().transform(BigInt) });
const sourceSchema = z.object({ source: z.string(), publish_height: z.int() });

/** Deploys Colonnade's contracts through a node, with one key. */
export class ContractDeployment {
  readonly #settings: DeploymentSettings;
  readonly #ask: AskNode;
  readonly #network: StacksNetwork;
  readonly #ids: ReturnType<typeof contractIdsOf>;
  readonly #metadataBase: string;
  readonly #foreign: { bns: string; nftTrait: string };
  readonly #contracts: (DeployableContract & { id: string })[];

  /** @throws DeployError if a setting does not fit the network */
  constructor(settings: DeploymentSettings) {
    const { config, privateKey } = settings;
    const { network, nodeUrl, hiroApiKey } = config;
    if (network !== "devnet" && isLoopback(config.origin)) {
      throw new DeployError(
        `COLONNADE_ORIGIN is ${config.origin}. Set it to the public address: the address of the tokens' metadata is ` +
          "part of the contract.",
      );
    }
    this.#settings = settings;
    this.#ask = askNodeAt(nodeUrl, { apiKey: hiroApiKey });
    this.#network = createNetwork({
      network,
      client: { baseUrl: nodeUrl, fetch: fetchWith(hiroApiKey) },
    });
    this.#ids = contractIdsOf(privateKey, network);
    this.#metadataBase = `${config.origin}/api/token-metadata/`;
    const { nftTrait } = FOREIGN_CONTRACTS[network === "testnet" ? "testnet" : "mainnet"];
    this.#foreign = { bns: config.bnsContract, nftTrait };
    this.#contracts = listContracts({
      metadataBase: this.#metadataBase,
      foreign: this.#foreign,
    }).map((contract) => ({ ...contract, id: `${this.#ids.deployer}.${contract.name}` }));
  }

  /**
   * Looks at the chain and signs what is missing. It first waits for transactions of an interrupted deployment.
   * @throws DeployError if the deployment cannot succeed
   * @throws NodeError if the node does not answer
   */
  async plan(): Promise<Plan> {
    const epoch = await this.#checkNetwork();
    for (const id of Object.values(this.#foreign)) await this.#requireForeign(id);
    const account = await this.#settledAccount();
    const steps: Step[] = [];
    const nextNonce = () => account.nonce + BigInt(steps.length);
    for (const contract of this.#contracts) {
      if (await this.#isPublished(contract)) continue;
      steps.push({
        what: `deploy ${contract.id} (${Buffer.byteLength(contract.source)} bytes, Clarity ${contract.clarityVersion})`,
        transaction: await signDeployment(contract, {
          senderKey: this.#settings.privateKey,
          nonce: nextNonce(),
          network: this.#network,
        }),
        isDone: () => this.#isPublished(contract),
      });
    }
    const watchers = await this.#missingWatchers();
    for (const watcher of watchers) {
      steps.push({
        what: `add watcher ${watcher}`,
        transaction: await this.#signAddWatcher(watcher, nextNonce()),
        isDone: () => this.#isWatcher(watcher),
      });
    }
    const fee = steps.reduce((sum, { transaction }) => sum + feeOf(transaction), 0n);
    return { steps, fee, epoch, balance: account.balance };
  }

  /**
   * Sends the transactions one after the other, and waits until each is in a block and did what it should.
   * @throws DeployError if the node refuses a transaction, or if one fails or is in no block after an hour
   */
  async carryOut({ steps }: Plan): Promise<void> {
    for (const { what, transaction, isDone } of steps) {
      const answer = await broadcastTransaction({ transaction, network: this.#network });
      if ("reason" in answer) {
        throw new DeployError(`The node refused to ${what}: ${answer.reason} (${answer.error})`);
      }
      this.#settings.say(`Sent: ${what}, transaction 0x${answer.txid}`);
      const nonce = BigInt(transaction.auth.spendingCondition.nonce);
      await this.#untilExecuted(nonce, isDone, `0x${answer.txid}`);
    }
  }

  /**
   * Reads the contracts and watchers from the chain again, and compares the sources byte for byte.
   * @throws DeployError if something is not on the chain as it should be
   */
  async verify(): Promise<Deployment> {
    const published = async (id: string) => {
      const contract = this.#contracts.find((known) => known.id === id);
      const found = await this.#source(id);
      if (contract === undefined || found === null || !(await this.#isPublished(contract))) {
        throw new DeployError(`${id} is not on the chain any more. Start the command again.`);
      }
      const sha256 = createHash("sha256").update(found.source).digest("hex");
      return { id, height: found.publish_height, sha256 };
    };
    const missing = await this.#missingWatchers();
    if (missing.length > 0) {
      throw new DeployError(`Not watchers: ${missing.join(", ")}. Start the command again.`);
    }
    const { config, watchers } = this.#settings;
    return {
      deployer: this.#ids.deployer,
      protocol: await published(this.#ids.protocol),
      endorsement: await published(this.#ids.endorsement),
      ...this.#foreign,
      metadataBase: this.#metadataBase,
      watchers: [...new Set([...(config.deployment?.watchers ?? []), ...watchers])],
    };
  }

  /** @returns the epoch, such as `4.0` */
  async #checkNetwork(): Promise<string> {
    const { network, nodeUrl } = this.#settings.config;
    const { network_id } = await this.#must("/v2/info", infoSchema);
    if (network_id !== this.#network.chainId) {
      throw new DeployError(
        `The node at ${nodeUrl} is of the network with id ${network_id}, not of ${network}. Set COLONNADE_NODE_URL.`,
      );
    }
    const pox = await this.#must("/v2/pox", poxSchema);
    const begun = pox.epochs.filter(
      ({ start_height }) => start_height <= pox.current_burnchain_block_height,
    );
    const epoch = /^Epoch(\d)_?(\d+)$/.exec(begun.at(-1)?.epoch_id ?? "");
    const [, major = "0", minor = "0"] = epoch ?? [];
    if (Number(major + minor) < LEAST_EPOCH) {
      throw new DeployError(`${network} is in epoch ${major}.${minor}. Clarity 4 needs 3.3.`);
    }
    return `${major}.${minor}`;
  }

  async #requireForeign(id: string): Promise<void> {
    if ((await this.#source(id)) !== null) return;
    const { network } = this.#settings.config;
    throw new DeployError(
      `There is no ${id} on ${network}, which our contracts call. COLONNADE_BNS_CONTRACT names another BNS-V2.`,
    );
  }

  /** The account, once all its transactions are in blocks. */
  async #settledAccount() {
    const { deployer } = this.#ids;
    const path = `/extended/v3/principals/${deployer}/nonces`;
    const account = await this.#account();
    const pending = (await this.#ask(path, noncesSchema, "retries"))?.next_nonce ?? 0n;
    if (pending <= account.nonce) return account;
    this.#settings.say(`Waiting for earlier transactions of ${deployer}`);
    await this.#poll(async () => (await this.#account()).nonce >= pending, deployer);
    return this.#account();
  }

  #account() {
    return this.#must(`/v2/accounts/${this.#ids.deployer}?proof=0`, accountSchema);
  }

  #source(id: string) {
    return this.#ask(
      `/v2/contracts/source/${id.replace(".", "/")}?proof=0`,
      sourceSchema,
      "retries",
    );
  }

  /** @throws DeployError if the contract is on the chain with another source */
  async #isPublished({ id, source }: DeployableContract & { id: string }): Promise<boolean> {
    const found = await this.#source(id);
    if (found === null) return false;
    if (found.source === source) return true;
    const ours = source.split("\n");
    const theirs = found.source.split("\n");
    const line = ours.findIndex((text, index) => text !== theirs[index]);
    throw new DeployError(
      `${id} is on the chain already, with another source. Nothing was sent for it.\n` +
        `Line ${line + 1} on the chain: ${theirs[line] ?? "(none)"}\n` +
        `Line ${line + 1} here:         ${ours[line] ?? "(none)"}\n` +
        "A contract cannot be changed: use the version and the settings that deployed it, or deploy with another key.",
    );
  }

  /** @throws DeployError if a watcher is missing and another address owns the contract: only owners add watchers */
  async #missingWatchers(): Promise<string[]> {
    const { protocol, deployer } = this.#ids;
    const { watchers } = this.#settings;
    if ((await this.#source(protocol)) === null) return [...watchers];
    const missing: string[] = [];
    for (const watcher of watchers) {
      if (!(await this.#isWatcher(watcher))) missing.push(watcher);
    }
    if (missing.length === 0) return [];
    const owner = await this.#read("get-contract-owner");
    if (owner === deployer) return missing;
    throw new DeployError(
      `${owner} owns ${protocol} now. Only they can add ${missing.join(", ")} as watchers.`,
    );
  }

  async #isWatcher(watcher: string): Promise<boolean> {
    return (await this.#read("is-watcher", watcher)) === "true";
  }

  async #read(functionName: string, ...principals: string[]): Promise<string> {
    const value = await fetchCallReadOnlyFunction({
      contractAddress: this.#ids.deployer,
      contractName: PROTOCOL_CONTRACT_NAME,
      functionName,
      functionArgs: principals.map((principal) => Cl.principal(principal)),
      senderAddress: this.#ids.deployer,
      network: this.#network,
    });
    return cvToString(value);
  }

  #signAddWatcher(watcher: string, nonce: bigint): Promise<StacksTransactionWire> {
    return makeContractCall({
      contractAddress: this.#ids.deployer,
      contractName: PROTOCOL_CONTRACT_NAME,
      functionName: "add-watcher",
      functionArgs: [Cl.principal(watcher)],
      senderKey: this.#settings.privateKey,
      nonce,
      network: this.#network,
      postConditionMode: "deny",
      // The contract may not be on the chain yet.
      validateWithAbi: false,
    });
  }

  async #untilExecuted(nonce: bigint, isDone: () => Promise<boolean>, txId: string): Promise<void> {
    await this.#poll(async () => {
      const isExecuted = (await this.#account()).nonce > nonce;
      if (await isDone()) return true;
      if (!isExecuted) return false;
      const { explorerUrl, network } = this.#settings.config;
      throw new DeployError(
        `The transaction failed. ${explorerUrl}/txid/${txId}?chain=${network} says why.`,
      );
    }, txId);
  }

  async #poll(isOver: () => Promise<boolean>, what: string): Promise<void> {
    const pause = this.#settings.config.network === "devnet" ? 100 : 5_000;
    for (const end = Date.now() + HOUR; Date.now() < end; await delay(pause)) {
      if (await isOver()) return;
    }
    throw new DeployError(
      `Still no block for ${what} after an hour. Start the command again later: it goes on from here.`,
    );
  }

  async #must<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    const answer = await this.#ask(path, schema, path === "/v2/info" ? undefined : "retries");
    if (answer !== null) return answer;
    const { nodeUrl } = this.#settings.config;
    throw new DeployError(`${nodeUrl}${path} answered 404: this is no Stacks node.`);
  }
}

/** Describes an amount: `1.234567 STX`. @param amount µSTX */
export function formatStx(amount: bigint): string {
  const digits = String(amount).padStart(7, "0");
  return `${digits.slice(0, -6)}.${digits.slice(-6)} STX`;
}

export function feeOf(transaction: StacksTransactionWire): bigint {
  return BigInt(transaction.auth.spendingCondition.fee);
}

function fetchWith(apiKey: string | undefined): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    if (apiKey !== undefined) headers.set("x-api-key", apiKey);
    const signal = AbortSignal.timeout(30_000);
    return fetch(input, { ...init, headers, signal }).catch((cause: unknown) => {
      throw new NodeError(`${input} did not answer`, { cause });
    });
  };
}
