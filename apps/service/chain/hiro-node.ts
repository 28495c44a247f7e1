import { z } from "zod";
import { createHiroLogs, type HiroLog } from "./hiro-logs.ts";
import type { NewBlock, NewBlockTransaction } from "./new-block.ts";
import { type ChainNode, NodeError } from "./node.ts";
import { askNodeAt, calledBy, contractCallSchema, requestTip } from "./node-request.ts";

const PAGE = 50;

const headerSchema = z.object({
  canonical: z.boolean(),
  height: z.int().nonnegative(),
  index_block_hash: z.string(),
  parent_index_block_hash: z.string(),
  block_time: z.int().nonnegative(),
});

const listedTransactionSchema = z.object({
  tx_id: z.string(),
  tx_index: z.int().nonnegative(),
  tx_type: z.string(),
  tx_status: z.string(),
  event_count: z.int().nonnegative(),
  contract_call: z.object({ contract_id: z.string() }).optional(),
  tx_result: z.object({ hex: z.string() }).nullish(),
});
type ListedTransaction = z.infer<typeof listedTransactionSchema>;

const transactionsSchema = z.object({
  total: z.int().nonnegative(),
  results: z.array(listedTransactionSchema),
});

const transactionSchema = z.object({
  status: z.string().regex(/^[a-z_]+$/),
  sender: z.object({ address: z.string() }),
  contract_call: contractCallSchema,
});

const rawSchema = z.object({ raw_tx: z.string() });
const contractSchema = z.object({ block_height: z.int().nonnegative() });

/**
 * A public network's node, by the Hiro API. It has no route for a whole block as a node posts it, so a block is
 * put together from its header, its transactions, and the contract's logs; of the transactions, only those
 * that concern the contract are in it. One request follows the other, since public nodes count them.
 * @param pageSize transactions and logs asked for at once
 */
export function createHiroNode(
  nodeUrl: string,
  protocolContract: string,
  pageSize: number = PAGE,
): ChainNode {
  const ask = askNodeAt(nodeUrl);
  const allLogs = createHiroLogs(ask, protocolContract, pageSize);
  let firstHeight: Promise<number> | undefined;

  async function block(id: string | number): Promise<NewBlock | null> {
    const header = await ask(`/extended/v2/blocks/${id}`, headerSchema);
    if (header === null) return null;
    const candidates = (await listTransactions(header.index_block_hash)).filter(mayConcern);
    const logs = await findLogs(candidates, header);
    const printing = new Set(logs.map(({ tx_id }) => tx_id));
    const ours = candidates.filter(
      ({ tx_id, contract_call }) =>
        printing.has(tx_id) || contract_call?.contract_id === protocolContract,
    );
    const transactions: NewBlockTransaction[] = [];
    for (const each of ours) transactions.push(await withRaw(each));
    return {
      block_height: header.height,
      block_time: header.block_time,
      index_block_hash: header.index_block_hash,
      parent_index_block_hash: header.parent_index_block_hash,
      transactions,
      events: logs.map(toEvent),
    };
  }

  async function listTransactions(indexBlockHash: string): Promise<ListedTransaction[]> {
    const listed: ListedTransaction[] = [];
    for (;;) {
      const page = await ask(
        `/extended/v2/blocks/${indexBlockHash}/transactions?limit=${pageSize}&offset=${listed.length}`,
        transactionsSchema,
      );
      if (page === null) throw new NodeError(`${indexBlockHash} is gone while it was being read`);
      listed.push(...page.results);
      if (page.results.length === 0 || listed.length >= page.total) return listed;
    }
  }

  /** A call of the protocol, or another contract's code that ran and printed something: it may have called the protocol. */
  function mayConcern({ tx_type, contract_call, event_count }: ListedTransaction): boolean {
    if (contract_call?.contract_id === protocolContract) return true;
    return (contract_call !== undefined || tx_type === "smart_contract") && event_count > 0;
  }

  /** The protocol's logs of a block's transactions. */
  async function findLogs(
    candidates: ListedTransaction[],
    { height, index_block_hash }: z.infer<typeof headerSchema>,
  ): Promise<HiroLog[]> {
    const printed = candidates.filter(
      ({ tx_status, event_count }) => tx_status === "success" && event_count > 0,
    );
    if (printed.length === 0) return [];
    const logs = await allLogs.of(new Set(printed.map(({ tx_id }) => tx_id)), height);
    // Logs are of the canonical branch alone, where the same transactions may have printed something else.
    const after = await ask(`/extended/v2/blocks/${index_block_hash}`, headerSchema);
    if (after?.canonical !== true)
      throw new NodeError(`${index_block_hash} is not canonical any more`);
    const printing = new Set(logs.map(({ tx_id }) => tx_id));
    for (const { tx_id, contract_call } of printed) {
      // Every write prints.
      if (contract_call?.contract_id === protocolContract && !printing.has(tx_id)) {
        throw new NodeError(`The logs of ${tx_id} are not there`);
      }
    }
    return logs;
  }

  async function withRaw({
    tx_id,
    tx_index,
    tx_status,
    tx_result,
  }: ListedTransaction): Promise<NewBlockTransaction> {
    const raw = await ask(`/extended/v1/tx/${tx_id}/raw`, rawSchema);
    if (raw === null) throw new NodeError(`${tx_id} is gone while it was being read`);
    return {
      txid: tx_id,
      tx_index,
      status: tx_status,
      raw_tx: raw.raw_tx,
      raw_result: tx_result?.hex,
    };
  }

  return {
    tip: () => requestTip(ask),
    block,
    async transaction(txId) {
      const transaction = await ask(`/extended/v3/transactions/${txId}`, transactionSchema);
      if (transaction === null) return null;
      const { status, sender, contract_call } = transaction;
      return { status, sender: sender.address, ...calledBy(contract_call) };
    },
    firstHeight() {
      firstHeight ??= ask(`/extended/v1/contract/${protocolContract}`, contractSchema).then(
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
