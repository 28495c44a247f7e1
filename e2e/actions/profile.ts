import type { Page } from "playwright-core";
import { press, write } from "../stack/controls.ts";
import { uploadImage } from "./image.ts";
import { walletRequest } from "./wallet.ts";

/** Fills in and sends the form of a new profile. The page must show it, with the wallet connected. */
export async function registerProfile(page: Page, statement: string): Promise<void> {
  await uploadImage(page);
  await write(page.getByRole("textbox", { name: "SUMMARY" }), statement);
  await press(page.getByRole("button", { name: "Create Your Profile" }));
  await walletRequest(page).confirm();
}
