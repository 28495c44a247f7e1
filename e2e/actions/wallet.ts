import type { Page } from "playwright-core";
import { choose, press } from "../stack/controls.ts";

type Failure =
  | "Make it fail on chain"
  | "Make the node refuse it (bad nonce)"
  | `Refuse with ${string}`;

/** The request that the dev wallet shows over the page. */
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

/** The dialog that asks which wallet to connect. */
export function walletChooser(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Connect a wallet" });
  return {
    dialog,
    connect: (wallet: string) => dialog.getByRole("button", { name: `Connect ${wallet}` }),
    install: (wallet: string) => dialog.getByRole("link", { name: `Install ${wallet}` }),
    exit: dialog.getByRole("button", { name: "Exit" }),
    /** Opens the dialog. */
    open: async () => {
      await press(page.getByRole("button", { name: "Connect Wallet" }).first());
      await dialog.waitFor();
    },
  };
}

/** Connects the dev wallet as one of the devnet's accounts. */
export async function connect(page: Page, account: string): Promise<void> {
  const chooser = walletChooser(page);
  await chooser.open();
  await press(chooser.connect("Dev Wallet"));
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
