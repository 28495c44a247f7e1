import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "@colonnade/domain/config.ts";
import type { Call } from "@colonnade/domain/http/call.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import { pages } from "@colonnade/domain/pages.ts";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainPaths } from "../http/openapi/plain-paths.ts";
import { startService } from "../service.ts";
import { openTestDatabase } from "./support/database.ts";
import {
  approve,
  type Fixture,
  registerThree,
  signIn,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { alice, bob } from "./support/people.ts";
import { findPort } from "./support/port.ts";
import { buildStandIn, type StandInApp } from "./support/renderer.ts";

const always = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": expect.stringContaining("camera=()"),
  "content-security-policy": expect.stringMatching(/^default-src '(?:self|none)'; /),
};

/** Fills a path's parameters. */
const fill = (path: string) =>
  path
    .replace(/[:{](?:address|principal)\}?/, alice.address)
    .replace("{format}", "atom")
    .replace("{page}", "profiles-1")
    .replace(/[:{]\w+\}?/g, "1");

/** What frames of other sites show. */
const isForFrames = (path: string) => path.startsWith("/embed/");
/** A page of this kind has most of its policy in itself, so that it also has it on a disk. */
const isCheck = (path: string) => path.startsWith("/verify");

/** What a response to a path has. */
function headersAt(path: string): Record<string, unknown> {
  const { "x-frame-options": _, ...framed } = always;
  if (isForFrames(path)) {
    const policy = expect.stringMatching(/^default-src 'none'; .*; frame-ancestors \*$/);
    return { ...framed, "content-security-policy": policy };
  }
  return isCheck(path)
    ? { ...always, "content-security-policy": "frame-ancestors 'none'" }
    : always;
}

/** A request for everything that the service answers: each call, each page, and what is beside them. */
const requests: [method: string, path: string, headers?: Record<string, string>][] = [
  ...Object.values<Call>(calls).flatMap(({ method, path }): [string, string][] => [
    [method, fill(path)],
    ["OPTIONS", fill(path)],
  ]),
  ...Object.keys(pages).map((path): [string, string, Record<string, string>] => [
    "GET",
    fill(path).replace("*", "/nowhere"),
    { accept: "text/html" },
  ]),
  ...Object.keys(plainPaths).map((path): [string, string] => ["GET", fill(path)]),
  ...["/verify", "/verify/1", "/verify.html"].map((path): [string, string] => ["GET", path]),
  ["GET", "/home", { accept: "text/html", prefer: "return=minimal" }],
  ["GET", "/home?search=a", { accept: "text/html" }],
  ["HEAD", "/home", { accept: "text/html" }],
  ["GET", `/api/column?principal=${alice.address}`],
  ["GET", "/api/milestone?id=1"],
  ["HEAD", "/api/milestone?id=1"],
  ["GET", "/api/milestone?id=2"],
  ["GET", "/api/milestone?id=nonsense"],
  ["GET", "/api/milestone?unknown=1"],
  ["GET", "/api/nonsense"],
  ["HEAD", "/api/stream"],
  ["GET", "/api/stream?principal=nobody"],
  ["OPTIONS", "/api/columns", { "access-control-request-method": "GET" }],
  ["POST", "/api/contact-info", { "content-type": "text/plain", origin: "https://other.example" }],
  ["GET", "/image"],
  ["GET", "/image?url=nonsense"],
  ["GET", "/ipfs/nonsense"],
  ["GET", "/ipfs/bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e"],
  ["GET", "/assets/index-1.js"],
  ["GET", "/assets/nothing.js"],
  ["GET", "/docs"],
  ["GET", "/docs/0/nothing.css"],
  ["GET", "/openapi.json"],
  ["GET", "/healthz"],
  ["GET", "/readyz"],
  ["GET", "/api/%2e%2e/readyz"],
  ["GET", "//"],
  ["PUT", "/"],
];

