import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type DeployableContract,
  listDevnetContracts,
  signDeployment,
} from "@colonnade/contracts/deployment.ts";
import { lockFolder } from "@colonnade/folder-lock/folder-lock.ts";
import { createNetwork } from "@stacks/network";
import type { Logger } from "pino";
import { accounts, deployer } from "./accounts.ts";
import type { NewBlock } from "./chain/block.ts";
import { Chain, type ForkOptions } from "./chain/chain.ts";
import { type DroppedStatus, LogError } from "./chain/log.ts";
import { closeServer, createApp, listen } from "./http/app.ts";
import { Miner } from "./miner.ts";
import { expireName, giveName, readName, transferName } from "./names.ts";
import { Observer, ObserverPositions } from "./observer.ts";

export interface DevnetOptions {
  /** The data folder; the chain lies in `devnet/` below it. */
  dataFolder: string;
  /** 0 takes any free port. Default 0. */
  port?: number;
  /** Milliseconds between a transaction and its block; `manual` mines only when asked. */
  blockMs: number | "manual";
  /** Addresses that everything is posted to, at `{address}/new_block` and beside it. */
  observers?: readonly string[];
  /** Whether it answers the Hiro API's deprecated routes. If not, they answer 410. Default true. */
  hasDeprecated?: boolean;
  /** The address of the endorsement token's metadata, up to the id. */
  metadataBase?: string;
  /** Milliseconds between Bitcoin blocks. Each comes with the next Stacks block that is due. */
  burnBlockMs?: number;
  /** Unix milliseconds; tests may bring their own clock. */
  now?: () => number;
  log?: Pick<Logger, "error" | "warn">;
}

export interface Devnet extends AsyncDisposable {
  /** `http://127.0.0.1:4102` */
  readonly url: string;
  readonly port: number;
  readonly tip: NewBlock;
  /** Mines a block now from the mempool. It may be empty. */
  mine(): NewBlock;
  /** Mines a Bitcoin block: an empty Stacks block with the next burn height. */
  mineBurnBlock(): NewBlock;
  /** Rolls back blocks and mines others. @returns the new ones */
  fork(options: ForkOptions): NewBlock[];
  /** Drops a waiting transaction, as a node does for reasons of its own. */
  drop(txid: string, status: DroppedStatus): boolean;
  /** Gives a new BNS name, `alice.btc`, in a block of its own. */
  giveName(name: string, owner: string): NewBlock;
  /** Moves a BNS name to another holder, in a block of its own. */
  transferName(name: string, owner: string): NewBlock;
  /** Makes a BNS name expire at a burn block height, in a block of its own; 0 is never. */
  expireName(name: string, renewal: number): NewBlock;
  /** Resolves when every observer has answered 200 for every post there is. */
  observersCaughtUp(): Promise<void>;
  close(): Promise<void>;
}

const ALLOCATION = 100_000_000_000_000n;
const DEFAULT_METADATA_BASE = "http://127.0.0.1:4100/api/token-metadata/";

