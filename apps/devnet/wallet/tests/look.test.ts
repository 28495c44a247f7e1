import { describe, expect, it } from "vitest";
import { type Look, setUpFixture } from "./fixture.ts";
import { ask, findViolations, isClosed, registerErin, walletFrame, walletOf } from "./request.ts";

const fixture = setUpFixture();

describe("in light and dark, on every width", () => {
  it("follows the site's theme", async () => {
    await fixture.page.evaluate("document.documentElement.style.colorScheme = 'dark'");
    await ask(fixture.page, "getAddresses", {});
    await walletOf(fixture.page).title.waitFor();
    const paper = await walletFrame(fixture.page).evaluate(
      "getComputedStyle(document.body).backgroundColor",
    );
    expect(paper).toBe("rgb(27, 26, 21)");
  });

  it.each([
    { width: 390, height: 844, colorScheme: "light" },
    { width: 390, height: 844, colorScheme: "dark" },
    { width: 1440, height: 900, colorScheme: "light" },
    { width: 1440, height: 900, colorScheme: "dark" },
  ] satisfies Look[])("passes axe without overflow: $width $colorScheme", async (look) => {
    await fixture.open(look);
    const requests: [string, unknown][] = [
      ["getAddresses", {}],
      ["stx_callContract", registerErin],
      ["stx_signMessage", { message: "Hello\n".repeat(60) }],
      ["stx_deployContract", { name: "long", clarityCode: ";; long\n".repeat(60) }],
    ];
    for (const [method, params] of requests) {
      await ask(fixture.page, method, params);
      const wallet = walletOf(fixture.page);
      await wallet.title.waitFor();
      await wallet
        .byText(/\d STX/)
        .first()
        .waitFor();
      await wallet.failOnPurpose(/4001/);
      const frame = walletFrame(fixture.page);
      expect(await findViolations(frame)).toEqual([]);
      expect(await frame.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
      expect(await findViolations(fixture.page)).toEqual([]);
      await wallet.cancel.click();
      await isClosed(fixture.page);
    }
  });
});
