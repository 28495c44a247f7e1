import { z } from "zod";
import {
  createHiroLists,
  type HiroLog,
  type HiroTransaction,
  heightOf,
  summarySchema,
} from "./hiro-lists.ts";
import type { NewBlock, NewBlockTransaction } from "./new-block.ts";
import {
  type BlockContents,
  type BlockHeader,
  type ChainNode,
  NodeError,
  NodeVersionError,
  RefusedError,
} from "./node.ts";
import {
  askNodeAt,
  calledBy,
  contractCallSchema,
  LONGEST_CALL,
  type NodeOptions,
  type Patience,
  requestTip,
} from "./node-request.ts";
import type { Candidate, UnfitPayload } from "./payload.ts";
import type { PayloadReader } from "./payload-reader.ts";

/** The first version of the Hiro API that has all routes asked for here. */
const LEAST_VERSION = 9;
const PAGE = 50;
/** The most headers that the API answers at once. */
const HEADER_PAGE = 30;

const headerSchema = z
  .object({
    canonical: z.boolean(),
    height: z.int().nonnegative(),
    index_block_hash: z.string(),
    parent_index_block_hash: z.string(),
    block_time: z.int().nonnegative(),
  })
  .transform((header) => ({
    canonical: header.canonical,
    height: header.height,
    indexBlockHash: header.index_block_hash,
    parentIndexBlockHash: header.parent_index_block_hash,
    time: header.block_time,
  }));
const headerPageSchema = z.object({ results: z.array(headerSchema) });

/** A transaction as `/extended/v1/tx/{txid}` answers it. */
const oldTransactionSchema = z
  .object({
    tx_status: z.string().regex(/^[a-z_]+$/),
    sender_address: z.string(),
    contract_call: contractCallSchema,
  })
  .transform(({ tx_status: status, sender_address: sender, contract_call }) => ({
    ...{ status, sender },
    ...calledBy(contract_call),
  }));
const transactionSchema = z
  .object({
    status: z.string().regex(/^[a-z_]+$/),
    sender: z.object({ address: z.string() }),
    contract_call: contractCallSchema,
  })
  .transform(({ status, sender, contract_call }) => ({
    ...{ status, sender: sender.address },
    ...calledBy(contract_call),
  }));
const outcomeSchema = z.object({
  event_count: z.int().nonnegative(),
  result: z.object({ hex: z.string() }).nullish(),
});

const contractSchema = z.object({ block_height: z.int().nonnegative() });

/** A transaction of ours with its place and its prints. */
interface Found extends HiroTransaction {
  logs: HiroLog[];
}

/**
 * A public network's node, by the Hiro API. The API has no route for a block as a node posts it. So a block is put
 * together from its header, its transactions that concern the contract, and the contract's logs. Requests go one by
 * one, since public nodes limit their rate.
 * @param pageSize transactions and logs in one request
 */
