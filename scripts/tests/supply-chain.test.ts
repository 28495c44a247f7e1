import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { includes, newestSecurityRelease } from "../node-releases.ts";
import { neededBy, nodeVersion, packages } from "../packages.ts";
import { describePackages, findFaults } from "../supply-chain.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

test("the lockfile has only allowed licenses, decided install scripts and no addresses", () => {
  expect(packages.size).toBeGreaterThan(500);
  expect(findFaults()).toEqual([]);
  expect(read("package-lock.json")).not.toMatch(/"resolved": "\w+:/);
});

test("the service and the web app have a SHA-512 digest for every package", () => {
  const needed = [...neededBy("apps/service"), ...neededBy("apps/web")];
  const unknown = needed.filter((path) => !packages.get(path)?.integrity?.startsWith("sha512-"));
  expect(unknown).toEqual([]);
});

test("the packages of the service are found, and those of the tests are not among them", () => {
  const service = neededBy("apps/service");
  expect(service).toContain("node_modules/hono");
  expect(service).toContain("node_modules/c32check");
  expect(service).not.toContain("node_modules/vitest");
  expect(service).not.toContain("node_modules/@stacks/clarinet-sdk");
  expect(neededBy("apps/devnet")).toContain("node_modules/@stacks/clarinet-sdk-wasm");
});

test("docs/supply-chain.md has what the lockfile has", () => {
  expect(read("docs/supply-chain.md")).toContain(describePackages());
});

test("the tests run on the pinned version of Node", () => {
  expect(nodeVersion).toMatch(/^\d+\.\d+\.\d+$/);
  expect(process.versions.node).toBe(nodeVersion);
});

test("the systemd unit leaves all settings to the file that the operator's commands read, too", () => {
  const unit = read("deploy/colonnade.service");
  const [, file = "none"] = /^EnvironmentFile=(.+)$/m.exec(unit) ?? [];
  const set = Array.from(unit.matchAll(/^Environment=(.+)$/gm), ([, settings]) => settings);
  expect(set).toEqual(["NODE_ENV=production"]);
  expect(read("docs/operations.md")).toContain(`--property=EnvironmentFile=${file} `);
});

test("a container has the pinned version of Node or a newer one, and every security release", () => {
  const images = [...read("Dockerfile").matchAll(/^FROM node:([\w.]+)-/gm)].map(([, name]) => name);
  expect(new Set(images).size).toBe(1);
  const [image = ""] = images;
  expect(image).toMatch(/^24\.\d+\.\d+$/);
  for (const least of [nodeVersion, newestSecurityRelease])
    expect(includes(image, least)).toBe(true);
});

test("SECURITY.md says so where the pinned version of Node lacks a security release", () => {
  const lacks = !includes(nodeVersion, newestSecurityRelease);
  expect(read("SECURITY.md").includes(newestSecurityRelease)).toBe(lacks);
});
