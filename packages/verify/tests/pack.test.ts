import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { makeBundle } from "./bundle.ts";

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const compiler = fileURLToPath(new URL("../../../node_modules/.bin/tsc", import.meta.url));

const caller = `declare const process: { argv: string[] };
import { type Report, verify } from "@colonnade/verify";
const report: Report = await verify(JSON.parse(process.argv[2] ?? ""));
console.log(report.verdict);
`;

it("works from its packed file in an empty project, with nothing else installed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "colonnade-pack-"));
  try {
    const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], {
      cwd: packageFolder,
    });
    const file = /colonnade-verify-[\d.]+\.tgz/.exec(stdout)?.[0] ?? "";
    const project = { cwd: folder };
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
    await run("npm", ["install", "--offline", "--no-audit", `./${file}`], project);
    const { stdout: installed } = await run("npm", ["ls", "--all", "--parseable"], project);
    expect(installed.trim().split("\n").slice(1)).toEqual([
      expect.stringMatching(/node_modules[\\/]@colonnade[\\/]verify$/),
    ]);
    const proof = JSON.stringify(await makeBundle({}));
    await writeFile(join(folder, "caller.ts"), caller);
    const options = ["--module", "nodenext", "--strict", "--types", "", "--lib", "es2024,dom"];
    await run(compiler, [...options, "--noEmit", "caller.ts"], project);
    const { stdout: verdict } = await run(process.execPath, ["caller.ts", proof], project);
    expect(verdict).toBe("incomplete\n");
    const licenses = join(folder, "node_modules/@colonnade/verify/dist/licenses.md");
    expect(await readFile(licenses, "utf8")).toMatch(/@stacks\/transactions[\s\S]*MIT/);
    await writeFile(join(folder, "proof.json"), proof);
    const command = join(folder, "node_modules/.bin/colonnade-verify");
    await expect(run(command, ["proof.json"], project)).rejects.toMatchObject({
      code: 3,
      stdout: expect.stringContaining("✓ authorship"),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
