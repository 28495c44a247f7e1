import { expect, test } from "vitest";
import { compareResponses, setUpBrowser } from "../stack/browser.ts";

const browser = setUpBrowser();

test("compares the service's responses, but not a test's own, with the OpenAPI document", async () => {
  const { page, context, excused } = await browser.newPerson();
  excused.push("/api/follow");
  const seen = new Map<string, string>();
  const compared = compareResponses(context, (method, { pathname }, { status, text }) => {
    seen.set(`${method} ${pathname} ${status}`, text);
    return null;
  });
  await page.route("**/api/milestones?*", (route) => route.fulfill({ json: { items: [] } }));
  await page.goto("/faqs");
  const ask = (path: string, method = "GET") =>
    page.evaluate(async (init) => (await fetch(init.path, init)).text(), { path, method });
  const people = await ask("/api/columns?limit=2");
  await ask("/api/milestones?limit=1");
  const refusal = await ask("/api/follow", "POST");
  await compared();
  expect(seen.get("GET /api/columns 200")).toBe(people);
  expect(seen.get("POST /api/follow 415")).toBe(refusal);
  expect([...seen.keys()].filter((key) => key.includes("milestones"))).toEqual([]);
});
