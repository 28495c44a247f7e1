import { type ClarityAbiType, ClarityType, type ClarityValue } from "@stacks/transactions";

/** What a principal is called, where it is somebody known: `bob.btc`. */
export type NameOf = (principal: string) => string | undefined;

/** A Clarity value in plain words: texts as texts, principals by name where they have one. */
export function describeValue(value: ClarityValue, nameOf: NameOf): string {
  switch (value.type) {
    case ClarityType.Int:
    case ClarityType.UInt:
      return String(value.value);
    case ClarityType.BoolTrue:
      return "true";
    case ClarityType.BoolFalse:
      return "false";
    case ClarityType.StringASCII:
    case ClarityType.StringUTF8:
      return value.value === "" ? "(an empty text)" : value.value;
    case ClarityType.Buffer:
      return describeBuffer(value.value);
    case ClarityType.PrincipalStandard:
    case ClarityType.PrincipalContract:
      return describePrincipal(value.value, nameOf);
    case ClarityType.OptionalNone:
      return "none";
    case ClarityType.OptionalSome:
      return describeValue(value.value, nameOf);
    case ClarityType.ResponseOk:
      return `ok ${describeValue(value.value, nameOf)}`;
    case ClarityType.ResponseErr:
      return `error ${describeValue(value.value, nameOf)}`;
    case ClarityType.List:
      return value.value.length === 0
        ? "(an empty list)"
        : value.value.map((item) => describeValue(item, nameOf)).join(", ");
    case ClarityType.Tuple: {
      const fields = Object.entries(value.value).map(
        ([name, field]) => `${name}: ${describeValue(field, nameOf)}`,
      );
      return `{${fields.join(", ")}}`;
    }
  }
}

/** `bob.btc (ST2C…)`, or the principal alone where nobody here is called that. */
export function describePrincipal(principal: string, nameOf: NameOf): string {
  const name = nameOf(principal);
  return name === undefined ? principal : `${name} (${principal})`;
}

/** Bytes that spell printable characters are shown as what they spell. */
function describeBuffer(hex: string): string {
  const digits = hex.replace(/^0x/, "");
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (/^[^\p{C}]+$/u.test(text)) return text;
  } catch {
    // Not a text: shown as bytes.
  }
  return digits === "" ? "(no bytes)" : `0x${digits}`;
}

/** A type as Clarity writes it: `(string-utf8 128)`. */
export function describeType(type: ClarityAbiType): string {
  if (typeof type === "string") {
    return { uint128: "uint", int128: "int", trait_reference: "trait" }[type.toString()] ?? type;
  }
  if ("buffer" in type) return `(buff ${type.buffer.length})`;
  if ("string-ascii" in type) return `(string-ascii ${type["string-ascii"].length})`;
  if ("string-utf8" in type) return `(string-utf8 ${type["string-utf8"].length})`;
  if ("optional" in type) return `(optional ${describeType(type.optional)})`;
  if ("list" in type) return `(list ${type.list.length} ${describeType(type.list.type)})`;
  if ("response" in type) {
    return `(response ${describeType(type.response.ok)} ${describeType(type.response.error)})`;
  }
  const fields = type.tuple.map((field) => `(${field.name} ${describeType(field.type)})`);
  return `(tuple ${fields.join(" ")})`;
}
