import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

/** Who may import whom (ARCHITECTURE.md). Each rule: files under `in` must not import files under `not`. */
interface Rule {
  in: string;
  not: string[];
  why: string;
}

const rules: Rule[] = [
  {
    in: "packages/domain/",
    not: ["apps/", "contracts/", "e2e/", "bench/", "scripts/"],
    why: "The domain is pure and knows nobody: everyone else builds on it.",
  },
  {
    in: "apps/web/",
    not: ["apps/service/", "apps/devnet/", "contracts/", "e2e/", "bench/", "scripts/"],
    why: "The web app talks to the service and the node over HTTP, and shares only the domain.",
  },
  {
    in: "apps/service/",
    not: ["apps/web/", "apps/devnet/", "contracts/", "e2e/", "bench/", "scripts/"],
    why: "The service reads the chain over HTTP like any chain's, and shares only the domain.",
  },
  {
    in: "apps/devnet/",
    not: ["apps/web/", "apps/service/", "e2e/", "bench/", "scripts/"],
    why: "The devnet is a chain: it deploys the contracts and knows nothing of the apps on it.",
  },
  {
    in: "contracts/",
    not: ["apps/", "e2e/", "bench/", "scripts/"],
    why: "The contracts stand alone, with the domain for decoding what they print.",
  },
  {
    in: "apps/web/ui/",
    not: ["apps/web/features/", "apps/web/screens/", "apps/web/layout/", "apps/web/routes.tsx"],
    why: "The ui kit knows no feature: ui, then features, then layout, then screens, then routes.",
  },
  {
    in: "apps/web/features/",
    not: ["apps/web/screens/", "apps/web/layout/", "apps/web/routes.tsx"],
    why: "A feature knows no screen: ui, then features, then layout, then screens, then routes.",
  },
  {
    in: "apps/web/layout/",
    not: ["apps/web/screens/", "apps/web/routes.tsx"],
    why: "What frames every screen knows none: ui, then features, then layout, then screens, then routes.",
  },
  {
    in: "apps/web/screens/",
    not: ["apps/web/routes.tsx"],
    why: "A screen does not know its route's table: ui, then features, then layout, then screens, then routes.",
  },
];

/** Tests drive the system from outside, so they may start a devnet or the contracts' simnet. */
const testMayImport = ["apps/devnet/", "contracts/"];

const workspaces: Record<string, string> = {
  "@colonnade/domain": "packages/domain",
  "@colonnade/contracts": "contracts",
  "@colonnade/service": "apps/service",
  "@colonnade/devnet": "apps/devnet",
  "@colonnade/web": "apps/web",
};

const importPattern = /(?:from|import)\s*\(?\s*["']([^"']+)["']/g;

/** The repository path that an import leads to, or null for a package from outside. */
function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith(".")) return normalize(join(dirname(file), specifier));
  const [scope = "", name = "", ...rest] = specifier.split("/");
  const workspace = workspaces[`${scope}/${name}`];
  return workspace === undefined ? null : join(workspace, ...rest);
}

/** Features are rooms of their own: data may be shared, components may not. */
function crossesFeatures(file: string, target: string): boolean {
  const here = /^apps\/web\/features\/([^/]+)\//.exec(file)?.[1];
  const there = /^apps\/web\/features\/([^/]+)\/.*\.tsx$/.exec(target)?.[1];
  return here !== undefined && there !== undefined && here !== there;
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.includes("/tests/");
}

function violations(file: string): string[] {
  const source = readFileSync(file, "utf8");
  const targets = [...source.matchAll(importPattern)].flatMap(([, specifier = ""]) => {
    const target = targetOf(file, specifier);
    return target === null ? [] : [target];
  });
  return targets.flatMap((target) => {
    const excused = isTest(file) && testMayImport.some((folder) => target.startsWith(folder));
    const broken = excused
      ? []
      : rules.filter(
          (rule) => file.startsWith(rule.in) && rule.not.some((f) => target.startsWith(f)),
        );
    const lines = broken.map((rule) => `${file} imports ${target}. ${rule.why}`);
    return crossesFeatures(file, target)
      ? [...lines, `${file} imports ${target}. Features do not import each other's components.`]
      : lines;
  });
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (["node_modules", "dist", "dist-server", "data", ".git", ".cache"].includes(entry.name))
      return [];
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) ? [relative(".", path)] : [];
  });
}

const files = ["packages", "apps", "contracts"].flatMap(sources);
const found = files.flatMap(violations);
for (const line of found) console.error(line);
console.log(`${files.length} files, ${found.length} imports against the rules`);
process.exitCode = found.length === 0 ? 0 : 1;
