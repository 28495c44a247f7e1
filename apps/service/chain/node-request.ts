import { ClarityValueError, readClarityValue } from "@colonnade/domain/clarity-value.ts";
import { z } from "zod";
import { NodeError } from "./node.ts";

const TIMEOUT = 10_000;
const SECOND = 1_000;
/** Rests grow from two seconds to a minute where the node does not say how long; it is believed up to an hour. */
const LONGEST_REST = { unsaid: 60 * SECOND, said: 60 * 60 * SECOND };

/**
 * Asks a node for JSON.
 * @returns null for 404
 * @throws NodeError when it does not answer in time, or with another status, or with other than the schema; and
 *   without asking it, for as long as it wants to be left alone
 */
export type AskNode = <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
) => Promise<z.output<Schema> | null>;

/** Asks the node at an address, and leaves it alone for a while when it answers that this is too much for it. */
export function askNodeAt(nodeUrl: string): AskNode {
  let restUntil = 0;
  let refusals = 0;
  return async (path, schema) => {
    const url = `${nodeUrl}${path}`;
    if (Date.now() < restUntil) {
      throw new NodeError(`${nodeUrl} is left alone until ${new Date(restUntil).toISOString()}`);
    }
    const { response, body } = await request(url);
    if (response.status === 429) {
      refusals += 1;
      restUntil = Date.now() + restOf(response.headers.get("retry-after"), refusals);
    } else {
      refusals = 0;
    }
    if (response.status === 404) return null;
    if (!response.ok) throw new NodeError(`${url} answered ${response.status}`);
    const parsed = schema.safeParse(body);
    if (!parsed.success) throw new NodeError(`${url}: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  };
}

async function request(url: string): Promise<{ response: Response; body: unknown }> {
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT),
    });
    if (response.ok) return { response, body: await response.json() };
    await response.body?.cancel();
    return { response, body: null };
  } catch (error) {
    throw new NodeError(`${url} did not answer`, { cause: error });
  }
}

/** @param retryAfter seconds, or a date */
function restOf(retryAfter: string | null, refusals: number): number {
  const unsaid = Math.min(SECOND * 2 ** refusals, LONGEST_REST.unsaid);
  if (retryAfter === null) return unsaid;
  const said = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * SECOND
    : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(said) ? unsaid : Math.min(Math.max(said, 0), LONGEST_REST.said);
}

const statusSchema = z.object({
  chain_tip: z.object({
    block_height: z.int().nonnegative(),
    index_block_hash: z.string().optional(),
  }),
});

/** Digits of the longest first argument of the protocol's: a contract's name. Whatever a stranger calls may be asked after. */
const LONGEST_ARGUMENT = 2 + 2 * (1 + 21 + 1 + 128);

const clarityValueSchema = z.string().transform((hex, context) => {
  if (hex.length > LONGEST_ARGUMENT) return null;
  try {
    return readClarityValue(hex);
  } catch (error) {
    if (!(error instanceof ClarityValueError)) throw error;
    context.addIssue(error.message);
    return z.NEVER;
  }
});

/** What a transaction calls, as the Hiro API has it in both of its versions; where it calls nothing, this is not there. */
export const contractCallSchema = z
  .object({
    contract_id: z.string(),
    function_name: z.string(),
    function_args: z
      .array(z.unknown())
      .transform(([first]) => first)
      .pipe(z.object({ hex: clarityValueSchema }).optional())
      .nullish(),
  })
  .optional();

/** The same as a report has it. */
export function calledBy(call: z.infer<typeof contractCallSchema>) {
  return {
    contractId: call?.contract_id ?? null,
    functionName: call?.function_name ?? null,
    firstArgument: call?.function_args?.hex,
  };
}

const transactionSchema = z.object({
  tx_status: z.string().regex(/^[a-z_]+$/),
  sender_address: z.string(),
  contract_call: contractCallSchema,
});

/** The tip, by the Hiro API's status route, which the devnet has too. */
export async function requestTip(ask: AskNode) {
  const status = await ask("/extended/v1/status", statusSchema);
  if (status === null) throw new NodeError("The node has no /extended/v1/status");
  const { block_height: height, index_block_hash: indexBlockHash = null } = status.chain_tip;
  return { height, indexBlockHash };
}

/** A transaction, by the Hiro API's transaction route at this path. */
export async function requestTransaction(ask: AskNode, path: string) {
  const transaction = await ask(path, transactionSchema);
  if (transaction === null) return null;
  const { tx_status: status, sender_address: sender, contract_call } = transaction;
  return { status, sender, ...calledBy(contract_call) };
}
