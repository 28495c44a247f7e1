import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { minify, type Plugin } from "vite";

/** Plugins that make a first visit load less, and sooner. */
export const speedUpFirstLoad = (): Plugin[] => [preloadFonts(), minifyFirstPaint(), precompress()];

/** The fonts of the first screen. The others load when they are first used. */
const firstFonts = ["bricolage-grotesque-latin-wght-normal", "instrument-sans-latin-wght-normal"];

/** Preloads the fonts of the first screen, under the names the build gives them. */
function preloadFonts(): Plugin {
  return {
    name: "colonnade:preload-fonts",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {});
        return firstFonts.flatMap((font) => {
          const file = files.find((name) => name.includes(font) && name.endsWith(".woff2"));
          if (file === undefined) return [];
          return {
            tag: "link",
            injectTo: "head" as const,
            attrs: {
              rel: "preload",
              as: "font",
              type: "font/woff2",
              href: `/${file}`,
              crossorigin: true,
            },
          };
        });
      },
    },
  };
}

const FIRST_PAINT = "first-paint.js";

/** Minifies the script that every first paint waits for. The bundler copies files of `public` as they are. */
function minifyFirstPaint(): Plugin {
  return {
    name: "colonnade:minify-first-paint",
    apply: "build",
    async generateBundle() {
      const source = await readFile(new URL(`../public/${FIRST_PAINT}`, import.meta.url), "utf8");
      const { code } = await minify(FIRST_PAINT, source);
      this.emitFile({ type: "asset", fileName: FIRST_PAINT, source: code });
    },
  };
}

/** Writes a `.br` beside each script and style, at a quality that would be too slow per request. */
function precompress(): Plugin {
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