export function createHiroNode(
  nodeUrl: string,
  protocolContract: string,
  reader: Pick<PayloadReader, "readBlock">,
  { pageSize = PAGE, ...options }: NodeOptions & { pageSize?: number } = {},
): ChainNode {
  const ask = askNodeAt(nodeUrl, options);
  const lists = createHiroLists(ask, protocolContract, pageSize);
  const readRawTransaction = createRawTransactionReader(ask);
  let firstHeight: number | undefined;
  /** Whether `/extended/v1/tx/{txid}` is closed. */
  let isOldRouteClosed = false;

  const isOurCall = ({ contract_call }: HiroTransaction) =>
    contract_call?.contract_id === protocolContract;
  const askShort = <Schema extends z.ZodType>(path: string, schema: Schema) =>
    ask(path, schema, undefined, undefined, LONGEST_CALL);
  const header = (id: string | number, patience: Patience) =>
    ask(`/extended/v2/blocks/${id}`, headerSchema, patience);

  async function block(id: string | number): Promise<Candidate | UnfitPayload | null> {
    const found = await header(id, undefined);
    if (found === null) return null;
    const payload: NewBlock = {
      block_height: found.height,
      block_time: found.time,
      index_block_hash: found.indexBlockHash,
      parent_index_block_hash: found.parentIndexBlockHash,
      ...(await contentsOf(found, undefined)),
    };
    return reader.readBlock(payload);
  }

  async function contentsOf(
    { indexBlockHash, height }: BlockHeader,
    patience: Patience,
  ): Promise<Pick<NewBlock, "transactions" | "events">> {
    const gone = `${indexBlockHash} is not canonical any more, or a server that answered does not have it yet`;
    const listed = await lists.transactionsOf(indexBlockHash, patience);
    if (listed === null) throw new NodeError(gone);
    const isRun = ({ type, status }: HiroTransaction) =>
      status === "success" && (type === "contract_call" || type === "smart_contract");
    const { logs, tips } = listed.some(isRun)
      ? await lists.logsAt(height, patience)
      : { logs: [], tips: [] };
    const byTransaction = Map.groupBy(logs, ({ tx_id }) => tx_id);
    const ours = listed
      .map((transaction) => ({ ...transaction, logs: byTransaction.get(transaction.tx_id) ?? [] }))
      .filter((transaction) => isOurCall(transaction) || transaction.logs.length > 0);
    const contents = await readContents(ours, patience);
    // The logs belong to the canonical chain, where the same transactions may have printed something else.
    for (const hash of new Set([...tips, indexBlockHash])) {
      const after = await header(hash, patience);
      if (after?.canonical !== true || after.height < height) throw new NodeError(gone);
    }
    return contents;
  }

  async function* headers(indexBlockHash: string): AsyncGenerator<BlockHeader> {
    for (let next: string | undefined = indexBlockHash; next !== undefined; ) {
      const page: BlockHeader[] = await readHeaders(next);
      yield* page;
      next = page.at(-1)?.parentIndexBlockHash;
    }
  }

  /** Some headers from a block down. @throws NodeError when a fork has orphaned it, or them while they were read */
  async function readHeaders(from: string): Promise<BlockHeader[]> {
    const path = `/extended/v2/blocks?limit=${HEADER_PAGE}&cursor=${from}`;
    const { results } = (await ask(path, headerPageSchema, "retries")) ?? { results: [] };
    const wanted = [from, ...results.map(({ parentIndexBlockHash }) => parentIndexBlockHash)];
    if (results.length > 0 && results.every((each, place) => each.indexBlockHash === wanted[place]))
      return results;
    throw new NodeError(`${from} is not canonical any more`);
  }

  /**
   * Calls of the contract are in the list of its transactions. What other contracts made it print is in its logs only,
   * which do not name their heights. So a page of logs is read after all transactions up to its newest log.
   */
  async function* contentsAbove(height: number): AsyncGenerator<BlockContents> {
    const waiting = new Map<string, Found>();
    const transactions = lists.transactionsAbove(height);
    /** Transactions up to this height are in `waiting`. */
    let read = height;

    const readTransactionsTo = async (wanted: number): Promise<boolean> => {
      while (read <= wanted) {
        const { value: page, done } = await transactions.next();
        if (done === true) return false;
        const calls = page.items.filter((each) => isOurCall(each) && each.block.height > height);
        for (const each of calls) waiting.set(each.tx_id, { ...each, logs: [] });
        read = heightOf(page.start);
      }
      return true;
    };

    for await (const page of lists.logsAbove(height)) {
      await readTransactionsTo(heightOf(page.start));
      await addLogs(waiting, page.items, height);
      // The newest log's block may go on in the next page.
      yield* takeBlocks(waiting, heightOf(page.start) - 1);
    }
    while (await readTransactionsTo(read)) yield* takeBlocks(waiting, read - 1);
    yield* takeBlocks(waiting, Number.POSITIVE_INFINITY);
  }

  /**
   * Adds logs to the transactions that printed them.
   * @param logs newest first; those of the height or below are left out
   */
  async function addLogs(
    waiting: Map<string, Found>,
    logs: HiroLog[],
    height: number,
  ): Promise<void> {
    for (const log of logs) {
      const found = waiting.get(log.tx_id) ?? (await find(log.tx_id));
      if (found.block.height <= height) return;
      found.logs.push(log);
      waiting.set(log.tx_id, found);
    }
  }

  /** Finds a transaction that another contract's code made ours print in. */
  async function find(txId: string): Promise<Found> {
    const path = `/extended/v3/transactions/${txId}`;
    const found = await ask(path, summarySchema, "retries");
    if (found === null) throw new NodeError(`${txId} disappeared while it was being read`);
    return { ...found, logs: [] };
  }

  /** Takes the whole blocks up to a height out of what was found. */
  async function* takeBlocks(
    waiting: Map<string, Found>,
    height: number,
  ): AsyncGenerator<BlockContents> {
    const taken = [...waiting.values()].filter(({ block: { height: at } }) => at <= height);
    for (const { tx_id } of taken) waiting.delete(tx_id);
    const blocks = [...Map.groupBy(taken, ({ block: at }) => at.height)].sort(([a], [b]) => a - b);
    for (const [at, found] of blocks) {
      const hashes = new Set(found.map(({ block: { index_hash } }) => index_hash));
      const [first] = found;
      if (first === undefined || hashes.size > 1)
        throw new NodeError(`The block at ${at} has changed while it was being read`);
      const { index_hash: indexBlockHash, time } = first.block;
      yield { height: at, indexBlockHash, time, ...(await readContents(found, "retries")) };
    }
  }

  async function readContents(
    found: Found[],
    patience: Patience,
  ): Promise<Pick<NewBlock, "transactions" | "events">> {
    const transactions: NewBlockTransaction[] = [];
    for (const each of found.toSorted((a, b) => a.block.tx_index - b.block.tx_index)) {
      const { tx_id: txid, status, block: at } = each;
      const raw_tx = await readRawTransaction(txid, patience);
      const raw_result = await readResult(each, patience);
      transactions.push({ txid, tx_index: at.tx_index, status, raw_tx, raw_result });
    }
    return { transactions, events: found.flatMap(({ logs }) => logs).map(toEvent) };
  }

  /** The result of a call that printed nothing. It holds the error of a failed call. */
  async function readResult(
    { tx_id, status, logs }: Found,
    patience: Patience,
  ): Promise<string | undefined> {
    if (logs.length > 0) return undefined;
    const path = `/extended/v3/transactions/${tx_id}?include=result`;
    const outcome = await ask(path, outcomeSchema, patience);
    if (outcome === null) throw new NodeError(`${tx_id} disappeared while it was being read`);
    // Another server behind the same address may be a block behind.
    if (status === "success" && outcome.event_count > 0)
      throw new NodeError(`The logs of ${tx_id} are not there`);
    return outcome.result?.hex;
  }

  return {
    async tip() {
      const { version, ...tip } = await requestTip(ask);
      const release = /^stacks-blockchain-api v?(\d+)\./.exec(version)?.[1];
      if (release === undefined || Number(release) >= LEAST_VERSION) return tip;
      throw new NodeVersionError(
        `The Hiro API at ${nodeUrl} has version ${release}. Colonnade needs version ${LEAST_VERSION} or later.`,
      );
    },
    block,
    async transaction(txId) {
      if (!isOldRouteClosed) {
        try {
          return await askShort(`/extended/v1/tx/${txId}`, oldTransactionSchema);
        } catch (error) {
          if (!(error instanceof RefusedError)) throw error;
          isOldRouteClosed = error.status === 410;
        }
      }
      const path = `/extended/v3/transactions/${txId}?include=function_args`;
      return askShort(path, transactionSchema);
    },
    async firstHeight() {
      if (firstHeight !== undefined) return firstHeight;
      const contract = await ask(`/extended/v1/contract/${protocolContract}`, contractSchema);
      firstHeight = contract?.block_height;
      return firstHeight ?? 1;
    },
    lists: {
      headers,
      header: (id) => header(id, "retries"),
      contentsAbove,
      decode: reader.readBlock,
      contentsOf: (block) => contentsOf(block, "retries"),
    },
  };
}

