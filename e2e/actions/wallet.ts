import type { Page } from "playwright-core";
import { choose, press } from "../stack/hands.ts";

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
    confirm: () => press(frame.getByRole("button", { name: "Confirm" })),
    cancel: () => press(frame.getByRole("button", { name: "Cancel" })),
    choose: (account: string) =>
      choose(frame.getByRole("radio", { name: new RegExp(`^${account}\\b`) })),
    failOnPurpose: async (failure: Failure) => {
      await press(frame.locator("summary", { hasText: "Fail on purpose" }));
      await choose(frame.getByRole("radio", { name: failure }));
    },
  };
}

/** Connects through the real wallet dialog of `@stacks/connect`, as one of the devnet's accounts. */
export async function connect(page: Page, account: string): Promise<void> {
  await press(page.getByRole("button", { name: "Connect Wallet" }).first());
  const wallets = page.getByRole("listitem").filter({ hasText: "Dev Wallet" });
  await press(wallets.getByRole("button", { name: "Connect" }));
  const request = walletRequest(page);
  await request.choose(account);
  await request.confirm();
  await page.getByRole("button", { name: "Connect Wallet" }).first().waitFor({ state: "detached" });
}

/** Opens the menu and disconnects. */
export async function disconnect(page: Page): Promise<void> {
  await press(page.getByRole("button", { name: /, menu$|^Menu$/ }));
  await press(page.getByRole("button", { name: "Disconnect Wallet" }));
}
