import {
  Cl,
  ClarityType,
  type ClarityValue,
  deserializeCV,
  serializeCV,
} from "@stacks/transactions";
import fc from "fast-check";
import { newHash } from "./blocks.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A text of so many arrays, one within the other. */
export const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** What a field may be replaced with. */
const strange: Json[] = [
  ...[null, true, -1, 0, 0.5, 2 ** 31, 2 ** 53, 1e300, 253_402_300_800],
  ...["", "0x", "0x00", "\0", "\ud800", "success", "x".repeat(70_000)],
  ...[[], {}, [[]], { a: { b: [{}] } }, JSON.parse(deep(500))],
];

/** What a part of a print may be replaced with. */
const strangeValues: ClarityValue[] = [
  ...[
    Cl.none(),
    Cl.bool(true),
    Cl.int(-1),
    Cl.uint(0),
    Cl.uint(2n ** 53n),
    Cl.uint(2n ** 128n - 1n),
  ],
  ...[Cl.stringAscii(""), Cl.stringUtf8("\0"), Cl.stringUtf8("\u{10ffff}".repeat(6_000))],
  ...[Cl.stringAscii("x".repeat(20_000)), Cl.buffer(new Uint8Array(20_000).fill(255))],
  ...[Cl.principal("ST000000000000000000002AMW42H.a"), Cl.uint(1), Cl.uint(2n ** 53n - 1n)],
  ...[Cl.list([]), Cl.tuple({}), Cl.some(Cl.some(Cl.none())), Cl.error(Cl.uint(1))],
];

/** A change of a payload. Numbers choose among the parts there are. */
export type Mutation =
  /** A field of any name and level is another, or is gone, or an item comes twice. */
  | { kind: "field"; path: number[]; how: "delete" | "replace" | "repeat"; value: Json }
  /** In a transaction, a result or a print, a byte is another, is gone or is new, or the rest is gone. */
  | {
      kind: "byte";
      text: number;
      at: number;
      byte: number;
      how: "delete" | "replace" | "insert" | "cut";
    }
  /** A part of a print is another Clarity value. */
  | { kind: "print"; event: number; path: number[]; value: ClarityValue }
  /** The block says another height. */
  | { kind: "height"; by: number }
  /** The block or its parent has the hash of the other, or one that no block has. */
  | { kind: "hash"; of: Hash; as: Hash | "nobody" }
  /** An event is of a transaction that was rolled back. */
  | { kind: "rollback"; event: number }
  /** Two items change their places in the list, or the places that they say. */
  | {
      kind: "order";
      of: "transactions" | "events";
      first: number;
      second: number;
      how: "moved" | "renumbered";
    }
  /** An event comes twice, in the same place or at the end. */
  | { kind: "double"; event: number; how: "same place" | "at the end" };

const hashes = ["index_block_hash", "parent_index_block_hash"] as const;
type Hash = (typeof hashes)[number];

const choice = fc.nat(1_000);
const path = fc.array(choice, { minLength: 1, maxLength: 5 });

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("field" as const),
      path,
      how: fc.constantFrom("delete" as const, "replace" as const, "repeat" as const),
      value: fc.constantFrom(...strange),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("byte" as const),
      text: choice,
      at: fc.nat(100_000),
      byte: fc.nat(255),
      how: fc.constantFrom(
        "delete" as const,
        "replace" as const,
        "insert" as const,
        "cut" as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("print" as const),
      event: choice,
      path,
      value: fc.constantFrom(...strangeValues),
    }),
  },
  fc.record({
    kind: fc.constant("height" as const),
    by: fc.constantFrom(-1_000, -2, -1, 1, 2, 16, 17, 18, 300, 2_000_000_000),
  }),
  fc.record({
    kind: fc.constant("hash" as const),
    of: fc.constantFrom(...hashes),
    as: fc.constantFrom(...hashes, "nobody" as const),
  }),
  fc.record({ kind: fc.constant("rollback" as const), event: choice }),
  fc.record({
    kind: fc.constant("order" as const),
    of: fc.constantFrom("transactions" as const, "events" as const),
    first: choice,
    second: choice,
    how: fc.constantFrom("moved" as const, "renumbered" as const),
  }),
  fc.record({
    kind: fc.constant("double" as const),
    event: choice,
    how: fc.constantFrom("same place" as const, "at the end" as const),
  }),
);

/** One to three changes of a payload. */
export const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 });

/** A copy of a payload with these changes. */
export function mutated(payload: unknown, changes: readonly Mutation[]): Json {
  const copy: Json = JSON.parse(JSON.stringify(payload));
  for (const change of changes) mutate(copy, change);
  return copy;
}

/** Changes a payload in place. An earlier change may have taken away what this one is about. */
function mutate(payload: Json, change: Mutation): void {
  switch (change.kind) {
    case "field":
      changeField(payload, change);
      break;
    case "byte":
      changeByte(payload, change);
      break;
    case "print":
      changePrint(payload, change);
      break;
    case "height": {
      const height = read(payload, "block_height");
      if (typeof height === "number") write(payload, "block_height", height + change.by);
      break;
    }
    case "hash": {
      const hash = change.as === "nobody" ? newHash("nobody") : read(payload, change.as);
      write(payload, change.of, hash);
      break;
    }
    case "rollback":
      write(pick(listOf(payload, "events"), change.event), "committed", false);
      break;
    case "order":
      changeOrder(listOf(payload, change.of), change);
      break;
    case "double": {
      const events = listOf(payload, "events");
      const copy = structuredClone(pick(events, change.event));
      if (change.how === "at the end") write(copy, "event_index", 1_000);
      events.push(copy);
    }
  }
}

