import type { Page } from "playwright-core";
import { pick, press, write } from "../stack/hands.ts";
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
  await pick(
    page.getByRole("combobox", { name: "Recipient" }),
    writing.recipient,
    page.getByRole("option", { name: new RegExp(`^${writing.recipient}\\.`) }),
  );
  await write(page.getByRole("textbox", { name: "Title" }), writing.title);
  await write(page.getByRole("textbox", { name: "Description" }), writing.words);
}

/** Presses the button that asks the wallet to send it. */
export async function sendEndorsement(page: Page): Promise<void> {
  await press(page.getByRole("button", { name: "SEND ENDORSEMENT TO RECIPIENT FOR APPROVAL" }));
}
