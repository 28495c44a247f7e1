import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { z } from "zod";
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

const advisorySchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});

/** Asks the registry for known vulnerabilities. @returns one line for each, or null if the registry has no audit */
function audit(): string[] | null {
  const { stdout } = spawnSync("npm", ["audit", "--json"], { encoding: "utf8" });
  const answer = advisorySchema.safeParse(JSON.parse(stdout || "{}"));
  if (!answer.success) return null;
  return Object.entries(answer.data.vulnerabilities).map(
    ([name, { severity, range }]) => `${name} ${range}: ${severity}`,
  );
}

function describeAudit(known: string[] | null): string {
  if (known === null) {
    return "Known vulnerabilities: unknown. The registry that was asked offers no audit. Run `npm run supply-chain` where npm's own registry can be reached.";
  }
  if (known.length === 0) return "Known vulnerabilities: none.";
  return ["Known vulnerabilities:", "", ...known.map((line) => `- ${line}`)].join("\n");
}

if (import.meta.main) {
  for (const [path, { version, license }] of packages)
    console.log(`${path} ${version}: ${license}`);
  const known = audit();
  const faults = findFaults();
  const date = new Date().toISOString().slice(0, 10);
  const head = `# Supply chain\n\nWritten by \`npm run supply-chain\` on ${date}.\n\n`;
  writeFileSync(SUMMARY, `${head}${describeAudit(known)}\n\n${describePackages()}`);
  for (const line of [...faults, ...(known ?? [])]) console.error(`✗ ${line}`);
  console.log(
    `${packages.size} packages, ${faults.length} faults. ${describeAudit(known).split("\n")[0]}`,
  );
  if (faults.length > 0 || (known?.length ?? 0) > 0) process.exitCode = 1;
}
