import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

/** Lays a `.br` beside each script and style: as small as brotli can, which is too slow for a first visitor. */
export function precompress(): Plugin {
  return {
    name: "colonnade:precompress",
    apply: "build",
    async writeBundle({ dir = "." }, bundle) {
      const files = Object.keys(bundle).filter((file) => /\.(?:js|css)$/.test(file));
      const write = async (file: string) => {
        const path = join(dir, file);
        const bytes = await readFile(path);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
      };
      await Promise.all(files.map(write));
    },
  };
}
