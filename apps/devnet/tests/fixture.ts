import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNetwork, type StacksNetwork } from "@stacks/network";
import {
  broadcastTransaction,
  type ClarityValue,
  ClarityVersion,
  makeContractCall,
  makeContractDeploy,
  type PostCondition,
  type PostConditionModeName,
  type StacksTransactionWire,
  sponsorTransaction,
} from "@stacks/transactions";
import { z } from "zod";
import { type DevnetAccount, deployer } from "../accounts.ts";
import { type Devnet, type DevnetOptions, startDevnet } from "../devnet.ts";
import { testContract } from "./contract.ts";

export const PROTOCOL = `${deployer.address}.colonnade-protocol-alpha` as const;
export const ENDORSEMENT = `${deployer.address}.colonnade-endorsement-alpha` as const;

/** A folder that is deleted when the test ends. */
export async function makeFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), "colonnade-devnet-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Starts a devnet that mines only when asked, in a folder of its own. */
export async function startTestDevnet(
  options: Partial<DevnetOptions> = {},
): Promise<Devnet & AsyncDisposable> {
  const folder = await makeFolder();
  const devnet = await startDevnet({ dataFolder: folder.path, blockMs: "manual", ...options });
  const dispose = async (): Promise<void> => {
    await devnet.close();
    await folder[Symbol.asyncDispose]();
  };
  return Object.defineProperties(Object.create(devnet), {
    [Symbol.asyncDispose]: { value: dispose },
  });
}

export function networkOf(devnet: Pick<Devnet, "url">): StacksNetwork {
  return createNetwork({ network: "testnet", client: { baseUrl: devnet.url } });
}

export interface CallOptions {
  contract?: `${string}.${string}`;
  functionName: string;
  args: ClarityValue[];
  postConditions?: PostCondition[];
  postConditionMode?: PostConditionModeName;
  nonce?: number;
  fee?: number;
}

/** A signed call, made by `makeContractCall` as any app makes it. */
export function makeCall(
  devnet: Pick<Devnet, "url">,
  sender: DevnetAccount,
  { contract = PROTOCOL, ...options }: CallOptions,
): Promise<StacksTransactionWire> {
  const [contractAddress = "", contractName = ""] = contract.split(".");
  const { args, ...rest } = options;
  return makeContractCall({
    contractAddress,
    contractName,
    functionArgs: args,
    senderKey: sender.privateKey,
    network: networkOf(devnet),
    ...rest,
  });
}

/** Broadcasts and answers the id, 0x-prefixed. @throws if the node refuses */
export async function broadcast(
  devnet: Pick<Devnet, "url">,
  transaction: StacksTransactionWire,
): Promise<string> {
  const answer = await broadcastTransaction({ transaction, network: networkOf(devnet) });
  if ("reason" in answer) throw new Error(JSON.stringify(answer));
  return `0x${answer.txid}`;
}

export async function send(
  devnet: Pick<Devnet, "url">,
  sender: DevnetAccount,
  options: CallOptions,
): Promise<string> {
  return broadcast(devnet, await makeCall(devnet, sender, options));
}

/** A call that another account pays for: `sponsorTransaction` signs what the sender signed. */
export async function makeSponsoredCall(
  devnet: Pick<Devnet, "url">,
  sender: DevnetAccount,
  sponsor: { privateKey: string; nonce: number; fee?: number },
  { contract = PROTOCOL, args, functionName, nonce }: CallOptions & { nonce: number },
): Promise<StacksTransactionWire> {
  const [contractAddress = "", contractName = ""] = contract.split(".");
  const network = networkOf(devnet);
  const transaction = await makeContractCall({
    contractAddress,
    contractName,
    functionName,
    functionArgs: args,
    senderKey: sender.privateKey,
    network,
    sponsored: true,
    fee: 0,
    nonce,
  });
  return sponsorTransaction({
    transaction,
    sponsorPrivateKey: sponsor.privateKey,
    sponsorNonce: sponsor.nonce,
    fee: sponsor.fee ?? 3_000,
    network,
  });
}

/** Deploys `testContract` by a signed transaction, mines it, and answers its id. */
export async function deployTestContract(
  devnet: Devnet,
  account: DevnetAccount = deployer,
): Promise<`${string}.${string}`> {
  const transaction = await makeContractDeploy({
    contractName: "endings",
    codeBody: testContract,
    clarityVersion: ClarityVersion.Clarity4,
    senderKey: account.privateKey,
    network: networkOf(devnet),
  });
  await broadcast(devnet, transaction);
  devnet.mine();
  return `${account.address}.endings`;
}

/** `tx_status` as `/extended/v1/tx/{txid}` answers it. */
export async function statusOf(devnet: Pick<Devnet, "url">, txid: string): Promise<unknown> {
  const { body } = await get(devnet, `/extended/v1/tx/${txid}`);
  return typeof body === "object" && body !== null && "tx_status" in body
    ? body.tx_status
    : undefined;
}

interface AccountState {
  /** µSTX. */
  balance: bigint;
  nonce: number;
}

export async function accountOf(
  devnet: Pick<Devnet, "url">,
  address: string,
): Promise<AccountState> {
  const { body } = await get(devnet, `/v2/accounts/${address}?proof=0`);
  const { balance, nonce } = accountSchema.parse(body);
  return { balance: BigInt(balance), nonce };
}

const accountSchema = z.looseObject({ balance: z.string(), nonce: z.int() });

export interface Answer {
  status: number;
  body: unknown;
}

export async function get(devnet: Pick<Devnet, "url">, path: string): Promise<Answer> {
  const response = await fetch(`${devnet.url}${path}`);
  return { status: response.status, body: await response.json() };
}

export async function post(
  devnet: Pick<Devnet, "url">,
  path: string,
  body: unknown,
): Promise<Answer> {
  const response = await fetch(`${devnet.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}
