/** Lettering as outlines: the pictures need no font where they are drawn. */

import { readFile } from "node:fs/promises";

export type Outline = { d: string; width: number };

/** An outline of the folder `outlines`, left edge and baseline at (0, 0). */
export async function readOutline(name: string): Promise<Outline> {
  const svg = await readFile(new URL(`outlines/${name}.svg`, import.meta.url), "utf8");
  const [, width, d] = /viewBox="0 \S+ (\S+) \S+">.*<path d="([^"]+)"/.exec(svg) ?? [];
  if (width === undefined || d === undefined) throw new Error(`outlines/${name}.svg has no path`);
  return { d, width: Number(width) };
}
