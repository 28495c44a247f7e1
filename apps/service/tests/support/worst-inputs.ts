import type { Attack } from "./attacker.ts";

/** Bytes of all headers that Node reads, and of a JSON body that the service reads: a little less. */
export const HEAD = 15_000;
export const JSON_BODY = 78_000;
export const MB = 1024 * 1024;
const cid = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";

/** Texts that are expensive for a careless reader. */
export const nasty = (length: number): string[] => [
  `S${"P".repeat(length)}`,
  `SP${"0".repeat(length)}`,
  `S${"Z".repeat(length / 2)}.${"a".repeat(length / 2)}`,
  `https://x.example/ipfs/${cid}${"/".repeat(length)}x`,
  `ipfs://${cid}/${"/ipfs/".repeat(length / 6)}x`,
  `b${"=".repeat(length)}x`,
  `z${"2".repeat(length)}`,
  " ".repeat(length),
  "9".repeat(length),
  "😀\u200d".repeat(length / 8),
  "%25".repeat(length / 3),
  ",".repeat(length),
];

/** Headers that are expensive for a careless reader. */
export const nastyHeads = [
  ...["if-none-match", "accept-encoding", "cookie", "x-forwarded-for", "accept"].flatMap(
    (header) => [
      { [header]: 'W/"a", '.repeat(HEAD / 8) },
      { [header]: `gzip;q=0${".0".repeat(HEAD / 2)}` },
      { [header]: `${" ,".repeat(HEAD / 2)}x` },
      { [header]: "a=b; ".repeat(HEAD / 5) },
      { [header]: "x".repeat(100_000) },
    ],
  ),
  { "x-forwarded-for": "1:".repeat(HEAD / 2) },
  { "x-forwarded-for": `[${"::".repeat(HEAD / 2)}]:1` },
  { "x-forwarded-for": "1.".repeat(HEAD / 2) },
];

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A value once for each text in it, with that text replaced. */
export function replaced(value: Json, text: string): Json[] {
  if (typeof value === "string") return [text];
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => replaced(item, text).map((other) => value.with(at, other)));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    replaced(item, text).map((other) => ({ ...value, [key]: other })),
  );
}

const keys = (bytes: number) =>
  `{${Array.from({ length: bytes / 10 }, (_, key) => `"${key}":1`).join()}}`;

/** Bodies that are no input of any call. */
export const shapes: [name: string, body: Attack["body"], isChunked?: boolean][] = [
  [
    "deep nesting",
    [
      ["[", JSON_BODY / 2],
      ["]", JSON_BODY / 2],
    ],
  ],
  [
    "deep objects",
    [
      ['{"a":', JSON_BODY / 6],
      ["1", 1],
      ["}", JSON_BODY / 6],
    ],
  ],
  ["many keys", [[keys(JSON_BODY), 1]]],
  [
    "many numbers",
    [
      ["[", 1],
      ["1,", JSON_BODY / 2],
      ["1]", 1],
    ],
  ],
  ["20 MB", [["x", 20 * MB]]],
  ["20 MB in chunks", [["[1,", 7 * MB]], true],
];

const hash = (digit: string) => `0x${digit.repeat(64)}`;
const link = `"block_height":2,"block_time":1,"index_block_hash":"${hash("a")}","parent_index_block_hash":"${hash("b")}"`;
const block: [string, number] = [`{${link},"transactions":[],"events":[`, 1];
const print = (value: string) =>
  `{"txid":"${hash("c")}","event_index":0,"committed":true,"type":"contract_event","contract_event":{"contract_identifier":"ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.colonnade-protocol-alpha","topic":"print","raw_value":"${value}"}}`;

/** Blocks that are expensive to read. */
export const hostileBlocks: [name: string, body: Attack["body"]][] = [
  ["20 MB that are no JSON", [["x", 20 * MB]]],
  [
    "20 MB of deep nesting",
    [
      ["[", 10 * MB],
      ["]", 10 * MB],
    ],
  ],
  ["a million keys", [[keys(10 * MB), 1]]],
  ["20 MB of nothings", [block, ["1,", 10 * MB], ["1]}", 1]]],
  ["60 MB of a text", [block, ["1", 1], [`],"filling":"`, 1], ["x", 60 * MB], [`"}`, 1]]],
  ["60,000 prints without a shape", [block, [`${print("x")},`, 60_000], [`${print("x")}]}`, 1]]],
  [
    "20 MB of one print",
    [
      block,
      [print("0x0b00a00000"), 0],
      [print(`0x0b01000000${"03".repeat(10 * MB)}`), 1],
      ["]}", 1],
    ],
  ],
  [
    "60 KB, nested",
    [
      ["[", 30_000],
      ["]", 30_000],
    ],
  ],
  ["60 KB of one print", [block, [print(`0x0b00007000${"03".repeat(28_000)}`), 1], ["]}", 1]]],
];

/** A block of a public network: 20 MB of other people's transactions. */
export const longBlock: { indexBlockHash: string; body: Attack["body"] } = {
  indexBlockHash: hash("d"),
  body: [
    [
      `{"block_height":1,"block_time":1,"index_block_hash":"${hash("d")}","parent_index_block_hash":"${hash("0")}","transactions":[`,
      1,
    ],
    [
      `{"txid":"${hash("e")}","tx_index":0,"status":"success","raw_tx":"0x${"00".repeat(400)}"},`,
      20_000,
    ],
    [`1],"events":[]}`, 1],
  ],
};

/** Bytes of a body. */
export const sizeOf = (body: Attack["body"]) =>
  body.reduce((sum, [text, times]) => sum + text.length * times, 0);
