import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { bob, erin } from "../../accounts.ts";
import { ask, isClosed, registerErin, sentSchema, walletFrame, walletOf } from "./request.ts";
import { setScene } from "./scene.ts";

const scene = setScene();

/** Takes the keyboard out of the wallet page, though not out of its dialog. */
async function leaveFrame(page: Page) {
  await page.evaluate(
    "document.querySelector('[data-dev-wallet]').shadowRoot.querySelector('iframe').blur()",
  );
}

describe("by keyboard alone", () => {
  it("an account is chosen and confirmed", async () => {
    await scene.page.getByRole("button", { name: "Something else" }).focus();
    const asked = await ask(scene.page, "getAddresses", {});
    await walletOf(scene.page).title.waitFor();
    await scene.page.waitForFunction("document.activeElement.hasAttribute('data-dev-wallet')");
    expect(await walletFrame(scene.page).evaluate("document.activeElement.tagName")).toBe("H1");
    await scene.page.keyboard.press("Tab");
    await scene.page.keyboard.press("ArrowDown");
    await scene.page.keyboard.press("Enter");
    expect((await asked.outcome()).result).toMatchObject({ addresses: [{ address: bob.address }] });
    await isClosed(scene.page);
    expect(await scene.page.evaluate("document.activeElement.id")).toBe("other");
  });

  it("everything is reached by Tab, and the page below is not", async () => {
    await ask(scene.page, "stx_callContract", registerErin);
    await walletOf(scene.page)
      .byText(/^statement/)
      .waitFor();
    const reached: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      await scene.page.keyboard.press("Tab");
      reached.push(
        String(
          await walletFrame(scene.page).evaluate(
            "document.activeElement.labels?.[0]?.textContent || document.activeElement.textContent",
          ),
        ),
      );
    }
    expect(reached).toEqual(["Fee in STX", "Fail on purpose", "Cancel", "Confirm"]);
    await scene.page.evaluate("document.getElementById('connect').focus()");
    expect(await scene.page.evaluate("document.activeElement.id")).not.toBe("connect");
  });

  it.each(["in the page", "outside of it"])("Esc %s cancels", async (where) => {
    await scene.page.getByRole("button", { name: "Something else" }).focus();
    const asked = await ask(scene.page, "stx_callContract", registerErin);
    await walletOf(scene.page)
      .byText(/^statement/)
      .waitFor();
    if (where === "outside of it") await leaveFrame(scene.page);
    await scene.page.keyboard.press("Escape");
    expect((await asked.outcome()).error?.code).toBe(-31_001);
    await isClosed(scene.page);
    expect(await scene.page.evaluate("document.activeElement.id")).toBe("other");
  });
});

describe("while a transaction is being sent", () => {
  it("Esc does not pretend that it could still be cancelled", async () => {
    const sent = Promise.withResolvers<void>();
    const onward = Promise.withResolvers<void>();
    await scene.page.context().route(`${scene.stage.devnet.url}/v2/transactions`, async (route) => {
      sent.resolve();
      await onward.promise;
      await route.continue();
    });
    const asked = await ask(scene.page, "stx_transferStx", {
      recipient: bob.address,
      amount: 5,
      address: erin.address,
    });
    await walletOf(scene.page).confirm.click();
    await sent.promise;
    const dialog = scene.page.getByRole("dialog", { name: "Dev Wallet" });
    for (const where of ["page", "site", "site"]) {
      if (where === "site") await leaveFrame(scene.page);
      await scene.page.keyboard.press("Escape");
      expect(await dialog.isVisible()).toBe(true);
    }
    onward.resolve();
    expect(sentSchema.safeParse((await asked.outcome()).result).success).toBe(true);
    await isClosed(scene.page);
  });
});
