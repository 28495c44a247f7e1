import * as z from "zod/mini";
import { type NetworkName, networkNames } from "./network.ts";
import { contractIdSchema } from "./principal.ts";

/** The address of the devnet's deployer, who owns the contracts there. Its key is public knowledge. */
export const DEVNET_DEPLOYER = "ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM";

const BNS_MAINNET = "SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF.BNS-V2";
const BNS_TESTNET = "ST2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D9SZJQ0M.BNS-V2";

const port = z.coerce.number().check(z.int(), z.gte(0), z.lte(65_535));
const address = z.pipe(
  z.url({ protocol: /^https?$/ }),
  z.transform((text) => text.replace(/\/+$/, "")),
);
const several = z.coerce.number().check(z.int(), z.gte(1), z.lte(60_000));

const environmentSchema = z.object({
  COLONNADE_DATA: z._default(z.string().check(z.minLength(1)), "./data"),
  COLONNADE_NETWORK: z._default(z.enum(networkNames), "devnet"),
  COLONNADE_PORT: z._default(port, 4100),
  COLONNADE_OBSERVER_PORT: z._default(port, 4101),
  COLONNADE_DEVNET_PORT: z._default(port, 4102),
  COLONNADE_WEB_DEV_PORT: z._default(port, 4103),
  COLONNADE_DEVNET_BLOCK_MS: z._default(
    z.coerce.number().check(z.int(), z.gte(0), z.lte(600_000)),
    2000,
  ),
  COLONNADE_ORIGIN: z.optional(address),
  COLONNADE_NODE_URL: z.optional(address),
  COLONNADE_EXPLORER_URL: z.optional(address),
  COLONNADE_IPFS_GATEWAY: z.optional(address),
  COLONNADE_KUBO_URL: z.optional(address),
  COLONNADE_PROTOCOL_CONTRACT: z.optional(contractIdSchema),
  COLONNADE_ENDORSEMENT_CONTRACT: z.optional(contractIdSchema),
  COLONNADE_BNS_CONTRACT: z.optional(contractIdSchema),
  DATABASE_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_REPLICA_URL: z.optional(z.url({ protocol: /^postgres(ql)?$/ })),
  COLONNADE_SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  COLONNADE_CONTACT_TO: z.optional(z.string().check(z.includes("@"))),
  COLONNADE_STREAMS: z._default(several, 5_000),
  COLONNADE_STREAMS_PER_CLIENT: z._default(several, 50),
  COLONNADE_TRUSTED_PROXIES: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(10))),
  LOG_LEVEL: z._default(
    z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]),
    "info",
  ),
});

/** Every setting of every process, defaulted. */
export interface Config {
  /** Folder of everything kept on disk; `devnet/` and `service/` below it. */
  dataFolder: string;
  /** `devnet` brings its own chain; `testnet` and `mainnet` are read through a node. */
  network: NetworkName;
  /** The app: API and web on one origin. */
  port: number;
  /** Where the node posts `/new_block`. */
  observerPort: number;
  /** The embedded node's HTTP. */
  devnetPort: number;
  /** Vite's server, for `npm run dev` only. */
  webDevPort: number;
  /** Milliseconds between the devnet seeing a transaction and mining it. */
  devnetBlockMs: number;
  /** The public address of the app, without a trailing slash. */
  origin: string;
  /** The Stacks node and Hiro API, without a trailing slash. */
  nodeUrl: string;
  /** The blockchain explorer; `/txid/{txid}?chain={network}` below it. */
  explorerUrl: string;
  /** Where `ipfs://{cid}` is shown from: `{gateway}/ipfs/{cid}`. */
  ipfsGateway: string;
  /** Kubo RPC to publish uploaded images to, if any. */
  kuboUrl: string | undefined;
  /** `{address}.{name}` of the contract that is called and indexed. */
  protocolContract: string;
  /** `{address}.{name}` of the token. */
  endorsementContract: string;
  /** `{address}.{name}` of BNS-V2, which knows who holds a name. */
  bnsContract: string;
  /** PostgreSQL; without it the embedded PGlite in the data folder. */
  databaseUrl: string | undefined;
  /** A copy of that PostgreSQL to read from, if any. */
  databaseReplicaUrl: string | undefined;
  /** Where contact messages are mailed through and to; without both they are only stored. */
  smtpUrl: string | undefined;
  contactTo: string | undefined;
  /** How many may listen to `/api/stream` of one process at once; each holds a connection. */
  streams: number;
  /** How many of them from one client, which may be a home or an office with several people and pages. */
  streamsPerClient: number;
  /**
   * Proxies of ours before the service, each of which appends to `X-Forwarded-For`; 0 where clients connect directly.
   * Unset, 0 where the origin is on loopback and else 1.
   */
  trustedProxies: number;
  /** The least that is logged, as pino names it. */
  logLevel: z.infer<typeof environmentSchema>["LOG_LEVEL"];
}

