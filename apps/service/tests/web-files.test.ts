import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { webConfigSchema } from "@colonnade/domain/web-config.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { injectSettings } from "../http/pages/web-routes.ts";
import { type Fixture, startFixture } from "./support/fixture.ts";

describe("the web app's files", () => {
  let fixture: Fixture;
  let webFolder: string;

  beforeAll(async () => {
    webFolder = await mkdtemp(join(tmpdir(), "colonnade-web-"));
    fixture = await startFixture({ webFolder });
  });

  afterAll(async () => {
    await fixture.close();
    await rm(webFolder, { recursive: true });
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${fixture.service.origin}${path}`, { headers });

  it("answers 503 where the web app is not built", async () => {
    const response = await get("/home");
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("The web app is not built yet");
  });

  describe("with the web app built", () => {
    beforeAll(async () => {
      await mkdir(join(webFolder, "assets"));
      await writeFile(join(webFolder, "index.html"), "<html><head><title>C</title></head></html>");
      await writeFile(join(webFolder, "assets/app-1a2b.js"), "export const x = 1;\n".repeat(100));
    });

    it("serves the page at every path, with the network's settings", async () => {
      for (const path of ["/", "/home", "/profile/ST1.x", "/index.html", "/org/1"]) {
        const page = await (await get(path)).text();
        const settings = /id="colonnade-config">([^<]*)</.exec(page)?.[1] ?? "null";
        expect(webConfigSchema.parse(JSON.parse(settings))).toMatchObject({
          network: "devnet",
          nodeUrl: fixture.node.url,
        });
      }
    });

    it("serves files named after their content compressed and immutable", async () => {
      const response = await get("/assets/app-1a2b.js", { "accept-encoding": "br" });
      expect(response.headers.get("cache-control")).toContain("immutable");
      expect(response.headers.get("content-encoding")).toBe("br");
      expect(response.headers.get("content-type")).toMatch(/javascript/);
      expect(await response.text()).toContain("export const x");
    });

    it("has the page revalidated on every visit", async () => {
      const response = await get("/");
      expect(response.headers.get("cache-control")).toBe("no-cache");
      const etag = response.headers.get("etag") ?? "";
      expect((await get("/home", { "if-none-match": etag })).status).toBe(304);
    });

    it.each<[string, string, string?]>([
      ["GET", "/assets/gone.js"],
      ["GET", "/secret.txt"],
      ["GET", "/a%00.js", "text/javascript"],
      ["GET", "/home", "application/json"],
      ["GET", "/picture", "image/avif,image/webp"],
      ["GET", "/wp-login.php"],
      ["GET", "/.env"],
      ["POST", "/home", "text/html"],
      ["DELETE", "/assets/app-1a2b.js"],
      ["POST", "/healthz"],
    ])("answers %s %s with a JSON 404", async (method, path, accept = "*/*") => {
      const response = await fetch(`${fixture.service.origin}${path}`, {
        method,
        headers: { accept },
      });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: "bad_path_error" } });
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    });

    it.each([
      ["/profile/ST1.json", 404],
      ["/home", 200],
      ["/org/1", 200],
      ["/org/1/2", 404],
      ["/nowhere", 404],
      ["/homeless", 404],
      ["/assets/gone.js", 404],
      ["/a%00.js", 404],
    ])("serves the page to a browser that opens %s, with status %i", async (path, status) => {
      const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
      const response = await get(path, { accept });
      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toMatch("text/html");
      expect(response.headers.get("cache-control")).toBe("no-cache");
      expect(await response.text()).toContain("colonnade-config");
      const url = `${fixture.service.origin}${path}`;
      const head = await fetch(url, { method: "HEAD", headers: { accept } });
      expect(head.status).toBe(status);
    });

    it.each([
      ["/Home/", "/home"],
      ["/home/?search=a%20b", "/home?search=a%20b"],
      ["/PROFILE/ST1.pay%3Fb%0D/", "/profile/ST1.pay%3Fb%0D"],
      ["/endorsement/1/", "/endorsement/1"],
    ])("redirects %s to the page's only address", async (path, location) => {
      const url = `${fixture.service.origin}${path}`;
      const response = await fetch(url, { headers: { accept: "text/html" }, redirect: "manual" });
      expect([response.status, response.headers.get("location")]).toEqual([308, location]);
    });
  });

  it("writes settings that contain replacement patterns as they are", () => {
    const page = '<head><script type="application/json" id="colonnade-config">{}</script></head>';
    expect(injectSettings(page, '{"a":"$&"}')).toBe(page.replace("{}", () => '{"a":"$&"}'));
  });
});
