import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { minify, type Plugin } from "vite";

const NAME = "first-paint.js";

/** Makes the script that every first paint waits for as small as those that the bundler writes itself. */
export function minifyFirstPaint(): Plugin {
  let folder = "";
  return {
    name: "colonnade:minify-first-paint",
    apply: "build",
    configResolved: ({ publicDir }) => {
      folder = publicDir;
    },
    async generateBundle() {
      const { code } = await minify(NAME, await readFile(join(folder, NAME), "utf8"));
      // Written over the file as it stands in the folder.
      this.emitFile({ type: "asset", fileName: NAME, source: code });
    },
  };
}
