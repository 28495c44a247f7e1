import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { type Deployment, deploymentSchema } from "./deployment.ts";
import {
  bnsContractOf,
  ENDORSEMENT_CONTRACT_NAME,
  PROTOCOL_CONTRACT_NAME,
} from "./known-contracts.ts";
import { contractIdSchema } from "./principal.ts";
import { parseJson } from "./text.ts";
import type { VerifySettings } from "./verify-settings.ts";
import { networkNames, type WebConfig, webConfigSchema } from "./web-config.ts";

/** The devnet's deployer, which owns the contracts there. Its key is public. */
export const DEVNET_DEPLOYER = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";

const LOOPBACK = "127.0.0.1";

const port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535));
const url = z.pipe(
  z.url({ protocol: /^https?$/ }),
  z.transform((text) => text.replace(/\/+$/, "")),
);
const list = z.pipe(
  z.string(),
  z.transform((text) => text.split(",").map((part) => part.trim())),
);
const address = z.union([z.ipv4(), z.ipv6()]);
const networks = z.pipe(list, z.array(z.union([address, z.cidrv4(), z.cidrv6()])));
const connections = z.coerce.number().check(z.int(), z.gte(1), z.lte(60_000));

const environmentSchema = z.object({
  COLONNADE_DATA: z._default(z.string().check(z.minLength(1)), "./data"),
  COLONNADE_NETWORK: z._default(z.enum(networkNames), "devnet"),
  COLONNADE_HOST: z._default(address, LOOPBACK),
  COLONNADE_PORT: z._default(port, 4100),
  COLONNADE_OBSERVER_HOST: z._default(address, LOOPBACK),
  COLONNADE_OBSERVER_PORT: z._default(port, 4101),
  COLONNADE_OBSERVER_ALLOWED: z.optional(networks),
  COLONNADE_METRICS_HOST: z._default(address, LOOPBACK),
  COLONNADE_METRICS_PORT: z._default(port, 4104),
  COLONNADE_DEVNET_PORT: z._default(port, 4102),
  COLONNADE_WEB_DEV_PORT: z._default(port, 4103),
  COLONNADE_DEVNET_BLOCK_MS: z._default(
    z.coerce.number().check(z.int(), z.gte(0), z.lte(86_400_000)),
    2000,
  ),
  COLONNADE_ORIGIN: z.optional(url),
  COLONNADE_NODE_URL: z.optional(url),
  COLONNADE_HIRO_API_KEY: z.optional(z.string()),
  COLONNADE_VERIFY_NODES: z.optional(z.pipe(list, z.array(url).check(z.minLength(1)))),
  COLONNADE_FINALITY: z._default(z.coerce.number().check(z.int(), z.gte(1)), 1_000),
  COLONNADE_MAX_LAG_BLOCKS: z._default(z.coerce.number().check(z.int(), z.gte(1)), 30),
  COLONNADE_MAX_LAG_MINUTES: z._default(z.coerce.number().check(z.int(), z.gte(1)), 10),
  COLONNADE_EXPLORER_URL: z.optional(url),
  COLONNADE_IPFS_GATEWAY: z.optional(url),
  COLONNADE_KUBO_URL: z.optional(url),
  COLONNADE_IMAGES_MB: z._default(z.coerce.number().check(z.int(), z.gte(1)), 10_000),
  COLONNADE_PROTOCOL_CONTRACT: z.optional(contractIdSchema),
  COLONNADE_ENDORSEMENT_CONTRACT: z.optional(contractIdSchema),
  COLONNADE_BNS_CONTRACT: z.optional(contractIdSchema),
  COLONNADE_DEPLOYMENTS: z._default(z.string(), join(import.meta.dirname, "../../deployments")),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_REPLICA_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  COLONNADE_SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  COLONNADE_CONTACT_TO: z.optional(z.string().check(z.includes("@"))),
  COLONNADE_CONNECTIONS_PER_CLIENT: z._default(connections, 1_000),
  COLONNADE_STREAMS: z._default(connections, 5_000),
  COLONNADE_STREAMS_PER_CLIENT: z._default(connections, 50),
  COLONNADE_TRUSTED_PROXIES: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(10))),
  LOG_LEVEL: z._default(
    z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]),
    "info",
  ),
});

/** Settings are missing or invalid. The message names each of them. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/**
 * Why a process cannot listen, in one sentence.
 * @param setting the environment variable of the port
 * @returns undefined for an error that has no plain sentence
 */
