import {
  ClarityValueError,
  type PlainValue,
  readClarityValue,
} from "@colonnade/contract-events/clarity-value.ts";
import { parseJson } from "@colonnade/domain/text.ts";
import { Cl, type ClarityValue } from "@stacks/transactions";
import * as z from "zod/mini";
import { readBody } from "./bounded-body.ts";
import type { Exchange } from "./report.ts";

/** Milliseconds until an answer counts as none. */
const PATIENCE = 10_000;
/** Bytes of an answer. A contract's source is the longest, and a node takes 100,000 bytes of it at most. */
const LONGEST = 1_000_000;

/** Characters of an answer that a report shows. */
const SHOWN = 4_000;

/**
 * Asks a node. Never throws: without an answer, the exchange has no status.
 * @returns the exchange and the whole answer
 */
async function ask(url: string, body?: unknown): Promise<{ exchange: Exchange; text: string }> {
  const method = body === undefined ? "GET" : "POST";
  const asked = { method, url, ...(body === undefined ? {} : { body }) } as const;
  try {
    const response = await fetch(url, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const text = new TextDecoder().decode(await readBody(response, LONGEST));
    const shown = text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
    return { exchange: { ...asked, status: response.status, answer: shown }, text };
  } catch (error) {
    const answer = error instanceof Error ? error.message : String(error);
    return { exchange: { ...asked, status: null, answer }, text: "" };
  }
}

/** The key with which a node signs to its peers. Not every node reports it. */
const infoSchema = z.object({
  network_id: z.int(),
  node_public_key: z.optional(z.nullable(z.string())),
});
const sourceSchema = z.object({ source: z.string() });
const resultSchema = z.object({ okay: z.literal(true), result: z.string() });

/** An exchange and its parsed answer, or null if that is not in the expected form. */
export interface Asked<Answer> {
  exchange: Exchange;
  answer: Answer | null;
}

function read<Schema extends z.ZodMiniType>(
  { exchange, text }: { exchange: Exchange; text: string },
  schema: Schema,
): Asked<z.output<Schema>> {
  const parsed = schema.safeParse(parseJson(text));
  return { exchange, answer: parsed.success ? parsed.data : null };
}

/** What a read-only function returned. */
export interface Result {
  /** The serialized value: 0x and hex digits. */
  hex: string;
  value: PlainValue;
}

function readResult(hex: string): Result | null {
  try {
    return { hex, value: readClarityValue(hex) };
  } catch (error) {
    if (error instanceof ClarityValueError) return null;
    throw error;
  }
}

/** A node of the network, at its address without a slash at the end. */
export class Node {
  readonly url: string;

  constructor(url: string) {
    this.url = (URL.canParse(url) ? new URL(url).href : url).replace(/\/+$/, "");
  }

  async readInfo(): Promise<Asked<z.output<typeof infoSchema>>> {
    return read(await ask(`${this.url}/v2/info`), infoSchema);
  }

  async readSource(contract: string): Promise<Asked<z.output<typeof sourceSchema>>> {
    const path = contract.replace(".", "/");
    return read(await ask(`${this.url}/v2/contracts/source/${path}?proof=0`), sourceSchema);
  }

  /** Calls a read-only function. */
  async call(
    contract: string,
    functionName: string,
    args: readonly ClarityValue[],
  ): Promise<Asked<Result>> {
    const [sender = ""] = contract.split(".");
    const path = `${contract.replace(".", "/")}/${functionName}`;
    const body = { sender, arguments: args.map((value) => `0x${Cl.serialize(value)}`) };
    const { exchange, answer } = read(
      await ask(`${this.url}/v2/contracts/call-read/${path}`, body),
      resultSchema,
    );
    return { exchange, answer: answer === null ? null : readResult(answer.result) };
  }
}
