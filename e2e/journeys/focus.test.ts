import { createClient } from "@colonnade/domain/http/client.ts";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { alice } from "../../apps/devnet/accounts.ts";
import { chooseCategory } from "../actions/image.ts";
import { connect, walletChooser } from "../actions/wallet.ts";
import { expectFocus, expectKept, pick, press, reach, write } from "../stack/hands.ts";
import { setStage } from "../stack/stage.ts";

const stage = setStage();

async function enter(path: string): Promise<Page> {
  const { page } = await stage.enter({ manner: "keyboard" });
  await page.goto(path);
  await page.getByRole("button", { name: "Connect Wallet" }).first().waitFor();
  return page;
}

test("the first Tab offers to skip the menu, and the next one is past it", async () => {
  const page = await enter("/faqs");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await page.keyboard.press("Tab");
  await expectFocus(skip);
  await press(skip);
  await expectFocus(page.getByRole("main"));
  await page.keyboard.press("Tab");
  await expectFocus(page.getByRole("main").locator("summary, button, a").first());
});

test("another page is announced by its title and read from its beginning", async () => {
  const page = await enter("/home");
  await press(page.getByRole("link", { name: "FAQ's" }));
  await page.getByRole("status").getByText("FAQ's · Colonnade").waitFor();
  await expectFocus(page.getByRole("main"));
});

test("what closes gives the focus back to what opened it", async () => {
  const page = await enter("/home");
  const card = page.getByRole("article").first().getByRole("heading").getByRole("link");
  const detail = page.getByRole("dialog");
  await press(card);
  await detail.waitFor();
  await page.keyboard.press("Escape");
  await detail.waitFor({ state: "detached" });
  await expectFocus(card);
  await press(card);
  await press(detail.getByRole("button", { name: "Exit" }));
  await detail.waitFor({ state: "detached" });
  await expectFocus(card);

  const menu = page.getByRole("button", { name: "Menu" });
  await press(menu);
  await reach(page.getByRole("link", { name: "Create Organization" }));
  await page.keyboard.press("Escape");
  await expectFocus(menu);

  const connecting = page.getByRole("button", { name: "Connect Wallet" }).first();
  await press(connecting);
  await expectFocus(walletChooser(page).connect("Dev Wallet"));
  await page.keyboard.press("Escape");
  await expectFocus(connecting);
});

test("a form that is not right puts the focus on the first field that is wrong", async () => {
  const page = await enter("/new-endorsement");
  await connect(page, "alice");
  const send = page.getByRole("button", { name: "SEND ENDORSEMENT TO RECIPIENT FOR APPROVAL" });
  const presets = page.getByRole("button", { name: "Select Image From Wallet" });
  const recipient = page.getByRole("combobox", { name: "Recipient" });
  const title = page.getByRole("textbox", { name: "Title" });
  const description = page.getByRole("textbox", { name: "Description" });
  await press(send);
  await expectFocus(presets);
  await press(presets);
  await page.keyboard.press("Escape");
  await expectFocus(presets);
  await chooseCategory(page, "Legal");
  await expectFocus(presets);
  await press(send);
  await expectFocus(recipient);
  await pick(recipient, "bob", page.getByRole("option", { name: "bob.btc" }));
  await press(send);
  await expectFocus(title);
  await write(title, "Draws up what one can keep");
  await press(send);
  await expectFocus(description);
  expect(await description.getAttribute("aria-invalid")).toBe("true");

  const query = { receiver: alice.address, approved: "false" as const, limit: 1 };
  const api = createClient({ origin: inject("origin") });
  const { items } = await api("pageEndorsements", { query });
  await page.goto(`/edit-endorsement/${items[0]?.id}`);
  await write(title, "");
  await press(page.getByRole("button", { name: "Submit edit request" }));
  await expectFocus(title);
});

test("what goes away under the focus leaves it nearby", async () => {
  const page = await enter("/edit-profile");
  await press(page.getByRole("link", { name: "Create Profile" }).first());
  await connect(page, "alice");
  await expectFocus(page.getByRole("main"));
  await page.goto("/edit-profile");
  await press(page.getByRole("button", { name: /^Upload an/ }));
  const dialog = page.getByRole("dialog", { name: "Upload an image" });
  await press(dialog.getByRole("button", { name: "Use the rosette of my address" }));
  const use = dialog.getByRole("button", { name: "Use this image" });
  await use.waitFor();
  await expectKept(page, "once the rosette is drawn");
  expect(await dialog.evaluate((sheet) => sheet.contains(document.activeElement))).toBe(true);
  await reach(use);
});

test("a toast that is sent away, and a dialog whose button is gone, leave the focus on the page", async () => {
  const page = await enter("/faqs");
  const chooser = walletChooser(page);
  await chooser.open();
  await press(chooser.exit);
  await press(page.getByRole("button", { name: "close" }));
  await expectFocus(page.getByRole("main"));

  await chooser.open();
  const other = await page.context().newPage();
  await other.goto("/faqs");
  await connect(other, "alice");
  await page.bringToFront();
  await page.getByText("alice.btc, menu").waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await chooser.dialog.waitFor({ state: "detached" });
  await expectFocus(page.getByRole("main"));
});
