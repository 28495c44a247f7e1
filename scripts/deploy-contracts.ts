import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { NodeError } from "../apps/service/chain/node.ts";
import { type Config, ConfigError, readConfig } from "../packages/domain/config.ts";
import { principalSchema } from "../packages/domain/principal.ts";
import { networkNames } from "../packages/domain/web-config.ts";
import {
  ContractDeployment,
  contractIdsOf,
  DeployError,
  feeOf,
  formatStx,
  type Plan,
} from "./contract-deployment.ts";

const usage =
  "Usage: npm run contracts:deploy -- --network testnet|mainnet|devnet [--watcher ADDRESS]... [--yes]";

const argumentsSchema = z.object({
  network: z.enum(networkNames, usage),
  watcher: z.array(principalSchema).default([]),
  yes: z.boolean().default(false),
});

/** One more than the greatest private key of secp256k1. */
const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;

function readArguments() {
  const { values } = parseArgs({
    options: {
      network: { type: "string" },
      watcher: { type: "string", multiple: true },
      yes: { type: "boolean" },
    },
  });
  const parsed = argumentsSchema.safeParse(values);
  if (!parsed.success) throw new DeployError(z.prettifyError(parsed.error));
  const { network, watcher } = parsed.data;
  const prefix = network === "mainnet" ? /^S[PM]/ : /^S[TN]/;
  const foreign = watcher.find((address) => !prefix.test(address));
  if (foreign !== undefined) {
    throw new DeployError(`${foreign} is an address of another network than ${network}.`);
  }
  return parsed.data;
}

/** The key of the account that deploys and then owns the contracts. No message has any part of it. */
function readKey(): string {
  const key = process.env.COLONNADE_DEPLOYER_KEY ?? "";
  // Wallets mark a compressed public key with 01 at the end.
  const [, digits] = /^(?:0x)?([0-9a-f]{64})(?:01)?$/i.exec(key.trim()) ?? [];
  const number = BigInt(`0x${digits ?? "0"}`);
  if (digits !== undefined && number > 0n && number < ORDER) return `${digits.toLowerCase()}01`;
  throw new DeployError(
    key === ""
      ? "COLONNADE_DEPLOYER_KEY is missing: the private key of the account that deploys and then owns the contracts."
      : "COLONNADE_DEPLOYER_KEY is not a private key: 64 or 66 hexadecimal digits.",
  );
}

/** The settings of the process, for the contracts that the key deploys. */
function readSettings(key: string, network: Config["network"]): Config {
  const { deployer, protocol, endorsement } = contractIdsOf(key, network);
  const config = readConfig({
    ...process.env,
    COLONNADE_NETWORK: network,
    COLONNADE_PROTOCOL_CONTRACT: protocol,
    COLONNADE_ENDORSEMENT_CONTRACT: endorsement,
  });
  const recorded = config.deployment?.deployer ?? deployer;
  if (recorded === deployer) return config;
  throw new DeployError(
    `${config.deploymentFile} records a deployment by ${recorded}, and the key is that of ${deployer}. ` +
      "Use the key of the former, or move the file away to deploy other contracts.",
  );
}

function describe({ config, deployer }: { config: Config; deployer: string }, plan: Plan): string {
  const { steps, fee, balance, epoch } = plan;
  return [
    `Network   ${config.network}, epoch ${epoch}, through ${config.nodeUrl}`,
    `Deployer  ${deployer}, the contracts' first owner, has ${formatStx(balance)}`,
    `BNS-V2    ${config.bnsContract}`,
    `Metadata  ${config.origin}/api/token-metadata/{id}`,
    "",
    ...steps.map(
      ({ what, transaction }, index) =>
        `${index + 1}. ${what}, fee ${formatStx(feeOf(transaction))}`,
    ),
    `Together  ${formatStx(fee)}`,
  ].join("\n");
}

function requireBalance({ balance, fee }: Plan, deployer: string): void {
  if (balance >= fee) return;
  throw new DeployError(
    `${deployer} has ${formatStx(balance)} and needs ${formatStx(fee)}. ` +
      "If it should have more, COLONNADE_DEPLOYER_KEY may be the key of another account.",
  );
}

/** @returns whether the user types yes */
async function confirm(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = once(terminal, "close").then(() => "");
  const answer = await Promise.race([terminal.question("Type yes to send this: "), closed]);
  terminal.close();
  return answer.trim().toLowerCase() === "yes";
}

async function main(): Promise<void> {
  const { network, watcher, yes } = readArguments();
  const privateKey = readKey();
  const config = readSettings(privateKey, network);
  const { deployer } = contractIdsOf(privateKey, network);
  const say = (line: string) => console.log(line);
  const deployment = new ContractDeployment({ config, privateKey, watchers: watcher, say });
  const plan = await deployment.plan();
  if (plan.steps.length === 0) {
    say("Everything is on the chain already, with the same sources.");
  } else {
    say(describe({ config, deployer }, plan));
    requireBalance(plan, deployer);
    if (!yes && !(await confirm())) throw new DeployError("Nothing was sent.");
    await deployment.carryOut(plan);
  }
  const record = await deployment.verify();
  mkdirSync(dirname(config.deploymentFile), { recursive: true });
  writeFileSync(config.deploymentFile, `${JSON.stringify(record, null, 2)}\n`);
  say(`The sources on the chain are ours, byte for byte. Recorded in ${config.deploymentFile}`);
}

/** Whether an error is from `parseArgs`. */
function isArgumentCode(code: unknown): boolean {
  return String(code).startsWith("ERR_PARSE_ARGS");
}

try {
  await main();
} catch (error) {
  process.exitCode = 1;
  if (error instanceof NodeError) {
    console.error(`${error.message}. COLONNADE_NODE_URL names the node. What was sent stays sent.`);
  } else if (error instanceof DeployError || error instanceof ConfigError) {
    console.error(error.message);
  } else if (error instanceof TypeError && "code" in error && isArgumentCode(error.code)) {
    console.error(`${error.message}\n${usage}`);
  } else throw error;
}
