import { createClient } from "@colonnade/domain/http/client.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  approve,
  type Fixture,
  registerThree,
  signIn,
  startFixture,
  submit,
} from "./support/fixture.ts";
import { alice, bob } from "./support/people.ts";

const elsewhere = "https://elsewhere.example";

describe("A page of another site", () => {
  let fixture: Fixture;
  let cid: string;

  beforeAll(async () => {
    fixture = await startFixture();
    await registerThree(fixture);
    await fixture.mine(submit(1, alice, bob), approve(1, alice, bob));
    cid = "bafkreidgvpkjawlxz6sffxzwgooowe5yt7i6wsyg236mfoks77nywkptdq";
    await fixture.database.kysely
      .insertInto("images")
      .values({
        cid,
        bytes: new Uint8Array([1]),
        content_type: "image/webp",
        uploader: alice.address,
        at: 1,
        published_at: null,
        used: 1,
      })
      .execute();
  });

  afterAll(() => fixture.close());

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${fixture.service.origin}${path}`, {
      ...init,
      headers: { origin: elsewhere, ...init.headers },
    });
  const preflight = (path: string, method: string, headers = "content-type") =>
    ask(path, {
      method: "OPTIONS",
      headers: {
        "access-control-request-method": method,
        "access-control-request-headers": headers,
      },
    });
  const opened = (response: Response) => response.headers.get("access-control-allow-origin");
  const exposed = (response: Response) => response.headers.get("access-control-expose-headers");
  const shown = "ETag, Retry-After";

  const reads = () => [
    "/api/milestones",
    "/api/milestones?limit=1",
    "/api/milestone?id=1",
    "/api/columns",
    `/api/column?principal=${bob.address}`,
    `/api/events?principal=${bob.address}`,
    "/api/orgs",
    "/api/token-metadata/1",
    "/api/status",
    "/openapi.json",
    `/ipfs/${cid}`,
  ];

  it("may read public data: fresh, from the cache, and as 304", async () => {
    for (const path of reads()) {
      for (const times of [1, 2]) {
        const response = await ask(path);
        expect([path, times, response.status, opened(response)]).toEqual([path, times, 200, "*"]);
        expect(response.headers.get("access-control-allow-credentials")).toBeNull();
        const etag = response.headers.get("etag");
        await response.body?.cancel();
        if (etag === null) continue;
        const unchanged = await ask(path, { headers: { "if-none-match": etag } });
        expect([path, unchanged.status, opened(unchanged)]).toEqual([path, 304, "*"]);
        expect([path, exposed(response), exposed(unchanged)]).toEqual([path, shown, shown]);
      }
    }
  });

  it("may read the error of a public read", async () => {
    for (const [path, status] of [
      ["/api/milestone?id=99", 404],
      ["/api/milestone?id=x", 400],
      ["/api/column?principal=x", 400],
      ["/ipfs/bafkreinothing0000", 404],
    ] as const) {
      const response = await ask(path);
      expect([path, response.status, opened(response)]).toEqual([path, status, "*"]);
      expect([path, exposed(response)]).toEqual([path, shown]);
    }
  });

  it("may listen to the stream", async () => {
    const stop = new AbortController();
    const response = await ask("/api/stream", { signal: stop.signal });
    expect([response.status, opened(response)]).toEqual([200, "*"]);
    stop.abort();
  });

  it("may send a preflight request with the headers of a revalidation", async () => {
    for (const path of [...reads(), "/api/stream"]) {
      const response = await preflight(path, "GET", "if-none-match");
      expect([path, response.status, opened(response)]).toEqual([path, 204, "*"]);
      expect(response.headers.get("access-control-allow-headers")).toMatch(/if-none-match/i);
      expect(response.headers.get("access-control-allow-methods")).toBe("GET, HEAD");
    }
  });

  it("may not write, nor read the session or the review queue", async () => {
    const { fetch: asAlice } = await signIn(fixture.service, alice);
    for (const path of [
      "/api/session",
      `/api/session/challenge?address=${alice.address}`,
      `/api/org-create-requests?applicant=${alice.address}`,
    ]) {
      const response = await asAlice(`${fixture.service.origin}${path}`);
      expect([path, response.status, opened(response)]).toEqual([path, 200, null]);
      expect([path, opened(await preflight(path, "GET"))]).toEqual([path, null]);
    }
    for (const [method, path] of [
      ["POST", "/api/follow"],
      ["POST", "/api/unfollow"],
      ["POST", "/api/contact-info"],
      ["POST", "/api/new-pending-event"],
      ["POST", "/api/upload"],
      ["POST", "/api/org-create-request"],
      ["POST", "/api/org-create-requests/1/decision"],
      ["POST", "/api/session"],
      ["DELETE", "/api/session"],
    ] as const) {
      const before = await preflight(path, method);
      expect([path, opened(before)]).toEqual([path, null]);
      const tried = await ask(path, {
        method,
        headers: { "content-type": "application/json" },
        body: "{}",
      });
      expect([path, tried.status, opened(tried)]).toEqual([path, 403, null]);
    }
  });

  it("may not write to a path that it may read", async () => {
    const response = await ask("/api/milestones", { method: "POST", body: "{}" });
    expect([response.status, opened(response)]).toEqual([403, null]);
  });

  it("reads with the typed client", async () => {
    const api = createClient({
      origin: fixture.service.origin,
      fetch: (input, init) => ask(String(input).slice(fixture.service.origin.length), init),
    });
    expect(await api("getEndorsement", { query: { id: 1 } })).toMatchObject({ approved: true });
  });
});
