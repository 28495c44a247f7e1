import { describe, expect, it } from "vitest";
import { ask, findViolations, isClosed, registerErin, walletFrame, walletOf } from "./request.ts";
import { setScene } from "./scene.ts";
import type { Look } from "./stage.ts";

const scene = setScene();

describe("in every light and on every screen", () => {
  it("follows the theme that the site has settled on", async () => {
    await scene.page.evaluate("document.documentElement.style.colorScheme = 'dark'");
    await ask(scene.page, "getAddresses", {});
    await walletOf(scene.page).title.waitFor();
    const paper = await walletFrame(scene.page).evaluate(
      "getComputedStyle(document.body).backgroundColor",
    );
    expect(paper).toBe("rgb(27, 26, 21)");
  });

  it.each([
    { width: 390, height: 844, colorScheme: "light" },
    { width: 390, height: 844, colorScheme: "dark" },
    { width: 1440, height: 900, colorScheme: "light" },
    { width: 1440, height: 900, colorScheme: "dark" },
  ] satisfies Look[])(
    "axe finds nothing, and nothing sticks out: $width $colorScheme",
    async (look) => {
      await scene.open(look);
      const requests: [string, unknown][] = [
        ["getAddresses", {}],
        ["stx_callContract", registerErin],
        ["stx_signMessage", { message: "Hello\n".repeat(60) }],
        ["stx_deployContract", { name: "long", clarityCode: ";; long\n".repeat(60) }],
      ];
      for (const [method, params] of requests) {
        await ask(scene.page, method, params);
        const wallet = walletOf(scene.page);
        await wallet.title.waitFor();
        await wallet
          .byText(/\d STX/)
          .first()
          .waitFor();
        await wallet.failOnPurpose(/4001/);
        const frame = walletFrame(scene.page);
        expect(await findViolations(frame)).toEqual([]);
        expect(await frame.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
        expect(await findViolations(scene.page)).toEqual([]);
        await wallet.cancel.click();
        await isClosed(scene.page);
      }
    },
  );
});
