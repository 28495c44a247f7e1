import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeEndorsement } from "./answers.ts";
import { startService } from "./service.ts";

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const bin = (name: string) => join(modules, ".bin", name);

const typed = `
import { ApiError, type Client, createClient, type Endorsement, type Profile } from "@colonnade/client";
import { EndorsementCard } from "@colonnade/client/react";
const api: Client = createClient({ origin: "https://colonnade.example", fetch });
const { columnMilestones }: Profile = await api("getProfile", { query: { principal: "x" } });
const first: Endorsement | undefined = columnMilestones[0];
export const title: string | undefined = first?.title;
export const { stalled } = await api("getStatus", undefined, { signal: AbortSignal.timeout(9) });
export const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : "unknown");
export const cards = [
  <EndorsementCard id={1} origin="https://colonnade.example" />,
  <EndorsementCard id={1} origin="https://colonnade.example" endorsement={first} />,
];
// @ts-expect-error Another app cannot write.
await api("follow", { body: { userPrincipal: "x", profilePrincipal: "y" } });
// @ts-expect-error A profile is of somebody.
await api("getProfile");
// @ts-expect-error An answer is not just anything.
(await api("getInbox", { query: { principal: "x" } })).nothing;
`;

const page = `
import { EndorsementCard } from "@colonnade/client/react";
import { createRoot } from "react-dom/client";
createRoot(document.body).render(<EndorsementCard id={1} origin="https://colonnade.example" />);
`;

const server = `
import { EndorsementCard } from "@colonnade/client/react";
import { renderToString } from "react-dom/server";
const endorsement = JSON.parse(process.argv[2] ?? "");
console.log(renderToString(<EndorsementCard id={1} origin="https://colonnade.example" endorsement={endorsement} />));
`;

describe("the packed file, installed in an empty project", () => {
  let folder = "";
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const inProject = (command: string, ...args: string[]) => run(command, args, { cwd: folder });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "colonnade-client-"));
    const pack = ["pack", "--json", "--pack-destination", folder];
    const { stdout } = await run("npm", pack, { cwd: packageFolder });
    const file = /colonnade-client-[\d.]+\.tgz/.exec(stdout)?.[0] ?? "";
    await write("package.json", '{"type":"module"}');
    await inProject("npm", "install", "--offline", "--no-audit", `./${file}`);
  });

  afterAll(() => rm(folder, { recursive: true }));

  /** Puts React beside the installed package, as its users do. */
  async function addReact() {
    await mkdir(join(folder, "node_modules/@types"), { recursive: true });
    for (const name of ["react", "react-dom", "@types/react", "@types/react-dom"]) {
      const link = join(folder, "node_modules", name);
      await rm(link, { force: true });
      await symlink(join(modules, name), link);
    }
  }

  it("brings nothing else, and runs the example of the README in plain Node", async () => {
    const { stdout: installed } = await inProject("npm", "ls", "--all", "--parseable");
    expect(installed.trim().split("\n").slice(1)).toEqual([
      expect.stringMatching(/node_modules[\\/]@colonnade[\\/]client$/),
    ]);
    await using service = await startService();
    const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
    const [, example = ""] = /```js\n(import .*?)```/s.exec(readme) ?? [];
    expect(example.trim().split("\n")).toHaveLength(5);
    await write("earned.mjs", example.replace("http://127.0.0.1:4100", service.origin));
    const { stdout } = await inProject(process.execPath, "earned.mjs");
    expect(stdout).toBe("A careful reader from bob\n");
  });

  it("has types for a strict compiler that checks libraries, too", async () => {
    await addReact();
    await write("typed.tsx", typed);
    const strict = ["--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "false"];
    const target = ["--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"];
    const options = [...strict, ...target, "--types", "", "--jsx", "react-jsx", "--noEmit"];
    const compiled = inProject(bin("tsc"), ...options, "typed.tsx");
    await expect(compiled).resolves.toMatchObject({ stdout: "" });
  });

  it("has a README that names every export", async () => {
    const installed = join(folder, "node_modules/@colonnade/client");
    const read = (name: string) => readFile(join(installed, name), "utf8");
    const types = `${await read("dist/client.d.ts")}${await read("dist/react.d.ts")}`;
    const lists = [...types.matchAll(/^export type \{([^}]+)\}/gm)];
    const single = [...types.matchAll(/^export (?:declare )?(?:\w+) (\w+)/gm)];
    const names = [...lists, ...single].flatMap(([, found = ""]) => found.split(","));
    expect(names.length).toBeGreaterThan(20);
    const readme = await read("README.md");
    for (const name of names) expect(readme).toMatch(new RegExp(`\`${name.trim()}\\b`));
    const [, calls = ""] = /ReadName =([^;]+);/.exec(await read("dist/answers.d.ts")) ?? [];
    for (const call of calls.match(/\w+/g) ?? []) expect(readme).toContain(`\`${call}\``);
    expect(calls).toContain("getStatus");
  });

  it("shows a card in an app that Vite builds", async () => {
    await addReact();
    await write("index.html", '<!doctype html><script type="module" src="page.jsx"></script>');
    await write("page.jsx", page);
    await write("server.jsx", server);
    await inProject(bin("vite"), "build", "--outDir", "web");
    await inProject(bin("vite"), "build", "--outDir", "node", "--ssr", "server.jsx");
    const endorsement = JSON.stringify(makeEndorsement({ title: "<b>Bold</b> & kind" }));
    const { stdout } = await inProject(process.execPath, "node/server.js", endorsement);
    expect(stdout).toContain("&lt;b&gt;Bold&lt;/b&gt; &amp; kind</h3>");
    expect(stdout).toContain('href="https://colonnade.example/endorsement/1"');
  });
});
