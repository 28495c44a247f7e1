import type { ClarityValue } from "@stacks/transactions";

/** A Clarity value in Clarity's own syntax, as a node writes it. */
export function reprOf(value: ClarityValue): string {
  switch (value.type) {
    case "uint":
      return `u${value.value}`;
    case "int":
      return `${value.value}`;
    case "true":
    case "false":
    case "none":
      return value.type;
    case "buffer":
      return `0x${value.value}`;
    case "ascii":
      return JSON.stringify(value.value);
    case "utf8":
      return `u"${[...value.value].map(escapePoint).join("")}"`;
    case "address":
    case "contract":
      return `'${value.value}`;
    case "some":
    case "ok":
    case "err":
      return `(${value.type} ${reprOf(value.value)})`;
    case "list":
      return `(${["list", ...value.value.map(reprOf)].join(" ")})`;
    default: {
      const fields = Object.entries(value.value).map(([key, field]) => `(${key} ${reprOf(field)})`);
      return `(${["tuple", ...fields].join(" ")})`;
    }
  }
}

/** A code point beyond ASCII is shown by its bytes. */
function escapePoint(point: string): string {
  const bytes = Buffer.from(point);
  if (bytes.length > 1) return `\\u{${bytes.toString("hex")}}`;
  return JSON.stringify(point).slice(1, -1);
}
