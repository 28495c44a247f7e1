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
