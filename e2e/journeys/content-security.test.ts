import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setUpBrowser } from "../stack/browser.ts";
import { untilRendered } from "../stack/hydration.ts";

const browser = setUpBrowser();

/** Collects what the content security policy refuses on a page, from its first byte on. */
async function collectViolations(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction("tellViolation", (words: string) => violations.push(words));
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      const { effectiveDirective, blockedURI, sourceFile, sample, documentURI } = event;
      const told = [documentURI, effectiveDirective, blockedURI, sourceFile, sample].join(" ");
      // The function that the test exposes.
      Reflect.get(window, "tellViolation")(told);
    });
  });
  return violations;
}

// A test fails on such errors. So no page that a test opens does what the policy forbids.
test("the browser refuses text as markup, inline scripts and inline styles", async () => {
  const person = await browser.newPerson();
  const { page, errors } = person;
  const violations = await collectViolations(page);
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
  await expect.poll(() => violations.some((one) => one.includes("style-src"))).toBe(true);
  // The browser reports each as an error of the page.
  expect(errors.splice(0).length).toBeGreaterThan(3);
});
