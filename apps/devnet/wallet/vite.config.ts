import { fileURLToPath } from "node:url";
import { build, defineConfig, type Plugin } from "vite";
import { accounts } from "../accounts.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
/** The first browsers with light-dark(). */
const target = ["chrome123", "firefox120", "safari17.5"];

/** Gives the page the derived accounts, so that it does not load the code that derives them. */
function deriveAccounts(): Plugin {
  return {
    name: "colonnade:derive-accounts",
    load(id) {
      if (!id.endsWith("/apps/devnet/accounts.ts")) return null;
      return `export const accounts = ${JSON.stringify(accounts)};`;
    },
  };
}

/** Adds `provider.js`: one classic script without imports, under a name that never changes. */
function bundleProvider(): Plugin {
  return {
    name: "colonnade:bundle-provider",
    async generateBundle() {
      const built = await build({
        root: here,
        configFile: false,
        logLevel: "warn",
        build: {
          target,
          write: false,
          lib: {
            entry: "provider.ts",
            formats: ["iife"],
            name: "colonnadeDevWallet",
            fileName: () => "provider.js",
          },
        },
      });
      for (const { output } of [built].flat().filter((part) => "output" in part)) {
        for (const file of output) {
          if (file.type !== "chunk") continue;
          this.emitFile({ type: "asset", fileName: file.fileName, source: file.code });
        }
      }
    },
  };
}

export default defineConfig({
  root: here,
  base: "/wallet/",
  plugins: [deriveAccounts(), bundleProvider()],
  build: {
    target,
    outDir: "../dist/wallet",
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
  },
});
