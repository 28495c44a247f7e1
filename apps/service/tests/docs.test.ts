import { calls } from "@colonnade/domain/http/contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiDocument } from "../http/openapi/document.ts";
import { type Fixture, startFixture } from "./support/fixture.ts";

describe("The API docs", () => {
  let fixture: Fixture;
  let page: string;
  let links: string[];

  beforeAll(async () => {
    fixture = await startFixture();
    const response = await fetch(`${fixture.service.origin}/docs`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    page = await response.text();
    links = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link ?? "");
  });

  afterAll(() => fixture.close());

  it("load everything from this origin, and run no inline script", () => {
    expect(links.filter((link) => !/^\/(?!\/)/.test(link))).toEqual([]);
    expect(page).not.toMatch(/<style|<script>|<script[^>]*>[^<]|\son\w+=|@import|url\(/i);
  });

  it("let browsers keep the viewer for good, in every encoding", async () => {
    const viewer = links.filter((link) => link.startsWith("/docs/"));
    expect(viewer).toHaveLength(4);
    for (const link of viewer) {
      const bodies: string[] = [];
      for (const encoding of ["br", "gzip", "identity"]) {
        const headers = { "accept-encoding": encoding };
        const response = await fetch(`${fixture.service.origin}${link}`, { headers });
        expect(response.status).toBe(200);
        expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
        expect(response.headers.get("content-encoding") ?? "identity").toBe(encoding);
        bodies.push(await response.text());
      }
      expect(new Set(bodies).size).toBe(1);
    }
  });

  it("have no other files", async () => {
    const folder = links.find((link) => link.endsWith("/start.js"))?.replace("start.js", "");
    for (const name of ["nothing.js", "swagger-ui-bundle.js.map", "..%2Fpackage.json"]) {
      const response = await fetch(`${fixture.service.origin}${folder}${name}`);
      expect([name, response.status]).toEqual([name, 404]);
    }
  });
});

describe("The document that they show", () => {
  const { paths, tags } = openApiDocument({ origin: "http://service.test", version: "1" });

  it("has a summary and a group for every call", () => {
    const names = new Set(tags.map(({ name }) => String(name)));
    for (const { method, path, summary } of Object.values(calls)) {
      const operation = paths[path]?.[method.toLowerCase()];
      expect(operation?.summary).toContain(summary);
      expect(operation?.tags.map((tag) => names.has(tag))).toEqual([true]);
    }
  });

  it("says which calls need a session", () => {
    expect(paths["/api/follow"]?.post?.security).toEqual([{ session: [] }]);
    expect(paths["/api/column"]?.get?.security).toBeUndefined();
  });
});
