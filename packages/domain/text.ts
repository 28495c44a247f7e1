/** The number of Unicode code points in a text: what Clarity's `string-utf8` and the product's limits count. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Shortens a text to at most `length` code points, the last of them an ellipsis when something was cut. */
export function truncate(text: string, length: number): string {
  const points = [...text];
  return points.length <= length ? text : `${points.slice(0, length - 1).join("")}…`;
}

/** Shortens a BNS name before its domain, which stays whole: `clarityuniverse.btc` as `clarityun….btc`. */
export function truncateName(name: string, length: number): string {
  const dot = name.lastIndexOf(".");
  return dot < 0
    ? truncate(name, length)
    : `${truncate(name.slice(0, dot), length)}${name.slice(dot)}`;
}
