import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const find = (pattern: string) => globSync(pattern, { cwd: root });
const read = (path: string) => readFileSync(join(root, path), "utf8");

const documents = [...find("*.md"), ...find("docs/**/*.md"), ...find("{apps,packages}/*/*.md")];

describe.each(find("docs/decisions/*.md"))("%s", (path) => {
  const text = read(path);

  test("has its four sections in at most 400 words", () => {
    const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(sections).toEqual(["Status", "Context", "Decision", "Consequences"]);
    expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(400);
  });
});

test.each(documents)("every file that %s links to exists", (path) => {
  const links = [...read(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)/g)];
  const files = links.map(([, file = ""]) => join(dirname(path), file));
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("ARCHITECTURE.md tells each of its walks in 14 files or fewer, all of which exist", () => {
  const walks = read("ARCHITECTURE.md").split("| | file | what happens there |").slice(1);
  expect(walks).toHaveLength(2);
  for (const walk of walks) {
    const files = [...walk.matchAll(/^\| \d+ \| `([^`]+)` \|/gm)].map(([, file = ""]) => file);
    expect(files.length).toBeGreaterThan(10);
    expect(files.length).toBeLessThanOrEqual(14);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  }
});
