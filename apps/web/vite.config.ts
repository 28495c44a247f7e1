import { fileURLToPath } from "node:url";
import { readConfig } from "@colonnade/domain/config.ts";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { aliases } from "./build/aliases.ts";
import { chunks } from "./build/chunks.ts";
import { minifyFirstPaint } from "./build/minify-first-paint.ts";
import { precompress } from "./build/precompress.ts";
import { preloadFonts } from "./build/preload-fonts.ts";
import { preloadScreens } from "./build/preload-screens.ts";
import { writeRuntimeConfig } from "./build/runtime-config.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig(() => {
  const { port, webDevPort } = readConfig(process.env);
  const service = `http://127.0.0.1:${port}`;
  return {
    root: here,
    plugins: [
      react(),
      tailwindcss(),
      preloadFonts(),
      preloadScreens(),
      minifyFirstPaint(),
      precompress(),
      writeRuntimeConfig(),
    ],
    resolve: { alias: aliases },
    build: {
      // The first browsers with light-dark(), which the two themes are written in.
      target: ["chrome123", "firefox120", "safari17.5"],
      outDir: "dist",
      rolldownOptions: { output: { codeSplitting: chunks } },
      // The size budget is checked compressed, over what the page loads first.
      chunkSizeWarningLimit: 1000,
    },
    server: {
      host: "127.0.0.1",
      port: webDevPort,
      strictPort: true,
      // The app's own modules in api/ have an ending; the service's routes have none.
      proxy: {
        "^/api/[\\w/-]+(\\?.*)?$": service,
        "/ipfs": service,
        "/openapi.json": service,
        "/docs": service,
      },
    },
  };
});
