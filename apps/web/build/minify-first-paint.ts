import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { minify, type Plugin } from "vite";

/** Makes the script that every first paint waits for as small as the others, which the bundler writes itself. */
export function minifyFirstPaint(): Plugin {
  return {
    name: "colonnade:minify-first-paint",
    apply: "build",
    async writeBundle({ dir = "." }) {
      const path = join(dir, "first-paint.js");
      const { code } = await minify("first-paint.js", await readFile(path, "utf8"));
      await writeFile(path, code);
    },
  };
}
