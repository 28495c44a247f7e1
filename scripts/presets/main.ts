/**
 * Draws the category presets into packages/domain/presets and writes their addresses beside them:
 * `node scripts/presets/main.ts`. The same source and the same sharp give the same bytes.
 */

import { writeFile } from "node:fs/promises";
import { categories } from "@colonnade/domain/category.ts";
import { importBytes } from "ipfs-unixfs-importer";
import { designs } from "./designs.ts";
import { drawPreset } from "./preset.ts";
import { renderPng } from "./render.ts";

const presets = new URL("../../packages/domain/presets/", import.meta.url);

const cids: string[] = [];
for (const category of categories) {
  const design = designs[category.slug];
  const png = await renderPng(drawPreset(category, design), 28);
  await writeFile(new URL(`${category.slug}.png`, presets), png);
  const cid = await addressOf(png);
  cids.push(`  "${category.slug}": "${cid}",\n`);
  console.log(`${category.slug} ${Math.ceil(png.byteLength / 1024)} KB ${cid}`);
}
await writeFile(
  new URL("cids.ts", presets),
  `/** Addresses of the preset images beside this file, written by scripts/presets/main.ts. */\nexport const presetCids = {\n${cids.join("")}} as const;\n`,
);

async function addressOf(bytes: Uint8Array): Promise<string> {
  const { cid } = await importBytes(
    bytes,
    { put: (address) => address },
    { rawLeaves: true, cidVersion: 1 },
  );
  return cid.toString();
}
