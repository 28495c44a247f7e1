import { categories } from "@colonnade/domain/category.ts";
import { createClient } from "@colonnade/domain/http/client.ts";
import { Cl } from "@stacks/transactions";
import type { Page } from "playwright-core";
import { expect, inject } from "vitest";
import { watcher } from "../../apps/devnet/accounts.ts";
import { sendAndMine } from "../stack/chain.ts";
import { pick, press, write } from "../stack/controls.ts";

export interface Application {
  website: string;
  representatives: string[];
  description: string;
  statement: string;
}

/** Looks up an address on the first step. The page must show it. */
export async function lookUpAdmin(page: Page, principal: string): Promise<void> {
  await write(page.getByRole("textbox", { name: "Admin principal" }), principal);
  await press(page.getByRole("button", { name: "Look Up BNS Name" }));
}

/** Adds one representative, and closes the list again. */
export async function addRepresentative(page: Page, name: string): Promise<void> {
  await pick(
    page.getByRole("combobox", { name: "Admin representatives" }),
    name,
    page.getByRole("option", { name: new RegExp(`^${name}\\.`) }),
  );
  await page.keyboard.press("Escape");
}

/** Fills in the second step except for the image. The page must show it. */
export async function writeApplication(page: Page, application: Application): Promise<void> {
  await write(page.getByRole("textbox", { name: "Website" }), application.website);
  for (const name of application.representatives) await addRepresentative(page, name);
  await write(page.getByRole("textbox", { name: "Description" }), application.description);
  await write(page.getByRole("textbox", { name: "Statement" }), application.statement);
}

/** Sends the application. The page must show the second step. */
export async function sendApplication(page: Page): Promise<void> {
  await press(page.getByRole("button", { name: "Create ORGANIZATION" }));
}

/** Founds an organization on the chain of the screens' tests. @returns its number once the service shows it */
export async function found(
  name: string,
  admin: string,
  logo: string = categories[0].imageAddress,
): Promise<number> {
  await sendAndMine(inject("stillNodeUrl"), [
    {
      sender: watcher,
      functionName: "watcher-new-organization",
      args: [
        Cl.principal(admin),
        Cl.stringUtf8(name),
        Cl.stringAscii(logo),
        Cl.stringUtf8("A guild that will not last."),
        Cl.stringUtf8("https://guild.example"),
        Cl.list([]),
      ],
    },
  ]);
  const api = createClient({ origin: inject("stillOrigin") });
  const find = async () =>
    (await api("listOrganizations")).find((organization) => organization.name === name)?.id ?? 0;
  await expect.poll(find).toBeGreaterThan(0);
  return find();
}
