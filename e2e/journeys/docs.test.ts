import { expect, test } from "vitest";
import { setUpBrowser } from "../stack/browser.ts";
import { axeFindings, settle } from "../stack/look.ts";

const browser = setUpBrowser();

test.each([
  { width: 390, colorScheme: "dark", otherWidth: 1440 },
  { width: 1440, colorScheme: "light", otherWidth: 390 },
] as const)(
  "shows every group of calls in the API docs and opens one, at $width px, $colorScheme",
  async ({ otherWidth, ...look }) => {
    const { page } = await browser.newPerson(look);
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).host));
    await page.goto("/docs");
    for (const group of ["Reading", "Writing and reviewing", "Signing in", "Running it"]) {
      await page.getByRole("heading", { level: 3, name: group }).waitFor();
    }
    await page.getByRole("button", { name: /GET.*\/api\/column\b/ }).click();
    await page.getByRole("heading", { level: 4, name: "Parameters" }).waitFor();
    await page
      .getByRole("cell", { name: /principal/ })
      .first()
      .waitFor();
    for (const width of [otherWidth, look.width]) {
      await page.setViewportSize({ width, height: 900 });
      await settle(page);
      const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
      expect(await axeFindings(page), `at ${width} px`).toEqual([]);
    }
    const isDark = await page.evaluate("document.documentElement.matches('.dark-mode')");
    expect(isDark).toBe(look.colorScheme === "dark");
    expect([...hosts]).toEqual([new URL(page.url()).host]);
  },
);
