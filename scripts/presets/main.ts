/**
 * Draws every picture of the project: `node scripts/presets/main.ts`. The category presets go to
 * packages/domain/presets with their addresses beside them, icons to apps/web/public, portraits of
 * the seed cast to apps/devnet/seed/images. The same source and the same sharp give the same bytes.
 */

import { mkdir, writeFile } from "node:fs/promises";
import { categories } from "@colonnade/domain/category.ts";
import { importBytes } from "ipfs-unixfs-importer";
import { alice, bob, carol, dan } from "../../apps/devnet/accounts.ts";
import { drawAtelier, drawClarityUniverse, drawPerson } from "./cast.ts";
import { designs } from "./designs.ts";
import { readOutline } from "./outlines.ts";
import { drawPreset } from "./preset.ts";
import { renderPng } from "./render.ts";
import { drawIcon, drawSocial, faviconSvg, markSvg } from "./site.ts";

const root = new URL("../../", import.meta.url);

await drawPresets();
await drawCast();
await drawSite();

async function drawPresets(): Promise<void> {
  const cids: string[] = [];
  for (const category of categories) {
    const png = await renderPng(drawPreset(category, designs[category.slug]), 28);
    await write(`packages/domain/presets/${category.slug}.png`, png);
    const key = /^[a-z]+$/.test(category.slug) ? category.slug : `"${category.slug}"`;
    cids.push(`  ${key}: "${await addressOf(png)}",\n`);
  }
  await write(
    "packages/domain/presets/cids.ts",
    `/** Addresses of the preset images beside this file, written by scripts/presets/main.ts. */\nexport const presetCids = {\n${cids.join("")}} as const;\n`,
  );
}

async function drawCast(): Promise<void> {
  for (const { name, address } of [alice, bob, carol, dan]) {
    const initial = await readOutline(`initial-${name.slice(0, 1)}`);
    await writePng(`apps/devnet/seed/images/${name}.png`, drawPerson(address, initial), 16);
  }
  await writePng("apps/devnet/seed/images/clarityuniverse.png", drawClarityUniverse(), 24);
  await writePng("apps/devnet/seed/images/atelier.png", drawAtelier(), 24);
}

async function drawSite(): Promise<void> {
  const site = "apps/web/public";
  await write(`${site}/mark.svg`, markSvg);
  await write(`${site}/favicon.svg`, faviconSvg);
  await writePng(`${site}/icon-192.png`, drawIcon(192, 0.62, 0), 16);
  await writePng(`${site}/icon-512.png`, drawIcon(512, 0.62, 0), 16);
  await writePng(`${site}/icon-maskable-512.png`, drawIcon(512, 0.46, 0), 16);
  await writePng(`${site}/apple-touch-icon.png`, drawIcon(180, 0.56, 0), 16);
  const social = drawSocial(await readOutline("wordmark"), await readOutline("line"));
  await writePng(`${site}/social.png`, social, 40);
}

async function writePng(path: string, svg: string, colours: number): Promise<void> {
  await write(path, await renderPng(svg, colours));
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  const target = new URL(path, root);
  await mkdir(new URL(".", target), { recursive: true });
  await writeFile(target, content);
  if (typeof content !== "string") console.log(`${path} ${Math.ceil(content.length / 1024)} KB`);
}

/** The CID that the service would give the same upload. */
async function addressOf(bytes: Uint8Array): Promise<string> {
  const { cid } = await importBytes(
    bytes,
    { put: (address) => address },
    { rawLeaves: true, cidVersion: 1 },
  );
  return cid.toString();
}
