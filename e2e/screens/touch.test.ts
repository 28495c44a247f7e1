import { messages } from "@colonnade/domain/messages.ts";
import { expect, test } from "vitest";
import { erin } from "../../apps/devnet/accounts.ts";
import { look } from "../stack/look.ts";
import { button, setScreens } from "../stack/screens.ts";

const screens = setScreens();
const phone = { width: 390, height: 844, hasTouch: true };
const picker = { part: "[role=presentation]:has([role=listbox])" };

test("the recipient is chosen by touch on a phone, and another one instead", async () => {
  const { page } = await screens.open("/new-endorsement", "carol", phone);
  const field = page.getByRole("combobox", { name: "Recipient" });
  await field.tap();
  await page.getByRole("option", { name: "alice.btc" }).waitFor();
  await page.keyboard.type("da");
  await page.getByRole("option", { name: "alice.btc" }).waitFor({ state: "detached" });
  await look(page, "recipient-picker-touch", picker);
  await page.getByRole("option", { name: "dan.btc" }).tap();
  await page.getByRole("listbox").waitFor({ state: "detached" });
  expect(await field.inputValue()).toBe("dan.btc");
  await page.getByRole("button", { name: "Choose somebody else" }).tap();
  expect(await field.inputValue()).toBe("");
  await field.tap();
  await page.getByRole("option", { name: "bob.btc" }).tap();
  expect(await field.inputValue()).toBe("bob.btc");
});

test("representatives are chosen by touch on a phone, and removed by a touch", async () => {
  const { page } = await screens.open("/create-org", "erin", phone);
  await page.getByRole("textbox", { name: "Admin principal" }).fill(erin.address);
  await button(page, messages.lookUpBnsName).tap();
  await button(page, messages.confirmAdmin).tap();
  const field = page.getByRole("combobox", { name: "Admin representatives" });
  await field.tap();
  await page.getByRole("option", { name: "alice.btc" }).tap();
  await page.getByRole("option", { name: "bob.btc" }).tap();
  await look(page, "representatives-picker-touch", picker);
  // A touch beside the list closes it.
  await page.getByText("They may endorse as erin.btc").tap();
  await page.getByRole("listbox").waitFor({ state: "detached" });
  await button(page, "Remove alice.btc").tap();
  await button(page, "Remove alice.btc").waitFor({ state: "detached" });
  await button(page, "Remove bob.btc").waitFor();
});
