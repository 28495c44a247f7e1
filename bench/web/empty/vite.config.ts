import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { speedUpFirstLoad } from "../../../apps/web/build/first-load.ts";

/** Builds like the web app: the same styles, fonts, target and root files. */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  publicDir: fileURLToPath(new URL("../../../apps/web/public", import.meta.url)),
  plugins: [react(), tailwindcss(), speedUpFirstLoad()],
  build: {
    target: ["chrome123", "firefox120", "safari17.5"],
    outDir: fileURLToPath(new URL("../../../.cache/bench/empty", import.meta.url)),
    emptyOutDir: true,
  },
});
