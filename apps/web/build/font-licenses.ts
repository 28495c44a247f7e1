import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const fonts = ["bricolage-grotesque", "instrument-sans", "jetbrains-mono", "newsreader"];

/** Writes the licences of the fonts. Vite writes those of the code alone. */
export function writeFontLicenses(fileName: string): Plugin {
  return {
    name: "colonnade:font-licenses",
    apply: "build",
    async generateBundle() {
      const source = (await Promise.all(fonts.map(readLicense))).join("\n");
      this.emitFile({ type: "asset", fileName, source });
    },
  };
}

async function readLicense(name: string): Promise<string> {
  const packageName = `@fontsource-variable/${name}`;
  const file = fileURLToPath(import.meta.resolve(`${packageName}/LICENSE`));
  return `## ${packageName} (OFL-1.1)\n\n${(await readFile(file, "utf8")).trim()}\n`;
}
