import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { accounts } from "../accounts.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** The accounts' keys are derived with Node's crypto: the page gets the derived values instead. */
function deriveAccounts(): Plugin {
  return {
    name: "colonnade:derive-accounts",
    load(id) {
      if (!id.endsWith("/apps/devnet/accounts.ts")) return null;
      return `export const accounts = ${JSON.stringify(accounts)};`;
    },
  };
}

/** Builds the page by default, and the script that sites load by `--mode provider`. */
export default defineConfig(({ mode }) => ({
  root: here,
  base: "/wallet/",
  plugins: [deriveAccounts()],
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: {
    // The first browsers with light-dark().
    target: ["chrome123", "firefox120", "safari17.5"],
    outDir: "../dist/wallet",
    emptyOutDir: mode !== "provider",
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    ...(mode === "provider" && {
      lib: {
        entry: "provider.ts",
        formats: ["iife" as const],
        name: "colonnadeDevWallet",
        fileName: () => "provider.js",
      },
    }),
  },
}));
