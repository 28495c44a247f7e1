import { expect, test } from "vitest";
import { setUpBrowser } from "../stack/browser.ts";
import { untilRendered } from "../stack/hydration.ts";

const browser = setUpBrowser();

// The browser reports what the policy forbids as an error of the page, and every test of a page fails on one.
test("the browser refuses text as markup, inline scripts and inline styles", async () => {
  const person = await browser.newPerson();
  const { page, errors } = person;
  await untilRendered(page, "/home");
  await page.goto("/home");
  const refused = await page.evaluate(() => {
    const attempts = [
      () => {
        document.body.innerHTML = "<b>x</b>";
      },
      () => {
        document.createElement("script").src = "/assets/x.js";
      },
      () => window.setTimeout("document.title = 'x'", 0),
      () => document.body.setAttribute("onclick", "document.title = 'x'"),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return "done";
      } catch (error) {
        return error instanceof Error ? error.name : "";
      }
    });
  });
  expect(refused).toEqual(["TypeError", "TypeError", "TypeError", "TypeError"]);
  const color = await page.evaluate(() => {
    const style = document.createElement("style");
    style.textContent = "body { color: rgb(1, 2, 3) !important }";
    document.head.append(style);
    document.body.setAttribute("style", "background-color: rgb(1, 2, 3)");
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor];
  });
  expect(color).not.toContain("rgb(1, 2, 3)");
  const reports = (words: string) => errors.some((error) => error.includes(words));
  for (const words of ["TrustedHTML", "TrustedScriptURL", "'TrustedScript'", "style-src"]) {
    await expect.poll(() => reports(words), { message: words }).toBe(true);
  }
  errors.splice(0);
});
