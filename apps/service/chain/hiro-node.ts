import { z } from "zod";
import type { NewBlock, NewBlockTransaction } from "./new-block.ts";
import { type ChainNode, NodeError } from "./node.ts";
import { requestNode, requestTip } from "./node-request.ts";

const PAGE = 50;

const headerSchema = z.object({
  height: z.int().nonnegative(),
  index_block_hash: z.string(),
  parent_index_block_hash: z.string(),
  block_time: z.int().nonnegative(),
});

const listedTransactionSchema = z.object({
  tx_id: z.string(),
  tx_index: z.int().nonnegative(),
  tx_status: z.string(),
  event_count: z.int().nonnegative(),
  contract_call: z.object({ contract_id: z.string() }).optional(),
});
type ListedTransaction = z.infer<typeof listedTransactionSchema>;

const transactionsSchema = z.object({
  total: z.int().nonnegative(),
  results: z.array(listedTransactionSchema),
});

const logsSchema = z.object({
  next_cursor: z.string().nullable(),
  results: z.array(
    z.object({
      event_index: z.int().nonnegative(),
      tx_id: z.string(),
      contract_log: z.object({
        contract_id: z.string(),
        topic: z.string(),
        value: z.object({ hex: z.string() }),
      }),
    }),
  ),
});
type Log = z.infer<typeof logsSchema>["results"][number];

const transactionSchema = z.object({
  status: z.string().regex(/^[a-z_]+$/),
  sender: z.object({ address: z.string() }),
  block: z.object({ height: z.int().nonnegative() }).optional(),
  contract_call: z
    .object({
      contract_id: z.string(),
      function_name: z.string(),
      function_args: z.array(z.object({ hex: z.string() })).nullish(),
    })
    .optional(),
});

const rawSchema = z.object({ raw_tx: z.string() });
const contractSchema = z.object({ block_height: z.int().nonnegative() });

/**
 * A public network's node, by the Hiro API. It has no route for a whole block as a node posts it, so a block is
 * put together from its header, its transactions, and the contract's logs; of the transactions, only those
 * that concern the contract are in it.
 */
export function createHiroNode(nodeUrl: string, protocolContract: string): ChainNode {
  let firstHeight: Promise<number> | undefined;

  async function block(id: string | number): Promise<NewBlock | null> {
    const header = await requestNode(nodeUrl, `/extended/v2/blocks/${id}`, headerSchema);
    if (header === null) return null;
    const candidates = (await listTransactions(header.index_block_hash)).filter(mayConcern);
    const logs = await findLogs(candidates, header.height);
    const printing = new Set(logs.map(({ tx_id }) => tx_id));
    for (const { tx_id, tx_status, event_count, contract_call } of candidates) {
      const mustPrint =
        contract_call?.contract_id === protocolContract &&
        tx_status === "success" &&
        event_count > 0;
      // Every write prints. After a fork the logs may be of another branch than the transactions are.
      if (mustPrint && !printing.has(tx_id)) throw new NodeError(`The logs of ${tx_id} are gone`);
    }
    const ours = candidates.filter(
      ({ tx_id, contract_call }) =>
        printing.has(tx_id) || contract_call?.contract_id === protocolContract,
    );
    return {
      block_height: header.height,
      block_time: header.block_time,
      index_block_hash: header.index_block_hash,
      parent_index_block_hash: header.parent_index_block_hash,
      transactions: await Promise.all(ours.map(withRaw)),
      events: logs.map(toEvent),
    };
  }

  async function listTransactions(indexBlockHash: string): Promise<ListedTransaction[]> {
    const listed: ListedTransaction[] = [];
    for (;;) {
      const page = await requestNode(
        nodeUrl,
        `/extended/v2/blocks/${indexBlockHash}/transactions?limit=${PAGE}&offset=${listed.length}`,
        transactionsSchema,
      );
      if (page === null) throw new NodeError(`${indexBlockHash} is gone while it was being read`);
      listed.push(...page.results);
      if (page.results.length === 0 || listed.length >= page.total) return listed;
    }
  }

  /** A call of the protocol, or of another contract that printed something: it may have called the protocol. */
  function mayConcern({ contract_call, event_count }: ListedTransaction): boolean {
    if (contract_call === undefined) return false;
    return contract_call.contract_id === protocolContract || event_count > 0;
  }

  /** The protocol's logs of some transactions. Logs are listed newest first, without their height. */
  async function findLogs(candidates: ListedTransaction[], height: number): Promise<Log[]> {
    const sought = new Set(
      candidates.filter(({ tx_status }) => tx_status === "success").map(({ tx_id }) => tx_id),
    );
    const found: Log[] = [];
    let cursor: string | null = null;
    while (sought.size > 0) {
      const place: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await requestNode(
        nodeUrl,
        `/extended/v2/smart-contracts/${protocolContract}/logs?limit=${PAGE}${place}`,
        logsSchema,
      );
      if (page === null) break;
      found.push(...page.results.filter(({ tx_id }) => sought.has(tx_id)));
      cursor = page.next_cursor;
      const oldest = page.results.at(-1);
      if (cursor === null || oldest === undefined) break;
      if (((await find(oldest.tx_id))?.block?.height ?? height) < height) break;
    }
    return found;
  }

  async function withRaw({
    tx_id,
    tx_index,
    tx_status,
  }: ListedTransaction): Promise<NewBlockTransaction> {
    const raw = await requestNode(nodeUrl, `/extended/v1/tx/${tx_id}/raw`, rawSchema);
    if (raw === null) throw new NodeError(`${tx_id} is gone while it was being read`);
    return { txid: tx_id, tx_index, status: tx_status, raw_tx: raw.raw_tx };
  }

  function find(txId: string) {
    return requestNode(nodeUrl, `/extended/v3/transactions/${txId}`, transactionSchema);
  }

  return {
    tip: () => requestTip(nodeUrl),
    block,
    async transaction(txId) {
      const transaction = await find(txId);
      if (transaction === null) return null;
      const { status, sender, contract_call: call } = transaction;
      return {
        status,
        sender: sender.address,
        contractId: call?.contract_id ?? null,
        functionName: call?.function_name ?? null,
        functionArguments: call?.function_args?.map(({ hex }) => hex) ?? [],
      };
    },
    firstHeight() {
      firstHeight ??= requestNode(
        nodeUrl,
        `/extended/v1/contract/${protocolContract}`,
        contractSchema,
      ).then(
        (contract) => contract?.block_height ?? 1,
        (error: unknown) => {
          firstHeight = undefined;
          throw error;
        },
      );
      return firstHeight;
    },
  };
}

function toEvent({ tx_id, event_index, contract_log }: Log): NewBlock["events"][number] {
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
