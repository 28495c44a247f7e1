import { messages } from "@colonnade/domain/messages.ts";
import type { ClarityValue } from "@stacks/transactions";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { askNode, NodeStatusError } from "./node.ts";
import { callReadOnly } from "./read-only-call.ts";
import type { ContractCall } from "./transaction.ts";

/** Where people get a BNS name, and renew it. */
export const BNS_SITE = "https://bns.xyz";

/** A BNS name: `{ name: "alice", namespace: "btc" }`. */
export interface BnsName {
  name: string;
  namespace: string;
}

/** A BNS lookup that failed: 'Bad response status'. */
class NameError extends Error {
  override readonly name = "NameError";
}

/** `alice.btc` */
export function sayName({ name, namespace }: BnsName): string {
  return `${name}.${namespace}`;
}

/** Splits `alice.btc` into its two parts; null for other texts. */
export function splitName(text: string): BnsName | null {
  const [, name, namespace] = /^([a-z0-9_-]+)\.([a-z0-9_-]+)$/.exec(text) ?? [];
  return name === undefined || namespace === undefined ? null : { name, namespace };
}

/** Names on one page of a lookup. Each costs a request. */
const PAGE = 20;

interface NamePage {
  names: BnsName[];
  /** Where the next page starts; null after the last. */
  next: string | null;
}

/**
 * The BNS names of an address: the primary one first, and alone on its page, because most people need no other. BNS-V2
 * clears a primary name when it is transferred. Without one, the names come from the tokens that the address holds.
 * Without tokens, they come from the node's routes for BNS v1. Fails with NameError 'Bad response status'.
 */
export function bnsNamesQuery(address: string) {
  return infiniteQueryOptions({
    queryKey: ["bns-names", address],
    queryFn: ({ pageParam }) =>
      pageParam === "" ? readFirst(address) : readHeld(address, pageParam),
    initialPageParam: "",
    getNextPageParam: ({ next }: NamePage) => next,
    select: ({ pages }) => {
      const names = pages.flatMap((page) => page.names);
      return [...new Map(names.map((name) => [sayName(name), name])).values()];
    },
  });
}

async function readFirst(address: string): Promise<NamePage> {
  const start = `0x:${nameAsset()}`;
  const primary = await readPrimary(address);
  if (primary !== null) return { names: [primary], next: start };
  const held = await readHeld(address, start);
  return held.names.length > 0 ? held : { names: await readFirstVersion(address), next: null };
}

async function readPrimary(address: string): Promise<BnsName | null> {
  return nameIn(await askContract("get-primary", address, (cl) => [cl.principal(address)]));
}

const nameAsset = () => `${runtimeConfig().bnsContract}::BNS-V2`;

const heldSchema = z.nullable(
  z.object({
    cursor: z.object({ next: z.nullable(z.string()) }),
    results: z.array(
      z.object({ asset_identifier: z.string(), value: z.object({ hex: z.string() }) }),
    ),
  }),
);

/** The tokens of an address are sorted by their asset, so a cursor leads to its names. */
async function readHeld(address: string, start: string): Promise<NamePage> {
  const path = `/extended/v3/principals/${address}/balances/nft`;
  const query = new URLSearchParams({ cursor: start, limit: `${PAGE}` });
  const answer = heldSchema.parse(await askNode(`${path}?${query}`).catch(throwNameError));
  if (answer === null) return { names: [], next: null };
  const asset = nameAsset();
  const tokens = answer.results.filter(({ asset_identifier }) => asset_identifier === asset);
  const names = await Promise.all(
    tokens.map(async ({ value }) =>
      nameIn(await askContract("get-bns-from-id", address, (cl) => [cl.deserialize(value.hex)])),
    ),
  );
  const { next } = answer.cursor;
  return {
    names: names.filter((name) => name !== null),
    next: next?.endsWith(`:${asset}`) ? next : null,
  };
}

const firstVersionSchema = z.nullable(z.object({ names: z.array(z.string()) }));

async function readFirstVersion(address: string): Promise<BnsName[]> {
  const path = `/v1/addresses/stacks/${address}`;
  const answer = firstVersionSchema.parse(await askNode(path).catch(throwNameError));
  return (answer?.names ?? []).map(splitName).filter((name) => name !== null);
}

/** What BNS-V2 knows of a name. */
export interface NameRecord {
  owner: string;
  /** The burn block height from which the name is expired; 0 if it never expires. */
  renewal: number;
}

/** What BNS-V2 knows of a name; null for a name that it does not know. Fails as `bnsNamesQuery` does. */
export function nameRecordQuery(bnsName: BnsName) {
  return queryOptions({
    queryKey: ["bns-record", sayName(bnsName)],
    queryFn: async (): Promise<NameRecord | null> => {
      const { bnsContract } = runtimeConfig();
      const [sender = ""] = bnsContract.split(".");
      const record = fieldsOf(
        await askContract("can-resolve-name", sender, (cl) => [
          cl.bufferFromAscii(bnsName.namespace),
          cl.bufferFromAscii(bnsName.name),
        ]),
      );
      const { owner, renewal } = record ?? {};
      if (owner?.type !== "address" && owner?.type !== "contract") return null;
      return renewal?.type === "uint"
        ? { owner: owner.value, renewal: Number(renewal.value) }
        : null;
    },
  });
}

/** Asks the BNS-V2 contract; null if it could not run. */
function askContract(
  functionName: string,
  sender: string,
  functionArgs: ContractCall["functionArgs"],
): Promise<ClarityValue | null> {
  const { bnsContract } = runtimeConfig();
  return callReadOnly(bnsContract, functionName, sender, functionArgs).catch(throwNameError);
}

function throwNameError(error: unknown): never {
  throw error instanceof NodeStatusError ? new NameError(messages.badResponseStatus) : error;
}

function nameIn(answer: ClarityValue | null): BnsName | null {
  const { name, namespace } = fieldsOf(answer) ?? {};
  if (name?.type !== "buffer" || namespace?.type !== "buffer") return null;
  return { name: asciiOf(name.value), namespace: asciiOf(namespace.value) };
}

/** The fields of a tuple, also of one in ok and some; null for any other value. */
function fieldsOf(value: ClarityValue | null): Record<string, ClarityValue> | null {
  if (value?.type === "ok" || value?.type === "some") return fieldsOf(value.value);
  return value?.type === "tuple" ? value.value : null;
}

function asciiOf(hex: string): string {
  return (hex.match(/../g) ?? [])
    .map((byte) => String.fromCharCode(Number.parseInt(byte, 16)))
    .join("");
}
