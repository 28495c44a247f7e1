import { expect, test } from "vitest";
import { compareAnswers } from "../stack/answers.ts";
import { setStage } from "../stack/stage.ts";

const stage = setStage();

test("every answer that a page gets is compared with the API's document, but what a test answers itself", async () => {
  const { page, context, excused } = await stage.enter();
  excused.push("/api/follow");
  const seen = new Map<string, string>();
  const compared = compareAnswers(context, (method, { pathname }, { status, text }) => {
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
