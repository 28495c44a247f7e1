import fc from "fast-check";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A text of so many arrays, one within the other. */
export const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** What a field may be replaced with. */
const strange: Json[] = [
  ...[null, true, -1, 0, 0.5, 2 ** 31, 2 ** 53, 1e300, 253_402_300_800],
  ...["", "0x", "0x00", "\0", "\ud800", "success", "x".repeat(70_000)],
  ...[[], {}, [[]], { a: { b: [{}] } }, JSON.parse(deep(500))],
];

export interface Mutation {
  /** Leads to the field: each number chooses among the keys of a level. */
  path: number[];
  how: "delete" | "replace" | "repeat";
  value: Json;
}

/** One to three changes in the fields of a payload. */
export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({
    path: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 5 }),
    how: fc.constantFrom("delete" as const, "replace" as const, "repeat" as const),
    value: fc.constantFrom(...strange),
  }),
  { minLength: 1, maxLength: 3 },
);

/** A copy of a payload with these changes. */
export function mutated(payload: unknown, changes: readonly Mutation[]): Json {
  const copy: Json = JSON.parse(JSON.stringify(payload));
  for (const change of changes) mutate(copy, change);
  return copy;
}

/** Changes one field of a value, in place. Leaves out what names the parent, which only makes the node post again. */
function mutate(value: Json, { path: [step = 0, ...rest], how, value: other }: Mutation): void {
  if (typeof value !== "object" || value === null) return;
  const keys = Object.keys(value).filter((key) => key !== "parent_index_block_hash");
  const key = keys[step % keys.length];
  if (key === undefined) return;
  const inner: Json = Reflect.get(value, key);
  const isLast = rest.length === 0 || typeof inner !== "object" || inner === null;
  if (!isLast) mutate(inner, { path: rest, how, value: other });
  else if (how === "repeat" && Array.isArray(value)) value.push(inner);
  else if (how === "delete") Reflect.deleteProperty(value, key);
  // A copy: a later change may lead into it, and the same value may go into itself.
  else Reflect.set(value, key, structuredClone(other));
}

/**
 * The statuses that a changed block may be answered with. If it says that it stands far above the one it was, the
 * node is to post it again, because blocks between them may be to come.
 */
export function statusesFor(changed: Json, height: number): number[] {
  const said: unknown = Reflect.get(Object(changed), "block_height");
  return typeof said === "number" && said > height ? [200, 503] : [200];
}
