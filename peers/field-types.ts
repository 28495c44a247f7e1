/** The JSON types of each field by its path, such as `/new_block.events[].txid`. */
export type FieldTypes = Map<string, Set<string>>;

/** Where a Clarity value stands in the node's own form, inside another value or in an event. */
const VALUE = /(_event\.value|^value\.(Optional|Response)\.data|^value\.Sequence\.List\.data\[\])$/;
/** Keyed by the names of a contract: each field is a value. */
const TUPLE = "value.Tuple.data_map";
/** A contract decides what is in these, not the node. Only their own type counts. */
const CLOSED = /\.(contract_interface|contract_abi|type_signature)$/;

/**
 * Adds the JSON types of a value and of all fields in it, at every depth. All items of a list share one path. All
 * Clarity values share the path `value`.
 */
export function typesOf(json: unknown, path: string, into: FieldTypes): void {
  const own = into.get(path) ?? new Set();
  into.set(path, own.add(typeOf(json)));
  if (CLOSED.test(path) || typeof json !== "object" || json === null) return;
  const inside = VALUE.test(path) ? "value" : path;
  for (const [key, field] of Object.entries(json)) {
    if (Array.isArray(json)) typesOf(field, `${inside}[]`, into);
    else if (path === TUPLE) typesOf(field, "value", into);
    else typesOf(field, `${inside}.${key}`, into);
  }
}

function typeOf(json: unknown): string {
  if (json === null) return "null";
  return Array.isArray(json) ? "array" : typeof json;
}
