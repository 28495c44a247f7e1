import type { Page } from "playwright-core";
import { pick, press, write } from "../stack/hands.ts";

export interface Application {
  website: string;
  representatives: string[];
  description: string;
  statement: string;
}

/** The first step: looks an address up. The page is on it. */
export async function lookUpAdmin(page: Page, principal: string): Promise<void> {
  await write(page.getByRole("textbox", { name: "Admin principal" }), principal);
  await press(page.getByRole("button", { name: "Look Up BNS Name" }));
}

/** Chooses one of several representatives, and closes the list again. */
export async function addRepresentative(page: Page, name: string): Promise<void> {
  await pick(
    page.getByRole("combobox", { name: "Admin representatives" }),
    name,
    page.getByRole("option", { name: new RegExp(`^${name}\\.`) }),
  );
  await page.keyboard.press("Escape");
}

/** The words of the second step, all but the image; the page is on it. */
export async function writeApplication(page: Page, application: Application): Promise<void> {
  await write(page.getByRole("textbox", { name: "Website" }), application.website);
  for (const name of application.representatives) await addRepresentative(page, name);
  await write(page.getByRole("textbox", { name: "Description" }), application.description);
  await write(page.getByRole("textbox", { name: "Statement" }), application.statement);
}

/** Sends it; the page is on the second step. */
export async function sendApplication(page: Page): Promise<void> {
  await press(page.getByRole("button", { name: "Create ORGANIZATION" }));
}
