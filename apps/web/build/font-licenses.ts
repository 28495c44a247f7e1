import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const styles = fileURLToPath(new URL("../styles/fonts.css", import.meta.url));

/** Writes the licences of the fonts. Vite writes those of the code alone. */
export function writeFontLicenses(fileName: string): Plugin {
  return {
    name: "colonnade:font-licenses",
    apply: "build",
    async generateBundle() {
      const names = (await readFile(styles, "utf8")).matchAll(/"(@[\w-]+\/[\w-]+)\/files\//g);
      const packages = [...new Set(Array.from(names, ([, name = ""]) => name))].sort();
      const source = (await Promise.all(packages.map(readLicense))).join("\n");
      this.emitFile({ type: "asset", fileName, source });
    },
  };
}

async function readLicense(packageName: string): Promise<string> {
  const file = fileURLToPath(import.meta.resolve(`${packageName}/LICENSE`));
  return `## ${packageName} (OFL-1.1)\n\n${(await readFile(file, "utf8")).trim()}\n`;
}
