import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { run } from "./process.ts";

interface Bundle {
  name: string;
  folder: string;
  /** Newer than every source when the bundle is fresh. */
  output: string;
  sources: string[];
}

const bundles: Bundle[] = [
  {
    name: "the web app",
    folder: "apps/web",
    output: "apps/web/dist/index.html",
    sources: ["apps/web", "packages/domain", "package-lock.json"],
  },
  {
    name: "the dev wallet",
    folder: "apps/devnet/wallet",
    output: "apps/devnet/dist/wallet/index.html",
    sources: [
      "apps/devnet/wallet",
      "apps/devnet/accounts.ts",
      "packages/domain",
      "package-lock.json",
    ],
  },
];

function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path)
    .filter((name) => name !== "node_modules" && name !== "dist" && !name.endsWith(".test.ts"))
    .reduce((time, name) => Math.max(time, newest(join(path, name))), 0);
}

function isFresh(bundle: Bundle): boolean {
  if (!existsSync(bundle.output)) return false;
  const built = statSync(bundle.output).mtimeMs;
  return bundle.sources.every((source) => newest(source) <= built);
}

/** Builds each browser bundle whose sources are newer than it. */
export async function buildBundles(): Promise<void> {
  for (const bundle of bundles) {
    if (isFresh(bundle)) continue;
    console.log(`Building ${bundle.name}`);
    await run("vite", [
      "build",
      bundle.folder,
      "--config",
      `${bundle.folder}/vite.config.ts`,
      "--logLevel",
      "warn",
    ]);
  }
}
