import { createClient } from "@colonnade/domain/http/client.ts";
import type { Page } from "playwright-core";
import { inject } from "vitest";
import { pick, press, write } from "../stack/hands.ts";
import { chooseCategory } from "./image.ts";
import { walletRequest } from "./wallet.ts";

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

/** Writes and sends an endorsement and waits for its block; resolves with its number. The page is on the form. */
export async function issueEndorsement(page: Page, writing: Writing): Promise<number> {
  await writeEndorsement(page, writing);
  await sendEndorsement(page);
  await walletRequest(page).confirm();
  await page.getByText("Confirmed on chain").waitFor();
  const api = createClient({ origin: inject("origin") });
  const { items } = await api("pageEndorsements", { query: { limit: 1 } });
  const [newest] = items;
  if (newest?.title !== writing.title) throw new Error("Another endorsement came in between");
  return newest.id;
}