/**
 * Raw transactions: from the stacks-node, where it keeps an index of them, else from the API's older route. The one
 * that answered last is asked first.
 */
function createRawTransactionReader(ask: ReturnType<typeof askNodeAt>) {
  const routes = [
    async (txId: string, patience: Patience) => {
      const path = `/v3/transaction/${txId.slice(2)}`;
      const found = await ask(path, z.object({ tx: z.string() }), patience);
      return found === null ? null : `0x${found.tx}`;
    },
    async (txId: string, patience: Patience) => {
      const path = `/extended/v1/tx/${txId}/raw`;
      return (await ask(path, z.object({ raw_tx: z.string() }), patience))?.raw_tx ?? null;
    },
  ];
  return async (txId: string, patience: Patience): Promise<string> => {
    for (const route of [...routes]) {
      const raw = await route(txId, patience).catch((error: unknown) => {
        if (error instanceof RefusedError) return null;
        throw error;
      });
      if (raw === null) continue;
      if (route !== routes[0]) routes.reverse();
      return raw;
    }
    throw new NodeError(
      `The node does not have the raw transaction ${txId}. It needs txindex = true in its settings.`,
    );
  };
}

function toEvent({ tx_id, event_index, contract_log }: HiroLog): NewBlock["events"][number] {
  return {
    txid: tx_id,
    event_index,
    committed: true,
    type: "contract_event",
    contract_event: {
      contract_identifier: contract_log.contract_id,
      topic: contract_log.topic,
      raw_value: contract_log.value.hex,
    },
  };
}
