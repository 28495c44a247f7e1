import { bytesToHex } from "@noble/hashes/utils";
import { encodeAddress } from "./address.ts";

/**
 * A Clarity value as plain data: tuples as objects, lists as arrays, none as null, integers as bigint, buffers as
 * bytes, principals and texts as strings. Some, ok and err become the value inside them.
 */
export type PlainValue =
  | null
  | boolean
  | bigint
  | string
  | Uint8Array
  | PlainValue[]
  | { [name: string]: PlainValue };

/** The bytes are not exactly one Clarity value. */
export class ClarityValueError extends Error {
  override readonly name = "ClarityValueError";
}

/** Clarity's own limit. */
const MAX_DEPTH = 32;
const HASH_BYTES = 20;
const INTEGER_BYTES = 16;

/**
 * Reads exactly one Clarity value. `@stacks/transactions` is not used here because it changes values: it drops a
 * U+FEFF at the start of a text, and it accepts values that are cut off or followed by more bytes.
 * Source: SIP-005, "Clarity Value Representation".
 * @param hex the consensus-serialized value, with or without 0x
 * @throws ClarityValueError if the bytes are anything but one whole value
 */
export function readClarityValue(hex: string): PlainValue {
  const reader = new Reader(bytesOf(hex));
  const value = readValue(reader, 0);
  if (!reader.isAtEnd) throw new ClarityValueError("More bytes follow the value");
  return value;
}

function readValue(reader: Reader, depth: number): PlainValue {
  if (depth > MAX_DEPTH) throw new ClarityValueError("The value is nested too deeply");
  const type = reader.byte();
  switch (type) {
    case 0x00:
      return BigInt.asIntN(8 * INTEGER_BYTES, reader.integer());
    case 0x01:
      return reader.integer();
    case 0x02:
      return new Uint8Array(reader.take(reader.length()));
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
      return repeat(reader.length(), () => readValue(reader, depth + 1));
    case 0x0c:
      return Object.fromEntries(
        repeat(reader.length(), () => [reader.text(reader.byte()), readValue(reader, depth + 1)]),
      );
    case 0x0d:
    case 0x0e:
      return reader.text(reader.length());
    default:
      throw new ClarityValueError(`Unknown type ${type}`);
  }
}

/** Reads items one by one, so that a false length fails at the end of the bytes and reserves no memory. */
function repeat<Item>(count: number, read: () => Item): Item[] {
  const items: Item[] = [];
  while (items.length < count) items.push(read());
  return items;
}

const texts = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  /** Moves over the next bytes. @returns where they begin */
  #skip(count: number): number {
    const start = this.#at;
    if (start + count > this.#bytes.length) throw new ClarityValueError("The value is cut off");
    this.#at = start + count;
    return start;
  }

  take(count: number): Uint8Array {
    const start = this.#skip(count);
    return this.#bytes.subarray(start, start + count);
  }

  byte(): number {
    return this.#view.getUint8(this.#skip(1));
  }

  length(): number {
    return this.#view.getUint32(this.#skip(4));
  }

  integer(): bigint {
    const start = this.#skip(INTEGER_BYTES);
    const half = INTEGER_BYTES / 2;
    return (this.#view.getBigUint64(start) << 64n) | this.#view.getBigUint64(start + half);
  }

  address(): string {
    const version = this.byte();
    const hash = bytesToHex(this.take(HASH_BYTES));
    try {
      return encodeAddress(version, hash);
    } catch (cause) {
      throw new ClarityValueError("The bytes of a principal are no address", { cause });
    }
  }

  text(count: number): string {
    const bytes = this.take(count);
    try {
      return texts.decode(bytes);
    } catch (cause) {
      throw new ClarityValueError("A text is not UTF-8", { cause });
    }
  }
}

/** Does not use Node's Buffer, because it also runs in browsers. */
function bytesOf(hex: string): Uint8Array {
  const digits = hex.replace(/^0x/, "");
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) throw new ClarityValueError("Not hexadecimal");
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = 16 * digitOf(digits.charCodeAt(2 * at)) + digitOf(digits.charCodeAt(2 * at + 1));
  }
  return bytes;
}

/** The value of a hexadecimal digit by its character code, where letters follow the digits after a gap. */
const digitOf = (code: number) => (code & 15) + (code > 57 ? 9 : 0);
