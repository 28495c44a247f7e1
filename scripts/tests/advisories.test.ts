import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { compareVersions, findKnown, readAdvisories } from "../advisories.ts";

const npm = (name: string) => ({ package: { ecosystem: "npm", name } });
const about = (id: string, affected: object[], more: object = {}) => ({
  id,
  modified: "2026-11-01T10:00:00Z",
  affected,
  ...more,
});
const range = (...events: object[]) => [{ type: "SEMVER", events }];

describe("A copy of an advisory database", () => {
  /** Writes advisories as GitHub's database has them: each in a folder of its own. */
  function write(...advisories: { id: string }[]): string {
    const folder = mkdtempSync(join(tmpdir(), "colonnade-advisories-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const advisory of advisories) {
      mkdirSync(join(folder, "2026/11", advisory.id), { recursive: true });
      const file = join(folder, "2026/11", advisory.id, `${advisory.id}.json`);
      writeFileSync(file, JSON.stringify(advisory));
    }
    return folder;
  }

  const known = (version: string, ...events: object[]) => {
    const advisory = about("GHSA-1", [{ ...npm("one"), ranges: range(...events) }]);
    const { list } = readAdvisories(write(advisory));
    return findKnown({ list }, [{ name: "one", version }]).length > 0;
  };

  it("names the versions from the one with the fault up to the one with the fix", () => {
    const events = [{ introduced: "1.2.0" }, { fixed: "1.4.1" }];
    const versions = ["1.1.9", "1.2.0", "1.4.0", "1.4.1-rc.1", "1.4.1", "1.10.0"];
    expect(versions.filter((version) => known(version, ...events))).toEqual([
      "1.2.0",
      "1.4.0",
      "1.4.1-rc.1",
    ]);
  });

  it("names all versions where there is no fix, and the last one that has the fault", () => {
    expect(known("9.0.0", { introduced: "0" })).toBe(true);
    expect(known("2.0.0", { introduced: "0" }, { last_affected: "2.0.0" })).toBe(true);
    expect(known("2.0.1", { introduced: "0" }, { last_affected: "2.0.0" })).toBe(false);
  });

  it("knows several ranges, and versions that it lists", () => {
    const events = [
      { introduced: "1.0.0" },
      { fixed: "1.5.0" },
      { introduced: "2.0.0" },
      { fixed: "2.1.0" },
    ];
    expect(["1.4.9", "1.5.0", "2.0.5", "2.1.0"].map((each) => known(each, ...events))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    const list = [about("MAL-1", [{ ...npm("one"), ranges: [], versions: ["3.0.0"] }])];
    const found = findKnown(readAdvisories(write(...list)), [{ name: "one", version: "3.0.0" }]);
    expect(found).toEqual(["one 3.0.0: MAL-1, unrated"]);
  });

  it("takes events in any order, and a limit as an end", () => {
    expect(known("1.5.0", { fixed: "1.4.0" }, { introduced: "0" })).toBe(false);
    expect(known("1.3.0", { fixed: "1.4.0" }, { introduced: "0" })).toBe(true);
    expect(known("2.0.0", { introduced: "0" }, { limit: "2.0.0" })).toBe(false);
  });

  it("names no version after the last one that GitHub knows to have the fault", () => {
    const affected = (last: string) => ({
      ...npm("one"),
      ranges: range({ introduced: "0" }),
      database_specific: { last_known_affected_version_range: last },
    });
    const named = (last: string) => {
      const advisories = readAdvisories(write(about("GHSA-1", [affected(last)])));
      const packages = ["1.2.2", "1.2.3", "2.0.0"].map((version) => ({ name: "one", version }));
      return findKnown(advisories, packages).map((line) => line.replace(/:.*/, ""));
    };
    expect(named("< 1.2.3")).toEqual(["one 1.2.2"]);
    expect(named("<= 1.2.3")).toEqual(["one 1.2.2", "one 1.2.3"]);
  });

  it("takes no commits for versions", () => {
    const commits = [{ type: "GIT", events: [{ introduced: "0" }] }];
    const advisories = readAdvisories(write(about("GHSA-1", [{ ...npm("one"), ranges: commits }])));
    expect(findKnown(advisories, [{ name: "one", version: "1.0.0" }])).toEqual([]);
  });

  it("leaves out what was withdrawn, and packages of other registries", () => {
    const ranges = range({ introduced: "0" });
    const folder = write(
      about("GHSA-1", [{ ...npm("one"), ranges }], { database_specific: { severity: "HIGH" } }),
      about("GHSA-2", [{ ...npm("one"), ranges }], { withdrawn: "2026-11-02T10:00:00Z" }),
      about("GHSA-3", [{ package: { ecosystem: "PyPI", name: "one" }, ranges }]),
    );
    const advisories = readAdvisories(folder);
    expect(advisories.newest).toBe("2026-11-01");
    const packages = [
      { name: "one", version: "1.0.0" },
      { name: "two", version: "1.0.0" },
    ];
    expect(findKnown(advisories, packages)).toEqual(["one 1.0.0: GHSA-1, high"]);
  });

  it("is not taken for one where it holds nothing about npm, or a file has another format", () => {
    expect(() => readAdvisories(write())).toThrow("holds no advisories about npm");
    expect(() => readAdvisories(write({ id: "GHSA-1" }))).toThrow("modified");
  });
});

it("orders versions as npm does", () => {
  // Source: https://semver.org, section 11.
  const ordered = [
    ...["0", "0.9.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta"],
    ...["1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.2.0", "1.10.0", "2.0.0"],
  ];
  expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
  expect(compareVersions("1.0.0+build", "1.0.0")).toBe(0);
});
