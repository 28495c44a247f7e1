import type { Page } from "playwright-core";
import { uploadImage } from "./image.ts";
import { walletRequest } from "./wallet.ts";

/** Fills and sends the form of a new profile; the page is on it and the wallet connected. */
export async function registerProfile(page: Page, statement: string): Promise<void> {
  await uploadImage(page);
  await page.getByRole("textbox", { name: "SUMMARY" }).fill(statement);
  await page.getByRole("button", { name: "Create Your Profile" }).click();
  await walletRequest(page).confirm();
}
