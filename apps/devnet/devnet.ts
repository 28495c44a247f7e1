import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listDevnetContracts } from "@colonnade/contracts/deployment.ts";
import { accounts } from "./accounts.ts";
import type { NewBlock } from "./chain/block.ts";
import { Chain, type ForkOptions } from "./chain/chain.ts";
import type { DroppedStatus } from "./chain/log.ts";
import { createApp } from "./http/app.ts";
import type { NodeContext } from "./http/context.ts";
import { closeServer, listen } from "./http/listen.ts";
import { lockFolder } from "./lock.ts";
import { Miner } from "./miner.ts";
import { expireName, giveName, transferName } from "./names.ts";
import { Observer, ObserverPositions } from "./observer/observer.ts";
import { setUp } from "./set-up.ts";

export interface DevnetOptions {
  /** The data folder; the chain lies in `devnet/` below it. */
  dataFolder: string;
  /** 0 takes any free port. Default 0. */
  port?: number;
  /** Milliseconds between a transaction and its block; `manual` mines only when asked. */
  blockMs: number | "manual";
  /** Addresses that every block is posted to, at `{address}/new_block`. */
  observers?: readonly string[];
  /** Where the endorsement token's metadata is found: the address before the id. */
  metadataBase?: string;
  /** Milliseconds between Bitcoin blocks, which come with the next block that is due. */
  burnBlockMs?: number;
  /** Unix milliseconds; tests may bring their own clock. */
  now?: () => number;
  log?: DevnetLog;
}

export interface DevnetLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface Devnet extends AsyncDisposable {
  /** `http://127.0.0.1:4102` */
  readonly url: string;
  readonly port: number;
  readonly tip: NewBlock;
  /** Mines a block now, of all that waits; it may be empty. */
  mine(): NewBlock;
  /** Brings a Bitcoin block: an empty Stacks block with the next burn height. */
  mineBurnBlock(): NewBlock;
  /** Rolls back `back` blocks and mines `blocks` others (default 1). Answers the new ones. */
  fork(options: ForkOptions & { blocks?: number }): NewBlock[];
  /** Drops a waiting transaction, as a node does for reasons of its own. */
  drop(txid: string, status: DroppedStatus): boolean;
  /** Gives a new BNS name, `alice.btc`, in a block of its own. */
  giveName(name: string, owner: string): NewBlock;
  /** Moves a BNS name to another holder, in a block of its own. */
  transferName(name: string, owner: string): NewBlock;
  /** Makes a BNS name expire at a burn block height, in a block of its own; 0 is never. */
  expireName(name: string, renewal: number): NewBlock;
  /** Resolves when every observer has answered 200 for every block there is. */
  observersCaughtUp(): Promise<void>;
  close(): Promise<void>;
}

const ALLOCATION = 100_000_000_000_000n;
const DEFAULT_METADATA_BASE = "http://127.0.0.1:4100/api/token-metadata/";

/**
 * Starts the embedded Stacks node.
 * @throws FolderInUseError, PortInUseError, LogError
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  await using started = new AsyncDisposableStack();
  const folder = join(options.dataFolder, "devnet");
  started.use(await lockFolder(folder));

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
  await setUp(
    chain,
    contracts.filter((contract) => contract.deployer === undefined),
  );

  const miner = new Miner(chain, options, now);
  started.defer(() => miner.stop());

  const positions = new ObserverPositions(join(folder, "observers.json"));
  const observers = (options.observers ?? []).map(
    (url) =>
      new Observer({
        url,
        positions,
        mined: chain.ledger.mined,
        onFailure: (address, error) =>
          options.log?.warn(
            { observer: address, error: String(error) },
            "observer does not answer",
          ),
      }),
  );
  const wakeObservers = (): void => {
    for (const observer of observers) observer.wake();
  };
  started.defer(chain.onBlock(wakeObservers));
  started.defer(async () => {
    await Promise.all(observers.map((observer) => observer.close()));
  });

  const context: NodeContext = {
    chain,
    scheduleMining: () => miner.schedule(),
    mine: () => chain.mine(),
    mineBurnBlock: () => chain.mineBurnBlock(),
    fork: ({ blocks = 1, ...fork }) => {
      chain.fork(fork);
      return Array.from({ length: blocks }, () => chain.mine());
    },
    callSystem: (calls) => chain.mineSystemCalls(calls),
  };
  const app = createApp({
    context,
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
    mine: context.mine,
    mineBurnBlock: context.mineBurnBlock,
    fork: context.fork,
    drop: (txid, status) => chain.drop(txid, status),
    giveName: (name, owner) => context.callSystem([giveName(name, owner)]),
    transferName: (name, owner) => context.callSystem([transferName(name, owner)]),
    expireName: (name, renewal) => context.callSystem([expireName(name, renewal)]),
    observersCaughtUp: async () => {
      await Promise.all(observers.map((observer) => observer.caughtUp()));
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