/** A setting that is missing or not of its kind. The message names each of them. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** What is said where a process finds its port taken; `setting` is the environment variable that names it. */
export const sayPortTaken = (port: number, setting: string) =>
  `Port ${port} is taken by another program; stop it, or set ${setting} to a free port.`;

const hiroNode = {
  testnet: "https://api.testnet.hiro.so",
  mainnet: "https://api.hiro.so",
} as const;

/**
 * Reads the configuration from environment variables.
 * @param environment the process's environment; an empty text counts as unset
 * @throws ConfigError naming every setting that is wrong or missing
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  // zod/mini comes without words of its own.
  z.config(z.locales.en());
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new ConfigError(`These settings are not right:\n${lines.join("\n")}`);
  }
  const env = parsed.data;
  const network = env.COLONNADE_NETWORK;
  const devnetUrl = `http://127.0.0.1:${env.COLONNADE_DEVNET_PORT}`;
  const origin = env.COLONNADE_ORIGIN ?? `http://127.0.0.1:${env.COLONNADE_PORT}`;
  return {
    dataFolder: env.COLONNADE_DATA,
    network,
    port: env.COLONNADE_PORT,
    observerPort: env.COLONNADE_OBSERVER_PORT,
    devnetPort: env.COLONNADE_DEVNET_PORT,
    webDevPort: env.COLONNADE_WEB_DEV_PORT,
    devnetBlockMs: env.COLONNADE_DEVNET_BLOCK_MS,
    origin,
    nodeUrl: env.COLONNADE_NODE_URL ?? (network === "devnet" ? devnetUrl : hiroNode[network]),
    explorerUrl:
      env.COLONNADE_EXPLORER_URL ?? (network === "devnet" ? devnetUrl : "https://explorer.hiro.so"),
    ipfsGateway: env.COLONNADE_IPFS_GATEWAY ?? origin,
    kuboUrl: env.COLONNADE_KUBO_URL,
    protocolContract: contract(env, "COLONNADE_PROTOCOL_CONTRACT", "colonnade-protocol-alpha"),
    endorsementContract: contract(
      env,
      "COLONNADE_ENDORSEMENT_CONTRACT",
      "colonnade-endorsement-alpha",
    ),
    bnsContract: env.COLONNADE_BNS_CONTRACT ?? (network === "testnet" ? BNS_TESTNET : BNS_MAINNET),
    databaseUrl: env.DATABASE_URL,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    smtpUrl: env.COLONNADE_SMTP_URL,
    contactTo: env.COLONNADE_CONTACT_TO,
    streams: env.COLONNADE_STREAMS,
    streamsPerClient: env.COLONNADE_STREAMS_PER_CLIENT,
    // The service listens on loopback alone, so whoever has a public address has a proxy before it; without this all
    // who come through it would be one client, and share one client's limits.
    trustedProxies: env.COLONNADE_TRUSTED_PROXIES ?? (isLoopback(origin) ? 0 : 1),
    logLevel: env.LOG_LEVEL,
  };
}

/** Whether an address is this machine's own, whatever its port. */
export function isLoopback(address: string): boolean {
  return ["127.0.0.1", "localhost"].includes(new URL(address).hostname);
}

function contract(
  env: z.infer<typeof environmentSchema>,
  key: "COLONNADE_PROTOCOL_CONTRACT" | "COLONNADE_ENDORSEMENT_CONTRACT",
  name: string,
): string {
  const value = env[key];
  if (value !== undefined) return value;
  if (env.COLONNADE_NETWORK === "devnet") return `${DEVNET_DEPLOYER}.${name}`;
  throw new ConfigError(`${key} is needed on ${env.COLONNADE_NETWORK}: the deployed contract's id`);
}
