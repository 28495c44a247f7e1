import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { bob, erin } from "../../accounts.ts";
import { setUpFixture } from "./fixture.ts";
import { ask, isClosed, registerErin, sentSchema, walletFrame, walletOf } from "./request.ts";

const fixture = setUpFixture();

/** Takes the keyboard out of the wallet page, though not out of its dialog. */
async function leaveFrame(page: Page) {
  await page.evaluate(
    "document.querySelector('[data-dev-wallet]').shadowRoot.querySelector('iframe').blur()",
  );
}

describe("by keyboard alone", () => {
  it("chooses and confirms an account", async () => {
    await fixture.page.getByRole("button", { name: "Something else" }).focus();
    const asked = await ask(fixture.page, "getAddresses", {});
    await walletOf(fixture.page).title.waitFor();
    await fixture.page.waitForFunction("document.activeElement.hasAttribute('data-dev-wallet')");
    expect(await walletFrame(fixture.page).evaluate("document.activeElement.tagName")).toBe("H1");
    await fixture.page.keyboard.press("Tab");
    await fixture.page.keyboard.press("ArrowDown");
    await fixture.page.keyboard.press("Enter");
    expect((await asked.outcome()).result).toMatchObject({ addresses: [{ address: bob.address }] });
    await isClosed(fixture.page);
    expect(await fixture.page.evaluate("document.activeElement.id")).toBe("other");
  });

  it("reaches every control by Tab, but not the page below", async () => {
    await ask(fixture.page, "stx_callContract", registerErin);
    await walletOf(fixture.page)
      .byText(/^statement/)
      .waitFor();
    const reached: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      await fixture.page.keyboard.press("Tab");
      reached.push(
        String(
          await walletFrame(fixture.page).evaluate(
            "document.activeElement.labels?.[0]?.textContent || document.activeElement.textContent",
          ),
        ),
      );
    }
    expect(reached).toEqual(["Fee in STX", "Fail on purpose", "Cancel", "Confirm"]);
    await fixture.page.evaluate("document.getElementById('connect').focus()");
    expect(await fixture.page.evaluate("document.activeElement.id")).not.toBe("connect");
  });

  it.each(["in the page", "outside of it"])("cancels when Esc is pressed %s", async (where) => {
    await fixture.page.getByRole("button", { name: "Something else" }).focus();
    const asked = await ask(fixture.page, "stx_callContract", registerErin);
    await walletOf(fixture.page)
      .byText(/^statement/)
      .waitFor();
    if (where === "outside of it") await leaveFrame(fixture.page);
    await fixture.page.keyboard.press("Escape");
    expect((await asked.outcome()).error?.code).toBe(-31_001);
    await isClosed(fixture.page);
    expect(await fixture.page.evaluate("document.activeElement.id")).toBe("other");
  });
});

describe("while a transaction is being sent", () => {
  it("does not cancel on Esc", async () => {
    const sent = Promise.withResolvers<void>();
    const onward = Promise.withResolvers<void>();
    await fixture.page.context().route(`${fixture.devnet.url}/v2/transactions`, async (route) => {
      sent.resolve();
      await onward.promise;
      await route.continue();
    });
    const asked = await ask(fixture.page, "stx_transferStx", {
      recipient: bob.address,
      amount: 5,
      address: erin.address,
    });
    await walletOf(fixture.page).confirm.click();
    await sent.promise;
    const dialog = fixture.page.getByRole("dialog", { name: "Dev Wallet" });
    for (const where of ["page", "site", "site"]) {
      if (where === "site") await leaveFrame(fixture.page);
      await fixture.page.keyboard.press("Escape");
      expect(await dialog.isVisible()).toBe(true);
    }
    onward.resolve();
    expect(sentSchema.safeParse((await asked.outcome()).result).success).toBe(true);
    await isClosed(fixture.page);
  });
});
