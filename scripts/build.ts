import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { run } from "./process.ts";

interface Bundle {
  name: string;
  folder: string;
  /** In the folder. */
  config: string;
  /** Newer than every source when the bundle is fresh. */
  output: string;
  sources: string[];
}

const bundles: Bundle[] = [
  {
    name: "the web app",
    folder: "apps/web",
    config: "vite.config.ts",
    output: "apps/web/dist/index.html",
    sources: ["apps/web", "packages/domain", "package-lock.json"],
  },
  {
    name: "what the service renders pages with",
    folder: "apps/web",
    config: "vite.server.config.ts",
    output: "apps/web/dist-server/frame.html",
    // Framed by the page above, whatever that was built from.
    sources: ["apps/web", "packages/domain", "package-lock.json", "apps/web/dist/index.html"],
  },
  {
    name: "the dev wallet",
    folder: "apps/devnet/wallet",
    config: "vite.config.ts",
    output: "apps/devnet/dist/wallet/index.html",
    sources: [
      "apps/devnet/wallet",
      "apps/devnet/accounts.ts",
      "packages/domain",
      "package-lock.json",
    ],
  },
];

const made = new Set(["node_modules", "dist", "dist-server"]);

function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path)
    .filter((name) => !made.has(name) && !name.endsWith(".test.ts"))
    .reduce((time, name) => Math.max(time, newest(join(path, name))), 0);
}

function isFresh(bundle: Bundle): boolean {
  if (!existsSync(bundle.output)) return false;
  const built = statSync(bundle.output).mtimeMs;
  return bundle.sources.every((source) => newest(source) <= built);
}

/** Builds, in their order, each bundle whose sources are newer than it. */
export async function buildBundles(): Promise<void> {
  for (const bundle of bundles) {
    if (isFresh(bundle)) continue;
    console.log(`Building ${bundle.name}`);
    await run("vite", [
      "build",
      bundle.folder,
      "--config",
      `${bundle.folder}/${bundle.config}`,
      "--logLevel",
      "warn",
    ]);
  }
}
