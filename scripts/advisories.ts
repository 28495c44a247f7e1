import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

// Reads a copy of GitHub's advisory database, or of OSV's: where no registry answers an audit, an operator can bring one
// along. Both have one JSON file for each advisory. Format: https://ossf.github.io/osv-schema/.

const eventSchema = z.object({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
  limit: z.string().optional(),
});
type Event = z.infer<typeof eventSchema>;
const advisorySchema = z.object({
  id: z.string(),
  modified: z.string(),
  withdrawn: z.string().optional(),
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }).optional(),
        ranges: z.array(z.object({ type: z.string(), events: z.array(eventSchema) })).default([]),
        versions: z.array(z.string()).default([]),
        database_specific: z
          .object({ last_known_affected_version_range: z.string().optional() })
          .optional(),
      }),
    )
    .default([]),
  database_specific: z.object({ severity: z.string().optional() }).optional(),
});
type Advisory = z.infer<typeof advisorySchema>;
type Affected = Advisory["affected"][number];

/** The advisories about packages of npm. */
export interface Advisories {
  list: Advisory[];
  /** The date of the newest change. */
  newest: string;
}

/**
 * Reads all advisories in a folder.
 * @throws Error when it holds none about npm
 * @throws z.ZodError for a file in another format
 */
export function readAdvisories(folder: string): Advisories {
  const list = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json"))
    .map((path) => advisorySchema.parse(JSON.parse(readFileSync(join(folder, path), "utf8"))))
    .filter((one) => one.withdrawn === undefined && one.affected.some(isOfNpm));
  if (list.length === 0) throw new Error(`${folder} holds no advisories about npm`);
  const newest =
    list
      .map(({ modified }) => modified)
      .sort()
      .at(-1) ?? "";
  return { list, newest: newest.slice(0, 10) };
}

const isOfNpm = (affected: Affected) => affected.package?.ecosystem === "npm";

/** @returns one line for each package that an advisory is about, and each advisory */
export function findKnown(
  { list }: Pick<Advisories, "list">,
  packages: Iterable<{ name: string; version: string }>,
): string[] {
  const byName = new Map<string, { advisory: Advisory; affected: Affected }[]>();
  for (const advisory of list) {
    for (const affected of advisory.affected.filter(isOfNpm)) {
      const name = affected.package?.name ?? "";
      byName.set(name, [...(byName.get(name) ?? []), { advisory, affected }]);
    }
  }
  const lines = [...packages].flatMap(({ name, version }) =>
    (byName.get(name) ?? [])
      .filter(({ affected }) => isAffected(version, affected))
      .map(({ advisory }) => {
        const severity = advisory.database_specific?.severity?.toLowerCase() ?? "unrated";
        return `${name} ${version}: ${advisory.id}, ${severity}`;
      }),
  );
  return [...new Set(lines)].sort();
}

function isAffected(version: string, { ranges, versions, database_specific }: Affected): boolean {
  const last = database_specific?.last_known_affected_version_range;
  if (last !== undefined && !isUpTo(version, last)) return false;
  // The others name commits.
  const ofVersions = ranges.filter(({ type }) => type === "SEMVER" || type === "ECOSYSTEM");
  return versions.includes(version) || ofVersions.some(({ events }) => isWithin(version, events));
}

/** Whether a version is within a range without a beginning, such as `< 1.2.3` or `<= 1.2.3`. */
function isUpTo(version: string, range: string): boolean {
  const [, equal, last = ""] = /^<(=?)\s*(\S+)$/.exec(range) ?? [];
  const order = compareVersions(version, last);
  return last === "" || order < 0 || (order === 0 && equal === "=");
}

/** Each event begins or ends a range. They are taken in the order of their versions. */
function isWithin(version: string, events: readonly Event[]): boolean {
  let isIn = false;
  for (const event of events.toSorted((one, two) => compareVersions(of(one), of(two)))) {
    const order = compareVersions(version, of(event));
    if (event.introduced !== undefined) isIn ||= order >= 0;
    else if (order > 0 || (order === 0 && event.last_affected === undefined)) isIn = false;
  }
  return isIn;
}

/** The version of an event. */
const of = ({ introduced, fixed, last_affected, limit }: Event) =>
  introduced ?? fixed ?? last_affected ?? limit ?? "0";

/**
 * Compares two versions as npm does. `0` is before all others.
 * @returns above 0 where the first is the later one
 */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [parse(one), parse(other)];
  const release = compareLists(first.release, second.release);
  if (release !== 0) return release;
  // A version with an ending, such as 1.0.0-rc.1, comes before the one without.
  if (first.ending === null || second.ending === null) {
    return Number(second.ending !== null) - Number(first.ending !== null);
  }
  return compareLists(first.ending, second.ending);
}

function parse(version: string) {
  const [text = ""] = version.split("+");
  const dash = text.indexOf("-");
  const [release, ending] =
    dash === -1 ? [text, null] : [text.slice(0, dash), text.slice(dash + 1)];
  return { release: release.split("."), ending: ending?.split(".") ?? null };
}

/** Compares part by part. A longer list comes after its beginning. */
function compareLists(one: readonly string[], other: readonly string[]): number {
  const place = one.findIndex((part, index) => part !== other[index]);
  const [part, against] = [one[place], other[place]];
  if (part === undefined || against === undefined) return one.length - other.length;
  return compareParts(part, against);
}

/** Numbers by value and before words; words by letters. */
function compareParts(one: string, other: string): number {
  const isNumber = (part: string) => /^\d+$/.test(part);
  if (isNumber(one) && isNumber(other)) return Number(one) - Number(other);
  if (isNumber(one) !== isNumber(other)) return isNumber(one) ? -1 : 1;
  return one < other ? -1 : 1;
}