/**
 * Starts the embedded Stacks node.
 * @throws FolderLockError, PortInUseError, LogError
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  await using started = new AsyncDisposableStack();
  const folder = join(options.dataFolder, "devnet");
  started.use(lockFolder(folder, () => `Another devnet is running on the folder ${folder}.`));

  const contracts = listDevnetContracts({
    metadataBase: options.metadataBase ?? DEFAULT_METADATA_BASE,
  });
  const now = options.now ?? Date.now;
  const chain = await Chain.open({
    path: join(folder, "chain.log"),
    genesis: {
      allocations: Object.fromEntries(accounts.map(({ address }) => [address, `${ALLOCATION}`])),
      contracts: contracts.flatMap((contract) =>
        contract.deployer === undefined ? [] : [{ ...contract, deployer: contract.deployer }],
      ),
    },
    now,
  });
  started.defer(() => chain.close());
  const own = contracts.filter((contract) => contract.deployer === undefined);
  refuseOtherContracts(chain, own, folder);
  await setUp(chain, own);

  const onDiskError = (error: Error) =>
    options.log?.warn({ err: error }, "a block could not be written; it is mined again later");
  const miner = new Miner(chain, { ...options, onDiskError }, now);
  started.defer(() => miner.stop());

  const positions = new ObserverPositions(join(folder, "observers.json"));
  const observers = (options.observers ?? []).map(
    (url) =>
      new Observer({
        url,
        positions,
        posts: chain.ledger.posts,
        onFailure: (address, error) =>
          options.log?.warn(
            { observer: address, error: String(error) },
            "a post was not answered, or not noted",
          ),
      }),
  );
  const wakeObservers = (): void => {
    for (const observer of observers) observer.wake();
  };
  started.defer(chain.onChange(wakeObservers));
  started.defer(async () => {
    await Promise.all(observers.map((observer) => observer.close()));
  });

  const app = createApp({
    chain,
    scheduleMining: () => miner.schedule(),
    hasDeprecated: options.hasDeprecated ?? true,
    walletFolder: fileURLToPath(new URL("dist/wallet", import.meta.url)),
    onError: (error) => options.log?.error({ err: error }, "request failed"),
  });
  const server = await listen(app.fetch, options.port ?? 0);
  started.defer(() => closeServer(server.server));
  wakeObservers();
  miner.schedule();

  const running = started.move();
  const close = (): Promise<void> => running.disposeAsync();
  return {
    url: `http://127.0.0.1:${server.port}`,
    port: server.port,
    get tip() {
      return chain.tip;
    },
    mine: () => chain.mine(),
    mineBurnBlock: () => chain.mineBurnBlock(),
    fork: (options) => chain.fork(options),
    drop: (txid, status) => chain.drop(txid, status),
    giveName: (name, owner) => chain.mineSystemCalls([giveName(name, owner)]),
    transferName: (name, owner) => chain.mineSystemCalls([transferName(name, owner)]),
    expireName: (name, renewal) => chain.mineSystemCalls([expireName(name, renewal)]),
    observersCaughtUp: async () => {
      await Promise.all(observers.map((observer) => observer.caughtUp()));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The contracts on the chain may have another address for metadata than today's. */
const withoutMetadataBase = (source: string) =>
  source.replace(/"[^"]*\/api\/token-metadata\/"/, "");

/** @throws LogError if the chain has other contracts than this version's */
function refuseOtherContracts(
  chain: Chain,
  contracts: readonly { name: string; source: string }[],
  folder: string,
): void {
  for (const { name, source } of contracts) {
    const deployed = chain.vm.contractSource(`${deployer.address}.${name}`);
    if (deployed === undefined) continue;
    if (withoutMetadataBase(deployed) === withoutMetadataBase(source)) continue;
    throw new LogError(
      `The devnet in ${folder} has the contracts of another version of Colonnade. ` +
        "Delete that folder to start a new chain. The old chain is then lost.",
    );
  }
}

/**
 * Gives the accounts their names and deploys Colonnade's contracts by ordinary signed transactions.
 * It skips what exists, so the next start finishes an interrupted one.
 */
export async function setUp(chain: Chain, contracts: readonly DeployableContract[]): Promise<void> {
  const named = accounts.filter(({ bnsName }) => bnsName !== undefined);
  const nameless = named.filter(({ bnsName = "" }) => readName(chain, bnsName) === undefined);
  if (nameless.length === named.length) {
    chain.mineSystemCalls(nameless.map(({ bnsName = "", address }) => giveName(bnsName, address)));
  }
  const missing = contracts.filter(
    ({ name }) => chain.vm.contractInterface(`${deployer.address}.${name}`) === undefined,
  );
  if (missing.length === 0) return;
  let nonce = chain.ledger.nextNonce(deployer.address);
  for (const contract of missing) {
    const transaction = await signDeployment(contract, {
      senderKey: deployer.privateKey,
      nonce,
      fee: Buffer.byteLength(contract.source) * 2 + 10_000,
      network: createNetwork("testnet"),
    });
    chain.broadcast(transaction.serializeBytes());
    nonce += 1n;
  }
  const { transactions } = chain.mine();
  const failed = transactions.find(({ status }) => status !== "success");
  if (failed !== undefined) {
    throw new Error(`a contract could not be deployed: ${String(failed.vm_error)}`);
  }
}
