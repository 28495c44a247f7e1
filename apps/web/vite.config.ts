import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { localUrl, readConfig, webConfig } from "@colonnade/domain/config.ts";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { aliases } from "./build/aliases.ts";
import { chunks } from "./build/chunks.ts";
import { speedUpFirstLoad } from "./build/first-load.ts";
import { preloadPages } from "./build/preload.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig(() => {
  const { host, port, webDevPort } = readConfig(process.env);
  const service = localUrl(host, port);
  return {
    root: here,
    plugins: [
      react(),
      tailwindcss(),
      preloadPages(),
      speedUpFirstLoad(),
      writeSettings(),
      writeFontLicenses(),
    ],
    resolve: { alias: aliases },
    build: {
      // The first browsers with light-dark(), which the two themes use.
      target: ["chrome123", "firefox120", "safari17.5"],
      outDir: "dist",
      license: { fileName: "licenses/app.txt" },
      rolldownOptions: {
        output: {
          codeSplitting: chunks,
          // The first load names some ninety files, so their hashes are short.
          entryFileNames: "assets/[name]-[hash:6].js",
          chunkFileNames: "assets/[name]-[hash:6].js",
          assetFileNames: "assets/[name]-[hash:6][extname]",
        },
      },
      // A test checks the size budget, compressed, over the files of the first load.
      chunkSizeWarningLimit: 1000,
    },
    server: {
      host: "127.0.0.1",
      port: webDevPort,
      strictPort: true,
      // The app's modules in api/ have a file extension; the service's routes have none.
      proxy: {
        "^/api/[\\w/-]+(\\?.*)?$": service,
        "/ipfs": service,
        "/image?": service,
        "/openapi.json": service,
        "/docs": service,
        "/issuer": service,
        "/.well-known": service,
        // The page that checks proofs. The modules in verify/ have a file extension.
        "^/verify(/\\d+|\\.html)?$": service,
      },
    },
  };
});

/** Writes the network's settings into the dev server's page, as the service does in production. */
function writeSettings(): Plugin {
  return {
    name: "colonnade:settings",
    apply: "serve",
    transformIndexHtml: () => [
      {
        tag: "script",
        injectTo: "head",
        attrs: { type: "application/json", id: "colonnade-config" },
        children: JSON.stringify(webConfig(readConfig(process.env))).replaceAll("<", "\\u003c"),
      },
    ],
  };
}

/** Writes the licences of the fonts. Vite writes those of the code alone. */
function writeFontLicenses(): Plugin {
  return {
    name: "colonnade:font-licenses",
    apply: "build",
    async generateBundle() {
      const styles = await readFile(`${here}styles/fonts.css`, "utf8");
      const names = styles.matchAll(/"(@[\w-]+\/[\w-]+)\/files\//g);
      const packages = [...new Set(Array.from(names, ([, name = ""]) => name))].sort();
      const source = (await Promise.all(packages.map(readLicense))).join("\n");
      this.emitFile({ type: "asset", fileName: "licenses/fonts.txt", source });
    },
  };
}

async function readLicense(packageName: string): Promise<string> {
  const file = fileURLToPath(import.meta.resolve(`${packageName}/LICENSE`));
  return `## ${packageName} (OFL-1.1)\n\n${(await readFile(file, "utf8")).trim()}\n`;
}
