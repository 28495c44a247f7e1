import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** A package of others that the lockfile names. */
interface Package {
  name: string;
  version: string;
  /** An SPDX expression, or "none" where the package names none. */
  license: string;
  hasInstallScript: boolean;
  /** Whether the installation goes on without it: it is for some platforms only. */
  isOptional: boolean;
  /** The digest that npm compares the download with. */
  integrity: string | undefined;
  /** The registry's address, which the lockfile leaves out. */
  resolved: string | undefined;
}

const dependencies = z.record(z.string(), z.string()).optional();
const entrySchema = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  license: z.string().optional(),
  link: z.boolean().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  optional: z.boolean().optional(),
  dependencies,
  optionalDependencies: dependencies,
});
type Entry = z.infer<typeof entrySchema>;

const lockfileSchema = z.object({ packages: z.record(z.string(), entrySchema) });
const manifestSchema = z.object({
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  allowScripts: z.record(z.string(), z.boolean()).optional(),
  devDependencies: dependencies,
});

const root = join(import.meta.dirname, "..");
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));

const { packages: entries } = lockfileSchema.parse(readJson("package-lock.json"));
const manifest = manifestSchema.parse(readJson("package.json"));

/** Whether npm may run the install script of a package; absent if nobody decided. */
export const allowScripts = manifest.allowScripts ?? {};
/** The version of Node that everything runs with. */
export const nodeVersion = manifest.devDependencies?.node ?? "";

const MODULES = "node_modules/";
const isForeign = ([path, { link }]: [string, Entry]) => path.includes(MODULES) && link !== true;

/** Every package of others, by its place in the lockfile. */
export const packages: ReadonlyMap<string, Package> = new Map(
  Object.entries(entries)
    .filter(isForeign)
    .map(([path, entry]) => [path, describe(path, entry)]),
);

function describe(path: string, entry: Entry): Package {
  return {
    name: entry.name ?? path.slice(path.lastIndexOf(MODULES) + MODULES.length),
    version: entry.version ?? "",
    license: entry.license ?? installedLicense(path),
    hasInstallScript: entry.hasInstallScript ?? false,
    isOptional: entry.optional ?? false,
    integrity: entry.integrity,
    resolved: entry.resolved,
  };
}

/** The license that the installed package names: some are missing in the lockfile. */
function installedLicense(path: string): string {
  const file = `${path}/package.json`;
  if (!existsSync(join(root, file))) return "none";
  const { license } = manifestSchema.parse(readJson(file));
  return (typeof license === "string" ? license : license?.type) ?? "none";
}

/** The places of all packages that a workspace needs to run, indirect ones included. */
export function neededBy(workspace: string): Set<string> {
  const found = new Set<string>();
  const waiting = [workspace];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = entries[path];
    if (entry === undefined || found.has(path)) continue;
    found.add(path);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const place = findPlace(path, name);
      if (place !== undefined) waiting.push(place);
    }
  }
  return new Set([...found].filter((path) => packages.has(path)));
}

/** Where a package at a path finds another one: beside itself, or further up. */
function findPlace(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const place = folder === "" ? MODULES + name : `${folder}/${MODULES}${name}`;
    const entry = entries[place];
    if (entry !== undefined) return entry.link === true ? entry.resolved : place;
    if (folder === "") return undefined;
  }
}
