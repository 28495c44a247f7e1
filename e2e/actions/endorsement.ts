import type { Page } from "playwright-core";
import { chooseCategory } from "./image.ts";

export interface Writing {
  recipient: string;
  category: string;
  title: string;
  words: string;
}

/** Fills the form of a new endorsement; the page is on it. */
export async function writeEndorsement(page: Page, writing: Writing): Promise<void> {
  await chooseCategory(page, writing.category);
  await page.getByRole("combobox", { name: "Recipient" }).fill(writing.recipient);
  await page.getByRole("option", { name: new RegExp(`^${writing.recipient}\\.`) }).click();
  await page.getByRole("textbox", { name: "Title" }).fill(writing.title);
  await page.getByRole("textbox", { name: "Description" }).fill(writing.words);
}

/** Presses the button that asks the wallet to send it. */
export async function sendEndorsement(page: Page): Promise<void> {
  await page.getByRole("button", { name: "SEND ENDORSEMENT TO RECIPIENT FOR APPROVAL" }).click();
}
