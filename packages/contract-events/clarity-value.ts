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
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  take(count: number): Buffer {
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
    return this.take(4).readUInt32BE();
  }

  integer(): bigint {
    const bytes = this.take(INTEGER_BYTES);
    return (bytes.readBigUInt64BE() << 64n) | bytes.readBigUInt64BE(INTEGER_BYTES / 2);
  }

  address(): string {
    const version = this.byte();
    const hash = this.take(HASH_BYTES).toString("hex");
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

function bytesOf(hex: string): Buffer {
  const digits = hex.replace(/^0x/, "");
  // Node takes only the low byte of each character, so some other letters would pass for digits.
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) throw new ClarityValueError("Not hexadecimal");
  return Buffer.from(digits, "hex");
}