export function sayListenError(
  error: unknown,
  { host, port, setting }: { host: string; port: number; setting: string },
): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return `Port ${port} is taken by another program; stop it, or set ${setting} to a free port.`;
  }
  if (code === "EACCES") {
    return `This user may not listen on port ${port}; set ${setting} to a port above 1023.`;
  }
  if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT") {
    return `This machine has no address ${host}; set ${setting.replace(/PORT$/, "HOST")} to one that it has.`;
  }
  return undefined;
}

/** Where processes of this machine reach a server that listens on the host and port. */
export function localUrl(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://${LOOPBACK}:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

const hiroNode = {
  testnet: "https://api.testnet.hiro.so",
  mainnet: "https://api.hiro.so",
} as const;

/**
 * Reads the configuration from environment variables. Contracts come from the record of their deployment unless a
 * variable names them.
 * @param environment the process's environment; an empty string counts as unset
 * @throws ConfigError naming every setting that is invalid or missing, or the record if it is invalid
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  // Unlike zod, zod/mini has no messages unless a locale is set.
  z.config(z.locales.en());
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(`These settings are invalid:\n${lines.join("\n")}`);
  }
  const env = parsed.data;
  const network = env.COLONNADE_NETWORK;
  const deploymentFile = join(env.COLONNADE_DEPLOYMENTS, `${network}.json`);
  const deployment = readDeployment(deploymentFile);
  const devnetUrl = `http://127.0.0.1:${env.COLONNADE_DEVNET_PORT}`;
  const host = env.COLONNADE_HOST;
  const observerHost = env.COLONNADE_OBSERVER_HOST;
  const origin = env.COLONNADE_ORIGIN ?? localUrl(host, env.COLONNADE_PORT);
  const nodeUrl = env.COLONNADE_NODE_URL ?? (network === "devnet" ? devnetUrl : hiroNode[network]);
  return {
    /** The folder of everything kept on disk, with the subfolders `devnet/` and `service/`. */
    dataFolder: env.COLONNADE_DATA,
    /** `devnet` starts a chain of its own. `testnet` and `mainnet` are read through a node. */
    network,
    /** The address that the app listens on: API and web on one origin. */
    host,
    port: env.COLONNADE_PORT,
    /** The address that the node posts `/new_block` to. */
    observerHost,
    observerPort: env.COLONNADE_OBSERVER_PORT,
    /** The only addresses and networks that may post to it. By default this machine's own. */
    observerAllowed: env.COLONNADE_OBSERVER_ALLOWED ?? [LOOPBACK, "::1", observerHost],
    /** The address that Prometheus reads `/metrics` from. */
    metricsHost: env.COLONNADE_METRICS_HOST,
    metricsPort: env.COLONNADE_METRICS_PORT,
    /** The embedded node's HTTP port. */
    devnetPort: env.COLONNADE_DEVNET_PORT,
    /** The port of Vite's server; `npm run dev` only. */
    webDevPort: env.COLONNADE_WEB_DEV_PORT,
    /** Milliseconds from the devnet receiving a transaction to mining it. */
    devnetBlockMs: env.COLONNADE_DEVNET_BLOCK_MS,
    /** The public address of the app, without a trailing slash. */
    origin,
    /** The Stacks node and Hiro API, without a trailing slash. */
    nodeUrl,
    /** The nodes that `/verify` proposes to ask. */
    verifyNodes: env.COLONNADE_VERIFY_NODES ?? [nodeUrl],
    /** The key for a higher rate limit of the Hiro API, if any. */
    hiroApiKey: env.COLONNADE_HIRO_API_KEY,
    /** Blocks below the tip that no fork is expected to replace. A deeper fork stops the index. */
    finality: env.COLONNADE_FINALITY,
    /** Blocks, and minutes, that the index may be behind the node. If it is further behind, it is stalled. */
    maxLagBlocks: env.COLONNADE_MAX_LAG_BLOCKS,
    maxLagMinutes: env.COLONNADE_MAX_LAG_MINUTES,
    /** The blockchain explorer. It shows a transaction at `/txid/{txid}?chain={network}`. */
    explorerUrl:
      env.COLONNADE_EXPLORER_URL ?? (network === "devnet" ? devnetUrl : "https://explorer.hiro.so"),
    /** Where the service sends browsers for an image that is not stored here: `{ipfsGateway}/ipfs/{cid}`. */
    ipfsGateway: env.COLONNADE_IPFS_GATEWAY ?? origin,
    /** The Kubo RPC address that uploaded images are published to, if any. */
    kuboUrl: env.COLONNADE_KUBO_URL,
    /** Megabytes of a million bytes that all uploaded images together may take. */
    imagesMb: env.COLONNADE_IMAGES_MB,
    ...findContracts(env, deployment),
    /** The record of the contracts' deployment, and its file. */
    deployment,
    deploymentFile,
    /** PostgreSQL. If unset, the service runs PGlite in the data folder. */
    databaseUrl: env.DATABASE_URL,
    /** A replica of that PostgreSQL to read from, if any. */
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    /** The mail server for contact messages. Without this and `contactTo` they are only stored. */
    smtpUrl: env.COLONNADE_SMTP_URL,
    /** The address that contact messages are mailed to. */
    contactTo: env.COLONNADE_CONTACT_TO,
    /**
     * Open connections that one process allows one client, where no proxy is in front. A proxy's connections are
     * everybody's. A client can be an office: each of its browsers opens about six.
     */
    connectionsPerClient: env.COLONNADE_CONNECTIONS_PER_CLIENT,
    /** Open connections to `/api/stream` that one process allows. */
    streams: env.COLONNADE_STREAMS,
    /** How many of them one client may hold. A client can be an office with many people and tabs. */
    streamsPerClient: env.COLONNADE_STREAMS_PER_CLIENT,
    /**
     * The number of proxies in front of the service that append to `X-Forwarded-For`. A service on loopback with a
     * public address has one: if it were not counted, all visitors would share one rate limit.
     */
    trustedProxies: env.COLONNADE_TRUSTED_PROXIES ?? guessProxies(host, origin),
    /** The lowest level that is logged, by pino's names. */
    logLevel: env.LOG_LEVEL,
  };
}

