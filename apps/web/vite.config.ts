import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "@colonnade/domain/config.ts";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";
import { preloadFonts } from "./build/preload-fonts.ts";
import { preloadScreens } from "./build/preload-screens.ts";
import { writeRuntimeConfig } from "./build/runtime-config.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const withoutWalletConnect = fileURLToPath(new URL("./build/no-walletconnect.ts", import.meta.url));

let entryModules: Set<string> | undefined;

/** Whether the entry imports a module, directly or by way of others: then it belongs to the first load. */
function isOfEntry(id: string, graph: Pick<Rolldown.PluginContext, "getModuleInfo">): boolean {
  if (entryModules === undefined) {
    entryModules = new Set();
    const queue = [join(here, "main.tsx")];
    for (const next of queue) {
      if (entryModules.has(next)) continue;
      entryModules.add(next);
      queue.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
    }
  }
  return entryModules.has(id);
}

export default defineConfig(() => {
  const { port, webDevPort } = readConfig(process.env);
  const service = `http://127.0.0.1:${port}`;
  return {
    root: here,
    plugins: [react(), tailwindcss(), preloadFonts(), preloadScreens(), writeRuntimeConfig()],
    resolve: {
      alias: [
        { find: /^@reown\/appkit(-universal-connector)?$/, replacement: withoutWalletConnect },
        // The same library without the style element it writes, which the content security policy forbids.
        { find: /^react-toastify$/, replacement: "react-toastify/unstyled" },
      ],
    },
    build: {
      // The first browsers with light-dark(), which the two themes are written in.
      target: ["chrome123", "firefox120", "safari17.5"],
      outDir: "dist",
      // The size budget is checked compressed, over what the page loads first.
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        output: {
          chunkFileNames: ({ name }) =>
            name.startsWith("shared~") ? "assets/shared-[hash].js" : "assets/[name]-[hash].js",
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              {
                // What several screens share comes in a few chunks instead of dozens; never with the entry's own.
                name: (id, context) => (isOfEntry(id, context) ? null : "shared"),
                minShareCount: 2,
                entriesAware: true,
                entriesAwareMergeThreshold: 40_000,
              },
            ],
          },
        },
      },
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
