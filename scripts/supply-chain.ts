import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { compareVersions, findKnown, readAdvisories } from "./advisories.ts";
import { exceptions, findLicenseFaults } from "./licenses.ts";
import { describeNode } from "./node-releases.ts";
import { allowScripts, nodeVersion, packages } from "./packages.ts";

/** The file that the summary is written to. */
const SUMMARY = "docs/supply-chain.md";

const list = [...packages.values()];
const countOf = (license: string) => list.filter((one) => one.license === license).length;
const byName = (a: string, b: string) => a.localeCompare(b);

/** What is wrong with the lockfile, a sentence for each fault. */
export function findFaults(): string[] {
  const faults = findLicenseFaults();
  for (const [path, { name, hasInstallScript, isOptional, integrity, resolved }] of packages) {
    if (hasInstallScript && !Object.hasOwn(allowScripts, name)) {
      faults.push(
        `${path} has an install script, and allowScripts does not say whether it may run`,
      );
    }
    if (integrity === undefined && !isOptional) faults.push(`${path} has no digest`);
    if (resolved !== undefined) faults.push(`${path} names a registry's address`);
  }
  return faults;
}

/** The part of the summary that follows from the lockfile. */
export function describePackages(): string {
  const licenses = [...new Set(list.map(({ license }) => license))].sort(byName);
  const scripts = [...new Set(list.filter((one) => one.hasInstallScript).map(({ name }) => name))];
  return [
    `The lockfile names ${list.length} third-party packages, for all platforms. Their licenses:`,
    "",
    "| license | packages |",
    "|---|---|",
    ...licenses.map((license) => `| ${license} | ${countOf(license)} |`),
    "",
    "These may stay although their license is not on the list in `scripts/licenses.ts`:",
    "",
    "| license | packages | why |",
    "|---|---|---|",
    ...exceptions.map(({ license, packages: named, why }) => `| ${license} | ${named} | ${why} |`),
    "",
    "These have an install script. `allowScripts` in `package.json` says which of them run:",
    "",
    "| package | runs |",
    "|---|---|",
    ...scripts.sort(byName).map((name) => `| ${name} | ${allowScripts[name] ? "yes" : "no"} |`),
    "",
    "npm compares every package with a SHA-512 digest in the lockfile, except these, which are for other platforms than those that the lockfile was made on:",
    "",
    ...list.filter(({ integrity }) => integrity === undefined).map(({ name }) => `- ${name}`),
    "",
    describeNode(nodeVersion),
    "",
  ].join("\n");
}

const auditSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});
const refusalSchema = z.object({ statusCode: z.number() });

/** What is known of vulnerabilities, and who said so. */
interface Known {
  /** A sentence about the source. */
  source: string;
  /** One line for each; null if the source says nothing. */
  lines: string[] | null;
}

/** Asks the registry. */
function audit(): Known {
  const { stdout } = spawnSync("npm", ["audit", "--json"], { encoding: "utf8" });
  const said: unknown = JSON.parse(stdout || "{}");
  const answer = auditSchema.safeParse(said);
  if (answer.success) {
    const lines = Object.entries(answer.data.vulnerabilities).map(
      ([name, { severity, range }]) => `${name} ${range}: ${severity}`,
    );
    return { source: "By the registry's audit.", lines };
  }
  const status = refusalSchema.safeParse(said).data?.statusCode;
  const how = status === undefined ? "did not answer" : `answered ${status} to`;
  return { source: `The registry that was asked ${how} \`npm audit\`.`, lines: null };
}

/** Looks into a copy of an advisory database. */
function readCopy(folder: string): Known {
  const advisories = readAdvisories(folder);
  const { length } = advisories.list;
  return {
    source: `By a copy of an advisory database: ${length} advisories about npm, changed until ${advisories.newest}.`,
    lines: findKnown(advisories, list),
  };
}

/** The first version without GHSA-4hjh-wcwx-xvwj, which was found by hand. */
const SOUND_AXIOS = "1.12.0";
const hasOldAxios = list.some(
  ({ name, version }) => name === "axios" && compareVersions(version, SOUND_AXIOS) < 0,
);

const UNKNOWN = `To know them, run one of these:

- \`npm run supply-chain\`, where npm's own registry can be reached.
- \`npm run supply-chain -- --advisories FOLDER\` without it. FOLDER is \`advisories/github-reviewed\` of a copy of [GitHub's advisory database](https://github.com/github/advisory-database), or OSV's archive for npm, unpacked.

No npm package can stand in. \`@renovatebot/osv-offline-db\` and \`retire\` load their data from GitHub when they run. \`@salesforce/code-analyzer-retirejs-engine\` 0.32.0 has the data of \`retire\` in it, but knows 6 of these packages and nothing of 2026.${hasOldAxios ? ` By it, the tests of wallets have a fault that we know: GHSA-4hjh-wcwx-xvwj in axios before ${SOUND_AXIOS}. Nothing else installs that version.` : ""}`;

function describeKnown({ source, lines }: Known): string {
  if (lines === null) return `Known vulnerabilities: unknown. ${source} ${UNKNOWN}`;
  if (lines.length === 0) return `Known vulnerabilities: none. ${source}`;
  return [
    `Known vulnerabilities: ${lines.length}. ${source}`,
    "",
    ...lines.map((line) => `- ${line}`),
  ].join("\n");
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { advisories: { type: "string" } } });
  for (const [path, { version, license }] of packages)
    console.log(`${path} ${version}: ${license}`);
  const known = values.advisories === undefined ? audit() : readCopy(values.advisories);
  const faults = findFaults();
  const date = new Date().toISOString().slice(0, 10);
  const head = `# Supply chain\n\nWritten by \`npm run supply-chain\` on ${date}.\n\n`;
  writeFileSync(SUMMARY, `${head}${describeKnown(known)}\n\n${describePackages()}`);
  for (const line of [...faults, ...(known.lines ?? [])]) console.error(`✗ ${line}`);
  console.log(
    `${packages.size} packages, ${faults.length} faults. ${describeKnown(known).split("\n")[0]}`,
  );
  if (faults.length > 0 || (known.lines?.length ?? 0) > 0) process.exitCode = 1;
}
