/** When `securityReleases` was last compared with Node's announcements. */
const COMPARED = "2026-11-27";

/** The releases of Node 24 that fix vulnerabilities. Source: https://nodejs.org/en/blog/vulnerability. */
const securityReleases = [
  { version: "24.0.2", date: "2025-05-14", worst: "CVE-2025-23166, a crash" },
  { version: "24.4.1", date: "2025-07-15", worst: "CVE-2025-27209, slow hashing" },
  { version: "24.13.0", date: "2026-01-13", worst: "CVE-2025-55131, memory that is not cleared" },
  { version: "24.14.1", date: "2026-03-24", worst: "CVE-2026-21637, a crash over TLS" },
  { version: "24.17.0", date: "2026-06-18", worst: "CVE-2026-48618, a server's name over TLS" },
  {
    version: "24.18.1",
    date: "2026-07-29",
    worst: "CVE-2026-56848, memory used after it is freed",
  },
  { version: "24.22.1", date: "2026-10-21", worst: "CVE-2026-111497, code execution in Brotli" },
] as const;

/** Whether a version has the fixes of another one. Both have the same major version. */
export function includes(version: string, other: string): boolean {
  const [, minor = 0, patch = 0] = version.split(".").map(Number);
  const [, otherMinor = 0, otherPatch = 0] = other.split(".").map(Number);
  return minor > otherMinor || (minor === otherMinor && patch >= otherPatch);
}

/** The newest security release. A test requires it, or a newer one, of the container. */
export const newestSecurityRelease = securityReleases.at(-1)?.version ?? "";

/** Says which security releases a version of Node has. @param pinned the version that npm installs */
export function describeNode(pinned: string): string {
  return [
    `Everything runs on Node ${pinned}, the development dependency \`node\`. Its security releases, as announced until ${COMPARED}:`,
    "",
    `| release | date | the most serious vulnerability | in ${pinned} |`,
    "|---|---|---|---|",
    ...securityReleases.map(
      ({ version, date, worst }) =>
        `| ${version} | ${date} | ${worst} | ${includes(pinned, version) ? "yes" : "**no**"} |`,
    ),
    "",
    "SECURITY.md says what a missing one means.",
  ].join("\n");
}