describe("Every response", () => {
  let app: StandInApp;
  let fixture: Fixture;

  beforeAll(async () => {
    app = await buildStandIn();
    fixture = await startFixture({ webFolder: app.webFolder });
    await registerThree(fixture);
    await fixture.mine(submit(1, alice, bob), approve(1, alice, bob));
    await writeFile(join(app.webFolder, "verify.html"), "<!doctype html><head></head>");
  });

  afterAll(async () => {
    await fixture.close();
    await app[Symbol.asyncDispose]();
  });

  async function headersOf(
    url: string,
    method = "GET",
    headers: Record<string, string> = {},
  ): Promise<[status: number, headers: Record<string, string>]> {
    const response = await fetch(url, { method, headers, redirect: "manual" });
    await response.body?.cancel();
    return [response.status, Object.fromEntries(response.headers)];
  }

  async function policyOfPlainPage(): Promise<string[]> {
    const headers = { accept: "text/html", prefer: "return=minimal" };
    const [, received] = await headersOf(`${fixture.service.origin}/home`, "GET", headers);
    return received["content-security-policy"]?.split("; ") ?? [];
  }

  /** Asks, asks again, and asks whether it has changed, if the response says how. */
  async function askThrice(url: string, method: string, headers: Record<string, string>) {
    const first = await headersOf(url, method, headers);
    const again = await headersOf(url, method, headers);
    const { etag } = again[1];
    if (etag === undefined) return [first, again];
    return [first, again, await headersOf(url, method, { ...headers, "if-none-match": etag })];
  }

  it("has the security headers: first, from a cache, and after a 304", async () => {
    const statuses = new Set<number>();
    for (const [method, path, more] of requests) {
      const sent = { origin: fixture.service.origin, ...more };
      const responses = await askThrice(fixture.service.origin + path, method, sent);
      const full = responses[0]?.[1];
      const policy = full?.["content-security-policy"];
      expect(policy).not.toContain("unsafe");
      for (const [status, received] of responses) {
        // A browser keeps the stored headers that a 304 does not name.
        const kept = status === 304 ? full : {};
        expect({ method, path, status, ...kept, ...received }).toMatchObject(headersAt(path));
        expect(received["content-security-policy"] ?? policy).toBe(policy);
        statuses.add(status);
      }
    }
    // Fails if the list above loses a kind of response.
    expect([...statuses].sort()).toEqual(
      expect.arrayContaining([200, 204, 304, 400, 401, 403, 404, 415]),
    );
  });

  it("has none of them as a 304 from the cache: the client keeps those it stored", async () => {
    const url = `${fixture.service.origin}/api/columns?limit=7`;
    const [, { etag = "" }] = await headersOf(url);
    const [status, received] = await headersOf(url, "GET", { "if-none-match": etag });
    expect(status).toBe(304);
    expect(Object.keys(received).filter((name) => name in always)).toEqual([]);
  });

  it("has them on a stream, on an archive and on the metrics' port", async () => {
    const controller = new AbortController();
    const stream = await fetch(`${fixture.service.origin}/api/stream`, {
      signal: controller.signal,
    });
    expect(Object.fromEntries(stream.headers)).toMatchObject(always);
    controller.abort();
    const { fetch: fetchAsAlice } = await signIn(fixture.service, alice);
    const archive = await fetchAsAlice(`${fixture.service.origin}/export.zip`);
    await archive.body?.cancel();
    expect({ status: archive.status, ...Object.fromEntries(archive.headers) }).toMatchObject({
      status: 200,
      ...always,
    });
    for (const path of ["/metrics", "/nothing"]) {
      const [, headers] = await headersOf(fixture.service.metricsUrl + path);
      expect(headers).toMatchObject(always);
    }
  });

  it("allows no inline script or style but a page's own, by its hash", async () => {
    const page = await fetch(`${fixture.service.origin}/home`, {
      headers: { accept: "text/html" },
    });
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).not.toContain("unsafe");
    const styles = /<style>(.*?)<\/style>/s.exec(await page.text())?.[1] ?? "";
    expect(styles).not.toBe("");
    const hash = createHash("sha256").update(styles).digest("base64");
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`);
    const plain = await policyOfPlainPage();
    expect(plain).toContain("style-src 'self'");
    expect(plain).toContain("require-trusted-types-for 'script'");
  });

  it("allows scripts and frames of the devnet's node, for its wallet", async () => {
    const plain = await policyOfPlainPage();
    expect(plain).toContain(`script-src 'self' ${fixture.node.url}`);
    expect(plain).toContain(`frame-src 'self' ${fixture.node.url}`);
  });

  it("allows the API docs no more than other pages, but Trusted Types of their viewer", async () => {
    const [, { "content-security-policy": docs = "" }] = await headersOf(
      `${fixture.service.origin}/docs`,
    );
    const own = docs.split("; ");
    expect(own.slice(0, -1)).toEqual((await policyOfPlainPage()).slice(0, -1));
    expect(own.at(-1)).toBe("trusted-types default dompurify");
  });

  it("allows nothing to what is no page", async () => {
    const paths = ["/healthz", "/api/columns", "/api/nonsense", "/assets/index-1.js"];
    for (const path of [...paths, "/api/badge/1.png", "/feeds/network.atom", "/robots.txt"]) {
      const [, headers] = await headersOf(fixture.service.origin + path);
      expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  it("asks for HTTPS on the domain and all below it only where the service is public", async () => {
    const [, local] = await headersOf(`${fixture.service.origin}/healthz`);
    expect(local["strict-transport-security"]).toBeUndefined();
    const port = await findPort();
    await using _ = await startService({
      config: readConfig({
        COLONNADE_ORIGIN: "https://colonnade.example",
        COLONNADE_IPFS_GATEWAY: "https://gateway.example",
        COLONNADE_PORT: String(port),
        COLONNADE_OBSERVER_PORT: "0",
        COLONNADE_METRICS_PORT: "0",
      }),
      database: await openTestDatabase(),
      log: pino({ level: "silent" }),
    });
    const [, open] = await headersOf(`http://127.0.0.1:${port}/docs`);
    expect(open["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
    expect(open["content-security-policy"]).toContain(
      "img-src 'self' data: blob: https://gateway.example https://*.gateway.example;",
    );
  });
});
