import {
  type ClarityAbiFunction,
  type ClarityAbiType,
  type ClarityValue,
  getTypeString,
} from "@stacks/transactions";

/**
 * Checks a call's arguments against the function's interface, counting `string-utf8` in code points
 * as Clarity does.
 * @returns undefined where they fit, else the node's sentence
 */
export function findArgumentError(
  abi: ClarityAbiFunction,
  args: readonly ClarityValue[],
): string | undefined {
  if (args.length !== abi.args.length) {
    return `expecting ${abi.args.length} arguments, got ${args.length}`;
  }
  for (const [index, { name, type }] of abi.args.entries()) {
    const value = args[index];
    if (value === undefined || !fits(value, type)) {
      return `expecting expression of type '${getTypeString(type)}', found '${value?.type ?? "nothing"}' for argument ${name}`;
    }
  }
  return undefined;
}

/** Whether a value is of a type. */
export function fits(value: ClarityValue, type: ClarityAbiType): boolean {
  if (typeof type === "string") {
    switch (type) {
      case "uint128":
        return value.type === "uint";
      case "int128":
        return value.type === "int";
      case "bool":
        return value.type === "true" || value.type === "false";
      case "principal":
        return value.type === "address" || value.type === "contract";
      case "trait_reference":
        return value.type === "contract";
      case "none":
        return value.type === "none";
    }
  }
  if ("buffer" in type) {
    return value.type === "buffer" && value.value.length / 2 <= type.buffer.length;
  }
  if ("string-ascii" in type) {
    return value.type === "ascii" && value.value.length <= type["string-ascii"].length;
  }
  if ("string-utf8" in type) {
    return value.type === "utf8" && [...value.value].length <= type["string-utf8"].length;
  }
  if ("optional" in type) {
    return value.type === "none" || (value.type === "some" && fits(value.value, type.optional));
  }
  if ("response" in type) {
    if (value.type === "ok") return fits(value.value, type.response.ok);
    return value.type === "err" && fits(value.value, type.response.error);
  }
  if ("list" in type) {
    return (
      value.type === "list" &&
      value.value.length <= type.list.length &&
      value.value.every((item) => fits(item, type.list.type))
    );
  }
  return (
    value.type === "tuple" &&
    Object.keys(value.value).length === type.tuple.length &&
    type.tuple.every(({ name, type: fieldType }) => {
      const field = value.value[name];
      return field !== undefined && fits(field, fieldType);
    })
  );
}
