import { messages } from "@colonnade/domain/messages.ts";
import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { runtimeConfig } from "../../api/runtime-config.ts";

/** A BNS name: `{ name: "alice", namespace: "btc" }`. */
export interface BnsName {
  name: string;
  namespace: string;
}

/** 'Name not found' or 'Bad response status'. */
export class NameError extends Error {
  override readonly name = "NameError";
}

const readAnswerSchema = z.object({ okay: z.boolean(), result: z.optional(z.string()) });
const namesSchema = z.object({ names: z.array(z.string()) });

/** Asks BNS-V2 for an address's primary name. Null where it holds none. */
async function askContract(address: string): Promise<BnsName | null> {
  const { nodeUrl, bnsContract } = runtimeConfig();
  const { Cl, ClarityType } = await import("@stacks/transactions");
  const response = await fetch(
    `${nodeUrl}/v2/contracts/call-read/${bnsContract.replace(".", "/")}/get-primary`,
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        sender: address,
        arguments: [`0x${Cl.serialize(Cl.principal(address))}`],
      }),
    },
  );
  if (!response.ok) throw new NameError(messages.badResponseStatus);
  const { okay, result } = readAnswerSchema.parse(await response.json());
  if (!okay || result === undefined) return null;
  const answer = Cl.deserialize(result);
  if (answer.type !== ClarityType.ResponseOk) return null;
  const found = answer.value.type === ClarityType.OptionalSome ? answer.value.value : answer.value;
  if (found.type !== ClarityType.Tuple) return null;
  const { name, namespace } = found.value;
  if (name?.type !== ClarityType.Buffer || namespace?.type !== ClarityType.Buffer) return null;
  return { name: asciiOf(name.value), namespace: asciiOf(namespace.value) };
}

function asciiOf(hex: string): string {
  return (hex.match(/../g) ?? [])
    .map((byte) => String.fromCharCode(Number.parseInt(byte, 16)))
    .join("");
}

/** Names of BNS v1, which the contract of BNS-V2 does not know. */
async function askNode(address: string): Promise<BnsName | null> {
  const response = await fetch(`${runtimeConfig().nodeUrl}/v1/addresses/stacks/${address}`);
  if (response.status === 404) return null;
  if (!response.ok) throw new NameError(messages.badResponseStatus);
  return splitName(namesSchema.parse(await response.json()).names[0] ?? "");
}

/** `alice.btc` in its two parts; null for a text that is no such name. */
function splitName(text: string): BnsName | null {
  const [, name, namespace] = /^([a-z0-9_-]+)\.([a-z0-9_-]+)$/.exec(text) ?? [];
  return name === undefined || namespace === undefined ? null : { name, namespace };
}

/**
 * The BNS name an address goes by; null where it has none.
 * @throws NameError 'Bad response status' when the node gives no answer
 */
async function findBnsName(address: string): Promise<BnsName | null> {
  return (await askContract(address)) ?? (await askNode(address));
}

/** The BNS name an address goes by. */
export function bnsNameQuery(address: string) {
  return queryOptions({
    queryKey: ["bns-name", address],
    queryFn: () => findBnsName(address),
  });
}
