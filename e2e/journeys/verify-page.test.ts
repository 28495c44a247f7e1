import { brotliCompressSync } from "node:zlib";
import { beforeAll, expect, inject, test } from "vitest";
import { checkResponsesOf } from "../../apps/service/tests/support/response-check.ts";

beforeAll(() => checkResponsesOf(inject("origin")));

const fetchPage = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${inject("origin")}${path}`, { headers });

test("serves the page that checks proofs as one document, and the same as a file to keep", async () => {
  const [page, ofProof, file] = await Promise.all(
    ["/verify", "/verify/12", "/verify.html"].map(async (path) => {
      const response = await fetchPage(path);
      return { headers: response.headers, text: await response.text() };
    }),
  );
  expect(page?.text).toContain("<title>Check an endorsement");
  expect([ofProof?.text, file?.text]).toEqual([page?.text, page?.text]);
  expect(page?.headers.get("content-disposition")).toBeNull();
  expect(file?.headers.get("content-disposition")).toBe('attachment; filename="verify.html"');
  const etag = page?.headers.get("etag") ?? "";
  expect((await fetchPage("/verify", { "if-none-match": etag })).status).toBe(304);
});

test("lets that page run its own script alone, and be framed nowhere", async () => {
  const response = await fetchPage("/verify");
  expect(response.headers.get("content-security-policy")).toBe("frame-ancestors 'none'");
  const policy = /http-equiv="content-security-policy" content="([^"]+)"/.exec(
    await response.text(),
  )?.[1];
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'sha256-/,
  );
  expect(policy).toContain("trusted-types 'none'");
});

test("sends at most 150 kB for that page, and imports nothing in it", async () => {
  const text = await (await fetchPage("/verify.html")).text();
  expect(brotliCompressSync(text).length).toBeLessThanOrEqual(150_000);
  expect(text).not.toMatch(/<script[^>]*\bsrc=|<link[^>]*\brel="stylesheet"/);
});

test("has no check at an address that names no endorsement", async () => {
  for (const path of ["/verify/0", "/verify/x", "/verify/1/2"]) {
    expect([path, (await fetchPage(path)).status]).toEqual([path, 404]);
  }
});
