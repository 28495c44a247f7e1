import type { Call } from "@colonnade/domain/http/call.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browser, type Fixture, registerThree, signIn, startFixture } from "./support/fixture.ts";
import { alice } from "./support/people.ts";

describe("A query parameter that a call does not have", () => {
  let fixture: Fixture;

  beforeAll(async () => {
    fixture = await startFixture();
    await registerThree(fixture);
  });

  afterAll(() => fixture.close());

  const targets = [
    ...Object.values<Call>(calls).map(({ method, path }) => [method, path] as const),
    ["GET", "/api/stream"] as const,
  ];

  it.each(targets)("is refused by name in %s %s", async (method, path) => {
    const { origin } = fixture.service;
    const target = `${origin}${path.replace("{id}", "1")}?catgory=Finance`;
    const response = await browser(fixture.service)(target, { method });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: "validation_error", message: "catgory: There is no such parameter" },
    });
  });

  it.each([
    "/api/milestones?limit=5&approved=true&catgory=Finance",
    "/api/column?principal=x&Principal=y",
    "/api/watcher?&=1",
    "/api/watcher?__proto__=1",
  ])("is refused beside known ones in %s", async (path) => {
    const response = await fetch(`${fixture.service.origin}${path}`);
    expect(response.status).toBe(400);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });

  it("leaves an unknown path a 404, and what lies outside the API alone", async () => {
    const statusOf = async (path: string) =>
      (await fetch(`${fixture.service.origin}${path}`)).status;
    expect(await statusOf("/api/nonsense?x=1")).toBe(404);
    expect(await statusOf("/healthz?x=1")).toBe(200);
    expect(await statusOf("/openapi.json?x=1")).toBe(200);
  });

  it("is refused in a HEAD request and with a session, too", async () => {
    const { fetch: asAlice } = await signIn(fixture.service, alice);
    const own = `${fixture.service.origin}/api/own-rejected?limit=1&page=2`;
    expect((await asAlice(own)).status).toBe(400);
    const head = await fetch(`${fixture.service.origin}/api/orgs?x=1`, { method: "HEAD" });
    expect(head.status).toBe(400);
  });
});