/** Every setting of every process, with defaults filled in. */
export type Config = ReturnType<typeof readConfig>;

/** The settings that a browser needs. */
export function webConfig(config: Config): WebConfig {
  const walletUrl = config.network === "devnet" ? `${config.nodeUrl}/wallet/provider.js` : null;
  return webConfigSchema.parse({ ...config, walletUrl });
}

/** The settings of the page that checks proofs. */
export function verifySettings({ network, origin, protocolContract, verifyNodes }: Config) {
  const settings: VerifySettings = {
    network,
    origin,
    protocol: protocolContract,
    nodes: verifyNodes,
  };
  return settings;
}

/** @throws ConfigError where browsers may reach the service directly, and could forge `X-Forwarded-For` */
function guessProxies(host: string, origin: string): number {
  if (host === "::1" || host.startsWith("127.")) return isLoopback(origin) ? 0 : 1;
  throw new ConfigError(
    "COLONNADE_TRUSTED_PROXIES is required where COLONNADE_HOST is not loopback: the number of proxies in front, 0 if none",
  );
}

/** Whether a URL leads to this machine. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return ["localhost", "[::1]"].includes(hostname) || hostname.startsWith("127.");
}

/** The contracts, each as `{address}.{name}`: those that are set, else those of the deployment, else the devnet's. */
function findContracts(
  env: z.infer<typeof environmentSchema>,
  deployment: Deployment | undefined,
): Pick<WebConfig, "protocolContract" | "endorsementContract" | "bnsContract"> {
  const network = env.COLONNADE_NETWORK;
  return {
    /** Users call it, and the service indexes it. */
    protocolContract:
      env.COLONNADE_PROTOCOL_CONTRACT ??
      deployment?.protocol.id ??
      devnetContract(network, PROTOCOL_CONTRACT_NAME),
    /** The token. */
    endorsementContract:
      env.COLONNADE_ENDORSEMENT_CONTRACT ??
      deployment?.endorsement.id ??
      devnetContract(network, ENDORSEMENT_CONTRACT_NAME),
    /** BNS-V2, which knows the owner of each name. */
    bnsContract: env.COLONNADE_BNS_CONTRACT ?? deployment?.bns ?? bnsContractOf(network),
  };
}

/** @throws ConfigError on a public network, where somebody has to deploy the contracts first */
function devnetContract(network: WebConfig["network"], name: string): string {
  if (network === "devnet") return `${DEVNET_DEPLOYER}.${name}`;
  throw new ConfigError(
    `No contracts are known on ${network}. Deploy them (npm run contracts:deploy -- --network ${network}), ` +
      "or set COLONNADE_PROTOCOL_CONTRACT and COLONNADE_ENDORSEMENT_CONTRACT.",
  );
}

/** @throws ConfigError if the file is there and is not a record */
function readDeployment(file: string): Deployment | undefined {
  if (!existsSync(file)) return;
  const parsed = deploymentSchema.safeParse(parseJson(readFileSync(file, "utf8")));
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    `${file} is not the record of a deployment: ${z.prettifyError(parsed.error)}`,
  );
}
