import { c32address } from "c32check";

/**
 * A Clarity value as plain data: tuples as objects, lists as arrays, none as null, some and responses as what is in
 * them, integers as bigint, buffers as bytes, principals and texts as strings.
 */
export type PlainValue =
  | null
  | boolean
  | bigint
  | string
  | Uint8Array
  | PlainValue[]
  | { [name: string]: PlainValue };

/** What is not one whole Clarity value. */
export class ClarityValueError extends Error {
  override readonly name = "ClarityValueError";
}

/** Clarity nests no deeper. */
const DEEPEST = 32;
const HASH_BYTES = 20;
const INTEGER_BYTES = 16;

/**
 * Reads a Clarity value to the letter. What `@stacks/transactions` reads may be another: it leaves out a U+FEFF that a
 * text begins with, and passes over what is cut off or follows.
 * Source: SIP-005, "Clarity Value Representation".
 * @param hex the consensus-serialized value, with or without 0x
 * @throws ClarityValueError for what is not one whole value
 */
export function readClarityValue(hex: string): PlainValue {
  const reader = new Reader(bytesOf(hex));
  const value = readValue(reader, 0);
  if (!reader.isAtEnd) throw new ClarityValueError("Something follows the value");
  return value;
}

function readValue(reader: Reader, depth: number): PlainValue {
  if (depth > DEEPEST) throw new ClarityValueError("The value is nested too deeply");
  const type = reader.byte();
  switch (type) {
    case 0x00:
      return BigInt.asIntN(8 * INTEGER_BYTES, reader.integer());
    case 0x01:
      return reader.integer();
    case 0x02:
      return reader.take(reader.length());
    case 0x03:
      return true;
    case 0x04:
      return false;
    case 0x05:
      return reader.address();
    case 0x06:
      return `${reader.address()}.${reader.text(reader.byte())}`;
    case 0x07:
    case 0x08:
    case 0x0a:
      return readValue(reader, depth + 1);
    case 0x09:
      return null;
    case 0x0b:
      return times(reader.length(), () => readValue(reader, depth + 1));
    case 0x0c:
      return Object.fromEntries(
        times(reader.length(), () => [reader.text(reader.byte()), readValue(reader, depth + 1)]),
      );
    case 0x0d:
    case 0x0e:
      return reader.text(reader.length());
    default:
      throw new ClarityValueError(`There is no type ${type}`);
  }
}

/** As long as there are bytes: a length that claims more makes no room for it. */
function times<Item>(count: number, read: () => Item): Item[] {
  const items: Item[] = [];
  while (items.length < count) items.push(read());
  return items;
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #texts = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  take(count: number): Uint8Array {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new ClarityValueError("The value is cut off");
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  length(): number {
    return this.take(4).reduce((length, byte) => length * 256 + byte, 0);
  }

  integer(): bigint {
    return BigInt(`0x${hexOf(this.take(INTEGER_BYTES))}`);
  }

  address(): string {
    const version = this.byte();
    const hash = hexOf(this.take(HASH_BYTES));
    try {
      return c32address(version, hash);
    } catch (cause) {
      throw new ClarityValueError("A principal has no address", { cause });
    }
  }

  text(count: number): string {
    const bytes = this.take(count);
    try {
      return this.#texts.decode(bytes);
    } catch (cause) {
      throw new ClarityValueError("A text is not UTF-8", { cause });
    }
  }
}

function bytesOf(hex: string): Uint8Array {
  const digits = hex.replace(/^0x/, "");
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) throw new ClarityValueError("Not hexadecimal");
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = 16 * digitAt(digits, 2 * at) + digitAt(digits, 2 * at + 1);
  }
  return bytes;
}

/** What a hexadecimal digit stands for, in either case: letters have the bit 64, and end in their place among them. */
function digitAt(digits: string, place: number): number {
  const code = digits.charCodeAt(place);
  return (code & 15) + (code & 64 ? 9 : 0);
}

const hexOf = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