function changeField(
  value: Json,
  { path: [step = 0, ...rest], how, value: other }: Extract<Mutation, { kind: "field" }>,
): void {
  if (typeof value !== "object" || value === null) return;
  const key = pick(Object.keys(value), step);
  if (typeof key !== "string") return;
  const inner = read(value, key);
  const isLast = rest.length === 0 || typeof inner !== "object" || inner === null;
  if (!isLast) changeField(inner, { kind: "field", path: rest, how, value: other });
  else if (how === "repeat" && Array.isArray(value)) value.push(inner);
  else if (how === "delete") Reflect.deleteProperty(value, key);
  // A copy: a later change may lead into it, and the same value may go into itself.
  else write(value, key, structuredClone(other));
}

/** Whatever holds bytes as hexadecimal digits. */
function bytesIn(payload: Json): [holder: Json, key: string][] {
  const prints = listOf(payload, "events").map((event) => read(event, "contract_event"));
  return [
    ...listOf(payload, "transactions").flatMap((each): [Json, string][] => [
      [each, "raw_tx"],
      [each, "raw_result"],
    ]),
    ...prints.map((print): [Json, string] => [print, "raw_value"]),
  ];
}

function changeByte(
  payload: Json,
  { text, at, byte, how }: Extract<Mutation, { kind: "byte" }>,
): void {
  const places = bytesIn(payload);
  const [holder = null, key = ""] = places[text % places.length] ?? [];
  const digits = read(holder, key);
  if (typeof digits !== "string") return;
  const bytes = Buffer.from(digits.replace(/^0x/, ""), "hex");
  const start = at % (bytes.length + 1);
  const end = { delete: start + 1, replace: start + 1, insert: start, cut: bytes.length }[how];
  const between = how === "replace" || how === "insert" ? [byte] : [];
  const changed = [bytes.subarray(0, start), Uint8Array.from(between), bytes.subarray(end)];
  write(holder, key, `0x${Buffer.concat(changed).toString("hex")}`);
}

function changePrint(
  payload: Json,
  { event, path, value }: Extract<Mutation, { kind: "print" }>,
): void {
  const print = read(pick(listOf(payload, "events"), event), "contract_event");
  const digits = read(print, "raw_value");
  const whole = typeof digits === "string" ? printOf(digits) : undefined;
  if (whole !== undefined) write(print, "raw_value", `0x${serializeCV(put(whole, path, value))}`);
}

/** @returns undefined for digits that an earlier change has spoilt */
function printOf(digits: string): ClarityValue | undefined {
  try {
    return deserializeCV(digits);
  } catch {
    return undefined;
  }
}

/** A value with another one at the end of a path. */
function put(
  whole: ClarityValue,
  [step, ...rest]: readonly number[],
  value: ClarityValue,
): ClarityValue {
  if (step === undefined) return value;
  if (whole.type === ClarityType.OptionalSome) return Cl.some(put(whole.value, rest, value));
  if (whole.type === ClarityType.List) {
    const at = step % Math.max(whole.value.length, 1);
    return Cl.list(
      whole.value.map((each, place) => (place === at ? put(each, rest, value) : each)),
    );
  }
  if (whole.type !== ClarityType.Tuple) return value;
  const entries = Object.entries(whole.value);
  const at = step % Math.max(entries.length, 1);
  return Cl.tuple(
    Object.fromEntries(
      entries.map(([key, each], place) => [key, place === at ? put(each, rest, value) : each]),
    ),
  );
}

function changeOrder(
  items: Json[],
  { of, first, second, how }: Extract<Mutation, { kind: "order" }>,
): void {
  if (items.length === 0) return;
  const [a, b] = [first % items.length, second % items.length];
  const [one = null, other = null] = [items[a], items[b]];
  if (how === "moved") {
    items[a] = other;
    items[b] = one;
    return;
  }
  const place = of === "events" ? "event_index" : "tx_index";
  const [said, saidByOther] = [read(one, place), read(other, place)];
  write(one, place, saidByOther);
  write(other, place, said);
}

/** A field; null where there is none. */
function read(value: Json, key: string): Json {
  if (typeof value !== "object" || value === null) return null;
  const field: Json | undefined = Reflect.get(value, key);
  return field ?? null;
}

function write(value: Json, key: string, field: Json): void {
  if (typeof value === "object" && value !== null) Reflect.set(value, key, field);
}

function listOf(payload: Json, key: "transactions" | "events"): Json[] {
  const list = read(payload, key);
  return Array.isArray(list) ? list : [];
}

/** One of a list, whatever its length; null of none. */
function pick(items: readonly Json[], number: number): Json {
  return items[number % items.length] ?? null;
}

/** The number and the parent that a block says, if it says them. */
export const heightOf = (block: Json): number => Number(read(block, "block_height"));
export const parentOf = (block: Json): string => String(read(block, "parent_index_block_hash"));
