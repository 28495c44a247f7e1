import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { minifyFirstPaint } from "../../../apps/web/build/minify-first-paint.ts";
import { precompress } from "../../../apps/web/build/precompress.ts";
import { preloadFonts } from "../../../apps/web/build/preload-fonts.ts";

/** Built as the web app is: the same styles, fonts, target and files of the root. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  publicDir: fileURLToPath(new URL("../../../apps/web/public", import.meta.url)),
  plugins: [react(), tailwindcss(), preloadFonts(), minifyFirstPaint(), precompress()],
  build: {
    target: ["chrome123", "firefox120", "safari17.5"],
    outDir: fileURLToPath(new URL("../../../.cache/bench/empty", import.meta.url)),
    emptyOutDir: true,
  },
});
