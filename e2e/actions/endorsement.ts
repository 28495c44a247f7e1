import { createClient } from "@colonnade/domain/http/client.ts";
import type { Page } from "playwright-core";
import { inject } from "vitest";
import { pick, press, write } from "../stack/controls.ts";
import { chooseCategory } from "./image.ts";
import { walletRequest } from "./wallet.ts";

export interface Writing {
  recipient: string;
  category: string;
  title: string;
  words: string;
}

/** Fills in the form of a new endorsement. The page must show it. */
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

/** Presses the button that opens the wallet. */
export async function sendEndorsement(page: Page): Promise<void> {
  await press(page.getByRole("button", { name: "SEND ENDORSEMENT TO RECIPIENT FOR APPROVAL" }));
}

/** Fills in, sends and waits for the block. The page must show the form. @returns the endorsement's number */
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

/** Presses Reject, and answers that it is meant. The page must show an endorsement to its receiver. */
export async function rejectEndorsement(page: Page): Promise<void> {
  await press(page.getByRole("button", { name: "Reject", exact: true }));
  await press(page.getByRole("dialog").getByRole("button", { name: "Reject for good" }));
}

/** The number of the endorsement with this title, as it was sent first. */
export async function findEndorsement(origin: string, title: string): Promise<number> {
  const { items } = await createClient({ origin })("pageEndorsements", { query: { limit: 100 } });
  const found = items.find((one) => one.title === title);
  if (found === undefined) throw new Error(`There is no ${title}`);
  return found.id;
}
