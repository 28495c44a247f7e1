import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the wallet is built. */
    walletFolder: string;
    /** Where the site is built that asks it. */
    siteFolder: string;
  }
}

const here = fileURLToPath(new URL(".", import.meta.url));

/**
 * Builds wallet and site once, as they are now, into a folder of their own, so that nothing built elsewhere is
 * touched or trusted.
 */
export async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), "colonnade-wallet-"));
  const walletFolder = join(folder, "wallet");
  const siteFolder = join(folder, "site");
  await build({
    configFile: join(here, "..", "vite.config.ts"),
    logLevel: "error",
    build: { outDir: walletFolder },
  });
  await build({
    root: join(here, "site"),
    configFile: false,
    logLevel: "error",
    // WalletConnect is imported only where a site configures it.
    build: { outDir: siteFolder, rollupOptions: { external: /^@reown\// } },
  });
  project.provide("walletFolder", walletFolder);
  project.provide("siteFolder", siteFolder);
  return () => rm(folder, { recursive: true });
}
