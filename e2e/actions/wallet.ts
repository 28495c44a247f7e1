import type { Page } from "playwright-core";

type Failure =
  | "Make it fail on chain"
  | "Make the node refuse it (bad nonce)"
  | `Refuse with ${string}`;

/** The dev wallet's request that stands over the page. */
export function walletRequest(page: Page) {
  const frame = page.frameLocator("[data-dev-wallet] iframe");
  return {
    heading: frame.getByRole("heading", { level: 1 }),
    text: frame.getByRole("main"),
    confirm: () => frame.getByRole("button", { name: "Confirm" }).click(),
    cancel: () => frame.getByRole("button", { name: "Cancel" }).click(),
    choose: (account: string) =>
      frame.getByRole("radio", { name: new RegExp(`^${account}\\b`) }).check(),
    failOnPurpose: async (failure: Failure) => {
      await frame.getByText("Fail on purpose").click();
      await frame.getByRole("radio", { name: failure }).check();
    },
  };
}

/** Connects through the real wallet dialog of `@stacks/connect`, as one of the devnet's accounts. */
export async function connect(page: Page, account: string): Promise<void> {
  await page.getByRole("button", { name: "Connect Wallet" }).first().click();
  const wallets = page.getByRole("listitem").filter({ hasText: "Dev Wallet" });
  await wallets.getByRole("button", { name: "Connect" }).click();
  const request = walletRequest(page);
  await request.choose(account);
  await request.confirm();
  await page.getByRole("button", { name: "Connect Wallet" }).first().waitFor({ state: "detached" });
}

/** Opens the menu and disconnects. */
export async function disconnect(page: Page): Promise<void> {
  await page.getByRole("button", { name: /, menu$|^Menu$/ }).click();
  await page.getByRole("button", { name: "Disconnect Wallet" }).click();
}
