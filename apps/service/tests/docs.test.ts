import { errorCodes } from "@colonnade/domain/error.ts";
import { calls } from "@colonnade/domain/http/contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fixture, startFixture } from "./support/fixture.ts";

describe("The page about the API", () => {
  let fixture: Fixture;
  let page: string;

  beforeAll(async () => {
    fixture = await startFixture();
    const response = await fetch(`${fixture.service.origin}/docs`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    page = await response.text();
  });

  afterAll(() => fixture.close());

  it.each(Object.entries(calls))("tells of %s", (name, call) => {
    const ids = [...page.matchAll(/<article id="([^"]+)"/g)].map(([, id]) => id ?? "");
    expect(ids.some((id) => id.split(/Or(?!g)/).includes(name))).toBe(true);
    expect(page).toContain(`<code>${call.path}</code>`);
    expect(page).toContain(call.summary.replaceAll("'", "&#39;"));
  });

  it("tells parameters, bodies and answers with their limits", () => {
    const article = (id: string) =>
      new RegExp(`<article id="${id}">.*?</article>`, "s").exec(page)?.[0] ?? "";
    expect(article("listEndorsementsOrpageEndorsements")).toMatch(
      /<code>before<\/code> \(optional\)/,
    );
    expect(article("sendContact")).toContain("message?: string (up to 5000 long)");
    expect(article("uploadImage")).toContain("cid: string");
    expect(article("decideApplication")).toContain("&quot;decline&quot;");
    expect(article("decideApplication")).toContain("reason: string | null");
    expect(article("decideApplication")).toContain("Needs somebody signed in");
    expect(article("getProfile")).not.toContain("Needs somebody signed in");
  });

  it("knows every kind of value that there is", () => {
    expect(page).not.toContain("any value");
  });

  it("tells every error code", () => {
    const errors = page.slice(page.indexOf('<section id="errors">'));
    for (const code of errorCodes) expect(errors).toContain(`&quot;${code}&quot;`);
  });

  it("keeps to itself: no script, nothing from elsewhere, every link leads somewhere", () => {
    expect(page).not.toMatch(/<script|\son\w+=|\ssrc=|@import|url\(/i);
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link]) => link ?? "");
    expect(links.filter((link) => !/^[#/](?!\/)/.test(link))).toEqual([]);
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id ?? "");
    expect(new Set(ids)).toHaveLength(ids.length);
    for (const link of links) {
      if (link.startsWith("#")) expect(ids).toContain(link.slice(1));
    }
  });
});
