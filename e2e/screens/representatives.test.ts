import { messages } from "@colonnade/domain/messages.ts";
import { expect, test } from "vitest";
import { walletRequest } from "../actions/wallet.ts";
import { look } from "../stack/look.ts";
import { button, link, says, setScreens } from "../stack/screens.ts";

const screens = setScreens();

test("whoever represents an organization is led to endorse in its name", async () => {
  const { page } = await screens.open("/org/1", "bob");
  await link(page, "Endorse in its name").waitFor();
  expect(await page.getByRole("button", { name: /^Remove / }).count()).toBe(0);
  await look(page, "organization-representative");
  await link(page, "Endorse in its name").click();
  await page.waitForURL("/new-endorsement?as=1");
  const organization = page.getByRole("combobox", { name: messages.sendAsOrganization });
  await organization.waitFor();
  expect(await organization.locator("option:checked").textContent()).toBe("clarityuniverse.btc");
});

test("an organization's admin adds and removes representatives, and sees what is on its way", async () => {
  const { page } = await screens.open("/org/1", "clarityuniverse");
  const representatives = page.getByRole("region", { name: "Representatives" });
  await says(representatives, "You are its admin: you say who they are.");
  await look(page, "organization-admin");
  await button(representatives, "Add").click();
  await says(representatives, messages.selectAdmin);

  await page.getByRole("combobox", { name: "Add a representative" }).fill("dan");
  await page.getByRole("option", { name: "dan.btc" }).click();
  await button(representatives, "Add").click();
  await walletRequest(page).confirm();
  const changes = page.getByRole("list", { name: "Changes on their way" });
  await says(changes, "dan.btc is being added.");
  await link(changes, messages.viewStatus).waitFor();
  await look(page, "organization-adding");
  await screens.mine();
  await button(representatives, "Remove dan.btc").waitFor();
  await says(page, "3 representatives");
  await changes.waitFor({ state: "detached" });

  await button(representatives, "Remove dan.btc").click();
  await walletRequest(page).confirm();
  await says(changes, "dan.btc is being removed.");
  expect(await representatives.getByRole("button", { name: "Remove dan.btc" }).count()).toBe(0);
  await look(page, "organization-removing");
  await screens.mine();
  await says(page, "2 representatives");
  await changes.waitFor({ state: "detached" });
  expect(await representatives.getByRole("link", { name: "dan.btc" }).count()).toBe(0);
});
