import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the built wallet. */
    walletFolder: string;
    /** The folder of the built site that asks it. */
    siteFolder: string;
  }
}

const here = fileURLToPath(new URL(".", import.meta.url));

/** Builds the wallet and the site once into a temporary folder. No other build is used or changed. */
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
    // @stacks/connect imports WalletConnect only if a site configures it.
    build: { outDir: siteFolder, rollupOptions: { external: /^@reown\// } },
  });
  project.provide("walletFolder", walletFolder);
  project.provide("siteFolder", siteFolder);
  return () => rm(folder, { recursive: true });
}
