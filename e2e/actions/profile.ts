import type { Page } from "playwright-core";
import { press, write } from "../stack/hands.ts";
import { uploadImage } from "./image.ts";
import { walletRequest } from "./wallet.ts";

/** Fills and sends the form of a new profile; the page is on it and the wallet connected. */
export async function registerProfile(page: Page, statement: string): Promise<void> {
  await uploadImage(page);
  await write(page.getByRole("textbox", { name: "SUMMARY" }), statement);
  await press(page.getByRole("button", { name: "Create Your Profile" }));
  await walletRequest(page).confirm();
}
