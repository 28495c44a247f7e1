import { Cl, type ClarityValue } from "@stacks/transactions";
import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { provideRuntimeConfig } from "../../api/runtime-config.ts";
import { bnsNamesQuery, nameRecordQuery, sayName } from "./bns-name.ts";

const alice = "SP3FBR2AGK5H9QBDH3EEN6DF8EK8JY7RX8QJ5SVTE";
const bns = "SP2QEZ06AGJ3RKJPBV14SY1V5BBFNAW33D96YPGZF.BNS-V2";
const asset = `${bns}::BNS-V2`;
const names = ["one.btc", "two.stx", "xn--4v8h.id"];

/** What the node answers by path; status 404 for any other. */
let answers: Map<string, { status?: number; json?: unknown }>;
const asked: string[] = [];

const nameValue = (name: string) => {
  const [label = "", namespace = ""] = name.split(".");
  return Cl.tuple({ name: Cl.bufferFromAscii(label), namespace: Cl.bufferFromAscii(namespace) });
};
const resultOf = (value: ClarityValue) => ({
  json: { okay: true, result: `0x${Cl.serialize(value)}` },
});
const contractPath = (method: string) =>
  `/v2/contracts/call-read/${bns.replace(".", "/")}/${method}`;
const heldPath = `/extended/v3/principals/${alice}/balances/nft`;
const held = (ids: number[], next: string | null = null, of = asset) => ({
  json: {
    cursor: { next },
    results: ids.map((id) => ({
      asset_identifier: of,
      value: { hex: `0x${Cl.serialize(Cl.uint(id))}` },
    })),
  },
});

beforeEach(() => {
  provideRuntimeConfig({
    network: "mainnet",
    origin: "https://colonnade.test",
    nodeUrl: "https://node.test",
    explorerUrl: "https://explorer.test",
    walletUrl: null,
    protocolContract: `${alice}.p`,
    endorsementContract: `${alice}.e`,
    bnsContract: bns,
  });
  answers = new Map([[contractPath("get-primary"), resultOf(Cl.error(Cl.uint(131)))]]);
  asked.length = 0;
  vi.stubGlobal("fetch", (address: string, { body }: RequestInit = {}) => {
    const { pathname, search } = new URL(address);
    asked.push(pathname + decodeURIComponent(search));
    if (pathname === contractPath("get-bns-from-id")) {
      const [id = ""] = JSON.parse(String(body)).arguments;
      const value = Cl.deserialize(id);
      const name = value.type === "uint" ? names[Number(value.value)] : undefined;
      const result = name === undefined ? Cl.none() : Cl.some(nameValue(name));
      return Promise.resolve(Response.json(resultOf(result).json));
    }
    const { status = 200, json = {} } = answers.get(pathname) ?? { status: 404 };
    return Promise.resolve(Response.json(json, { status }));
  });
});

afterEach(() => vi.unstubAllGlobals());

/** The names of one page, or of all that are read so far. */
async function lookUp(pages = 1) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const observer = new InfiniteQueryObserver(client, bnsNamesQuery(alice));
  const stop = observer.subscribe(() => {});
  await observer.refetch({ throwOnError: true });
  for (let page = 1; page < pages; page += 1) await observer.fetchNextPage();
  const { data, hasNextPage } = observer.getCurrentResult();
  stop();
  return { names: data?.map(sayName), hasMore: hasNextPage };
}

describe("The names of an address", () => {
  it("begin with the primary one, and others are looked up only when they are asked for", async () => {
    answers.set(contractPath("get-primary"), resultOf(Cl.ok(Cl.some(nameValue("two.stx")))));
    answers.set(heldPath, held([0, 1, 2]));
    expect(await lookUp()).toEqual({ names: ["two.stx"], hasMore: true });
    expect(asked.some((path) => path.startsWith(heldPath))).toBe(false);
    expect(await lookUp(2)).toEqual({
      names: ["two.stx", "one.btc", "xn--4v8h.id"],
      hasMore: false,
    });
  });

  it("come from the tokens it holds when it has no primary one", async () => {
    answers.set(heldPath, held([0, 2]));
    expect(await lookUp()).toEqual({ names: ["one.btc", "xn--4v8h.id"], hasMore: false });
    // The cursor leads past the tokens of other assets.
    expect(asked).toContain(`${heldPath}?cursor=0x:${asset}&limit=20`);
  });

  it("are read page by page, and end where other assets begin", async () => {
    answers.set(heldPath, held([0], `0x01:${asset}`));
    expect((await lookUp()).hasMore).toBe(true);
    answers.set(heldPath, held([0], `0x01:${alice}.zoo::animal`));
    expect(await lookUp()).toEqual({ names: ["one.btc"], hasMore: false });
    answers.set(heldPath, held([0, 1], null, `${alice}.zoo::animal`));
    expect((await lookUp()).names).toEqual([]);
  });

  it("come from the routes for BNS v1 only when BNS-V2 knows none", async () => {
    answers.set(`/v1/addresses/stacks/${alice}`, { json: { names: ["old.id", "no name"] } });
    expect((await lookUp()).names).toEqual(["old.id"]);
    answers.set(heldPath, held([1]));
    expect((await lookUp()).names).toEqual(["two.stx"]);
  });

  it.each([404, 410])("are none when the API has none of these routes (%i)", async (status) => {
    answers.set(heldPath, { status });
    answers.set(`/v1/addresses/stacks/${alice}`, { status });
    expect(await lookUp()).toEqual({ names: [], hasMore: false });
  });

  it.each([contractPath("get-primary"), heldPath, `/v1/addresses/stacks/${alice}`])(
    "cannot be told when %s fails",
    async (path) => {
      answers.set(path, { status: 502 });
      await expect(lookUp()).rejects.toThrow("Bad response status");
    },
  );
});

describe("The record of a name", () => {
  const read = () =>
    new QueryClient().fetchQuery(nameRecordQuery({ name: "one", namespace: "btc" }));

  it("has its owner and the block of its expiry", async () => {
    const record = Cl.tuple({ owner: Cl.principal(alice), renewal: Cl.uint(900_000) });
    answers.set(contractPath("can-resolve-name"), resultOf(Cl.ok(record)));
    expect(await read()).toEqual({ owner: alice, renewal: 900_000 });
  });

  it("is none for a name that BNS-V2 does not know", async () => {
    answers.set(contractPath("can-resolve-name"), resultOf(Cl.error(Cl.uint(106))));
    expect(await read()).toBeNull();
  });
});
