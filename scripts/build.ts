import { existsSync, globSync, statSync } from "node:fs";
import { run } from "./process.ts";

const domain = ["packages/domain/**/*.*", "package-lock.json"];
const web = ["apps/web/*.*", "apps/web/!(dist|dist-server|verify)/**/*.*", ...domain];
const verify = ["apps/web/verify/*.*", "packages/{verify,contract-events}/**/*.ts"];

/** In the order in which they are built. */
const bundles = [
  {
    name: "the web app",
    config: "apps/web/vite.config.ts",
    output: "apps/web/dist/index.html",
    sources: web,
  },
  {
    name: "the service's page renderer",
    config: "apps/web/vite.server.config.ts",
    output: "apps/web/dist-server/frame.html",
    // The renderer embeds the web app's page.
    sources: [...web, "apps/web/dist/index.html"],
  },
  {
    name: "the page that checks proofs",
    config: "apps/web/vite.verify.config.ts",
    output: "apps/web/dist/verify.html",
    // The web app's build empties the folder.
    sources: [...web, ...verify, "apps/web/dist/index.html"],
  },
  {
    name: "the dev wallet",
    config: "apps/devnet/wallet/vite.config.ts",
    output: "apps/devnet/dist/wallet/index.html",
    sources: ["apps/devnet/wallet/**/*.*", "apps/devnet/accounts.ts", ...domain],
  },
];

function lastChange(paths: string[]): number {
  return Math.max(...paths.map((path) => statSync(path).mtimeMs));
}

/** Builds each bundle whose output is missing or older than a source. @throws ProcessError */
export async function buildBundles(signal?: AbortSignal): Promise<void> {
  for (const { name, config, output, sources } of bundles) {
    const newest = lastChange(globSync(sources, { exclude: ["**/node_modules", "**/*.test.ts"] }));
    if (existsSync(output) && lastChange([output]) >= newest) continue;
    console.log(`Building ${name}`);
    // A test that starts the product sets another NODE_ENV, with which React would be built for development.
    const env = { NODE_ENV: "production" };
    await run("vite", ["build", "--config", config, "--logLevel", "warn"], { signal, env });
  }
}

if (import.meta.main) await buildBundles();
