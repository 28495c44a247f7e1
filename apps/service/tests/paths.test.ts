import { request } from "node:http";
import { tellRow, triesOf } from "@colonnade/torture/torture.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fixture, startFixture } from "./support/fixture.ts";

const plain = ["/healthz", "/readyz", "/api/status", "/api/milestones", "/openapi.json", "/home"];

const encode = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

/** A path that leads to the same place for a URL parser or a router, written otherwise. */
const written = fc.constantFrom(...plain).chain((path) =>
  fc.oneof(
    fc
      .nat(path.length - 1)
      .map((at) => path.slice(0, at) + encode(path[at] ?? "") + path.slice(at + 1)),
    fc
      .constantFrom("/.", "/api/..", "/%2e", "/api/%2E%2e", "/", "/x/y/../..", "/ipfs/%2e%2e")
      .map((start) => start + path),
    fc.constant(path.replaceAll("/", "\\").replace("\\", "/\\")),
    fc.constant(`http://elsewhere.example${path}`),
  ),
);

describe("the path of a request", () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture();
  });

  afterAll(() => fixture.close());

  /** Sends a path as it is: `fetch` would write it more plainly. */
  function statusOf(path: string, url = fixture.service.origin): Promise<number | undefined> {
    const { hostname, port } = new URL(url);
    return new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.once("error", reject).end();
    });
  }

  it("is refused where it could be written more plainly", async () => {
    const numRuns = triesOf({ usual: 200, torture: 20_000 });
    await fc.assert(
      fc.asyncProperty(written, async (path) => {
        // The HTTP server itself answers 400 where the path is no URL.
        expect([400, 404]).toContain(await statusOf(path));
      }),
      { numRuns },
    );
    tellRow({
      fault: "paths that could be written more plainly",
      tries: numRuns,
      result: "each gets 400 or 404",
      longestMs: null,
    });
  });

  it("is taken with letters that must be encoded", async () => {
    expect(await statusOf("/api/milestones?category=Art%20and%20Culture&search=%61")).toBe(200);
    expect(await statusOf("/api/nowhere/%F0%9F%98%80")).toBe(404);
  });

  it("of the metrics leads nowhere on the app's port", async () => {
    expect(await statusOf("/metrics")).not.toBe(200);
    expect(await statusOf("/metrics", fixture.service.metricsUrl)).toBe(200);
    expect(await statusOf("/", fixture.service.metricsUrl)).toBe(404);
  });
});
