import type { Plugin } from "vite";

/** The fonts the first screen is set in; the others are fetched when first used. */
const aboveTheFold = ["bricolage-grotesque-latin-wght-normal", "instrument-sans-latin-wght-normal"];

/** Preloads the two fonts of the first screen, under the names the build gives them. */
export function preloadFonts(): Plugin {
  return {
    name: "colonnade:preload-fonts",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const files = Object.keys(bundle ?? {});
        return aboveTheFold.flatMap((font) => {
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
