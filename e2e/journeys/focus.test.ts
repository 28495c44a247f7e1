import { createClient } from "@colonnade/domain/http/client.ts";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { alice } from "../../apps/devnet/accounts.ts";
import { chooseCategory } from "../actions/image.ts";
import { connect, walletChooser } from "../actions/wallet.ts";
import { setUpBrowser } from "../stack/browser.ts";
import { expectFocus, expectKept, pick, press, reach, write } from "../stack/controls.ts";
import { moveToastTo } from "../stack/motion.ts";

const browser = setUpBrowser();

async function enter(path: string): Promise<Page> {
  const { page } = await browser.newPerson({ manner: "keyboard" });
  await page.goto(path);
  await page.getByRole("button", { name: "Connect Wallet" }).first().waitFor();
  return page;
}

test("offers to skip the menu on the first Tab", async () => {
  const page = await enter("/faqs");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await page.keyboard.press("Tab");
  await expectFocus(skip);
  await press(skip);
  await expectFocus(page.getByRole("main"));
  await page.keyboard.press("Tab");
  await expectFocus(page.getByRole("main").locator("summary, button, a").first());
});

test("announces a new page by its title, and moves the focus to its start", async () => {
  const page = await enter("/home");
  await press(page.getByRole("link", { name: "FAQ's" }));
  await page.getByRole("status").getByText("FAQ's · Colonnade").waitFor();
  await expectFocus(page.getByRole("main"));
});

test("returns the focus to what opened a menu or dialog", async () => {
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

test("focuses the first faulty field of a form", async () => {
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
  await expect.poll(() => description.getAttribute("aria-invalid")).toBe("true");

  const query = { receiver: alice.address, approved: "false" as const, limit: 1 };
  const api = createClient({ origin: inject("origin") });
  const { items } = await api("pageEndorsements", { query });
  await page.goto(`/edit-endorsement/${items[0]?.id}`);
  await write(title, "");
  await press(page.getByRole("button", { name: "Submit edit request" }));
  await expectFocus(title);
});

test("moves the focus nearby when the focused element goes away", async () => {
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
  await expect
    .poll(() => dialog.evaluate((sheet) => sheet.contains(document.activeElement)))
    .toBe(true);
  await reach(use);
});

test("keeps the focus on the page after a dismissed toast and after a dialog whose button is gone", async () => {
  const page = await enter("/contact");
  await write(page.getByRole("textbox", { name: "Name" }), "Ada");
  await write(page.getByRole("textbox", { name: "Email" }), "ada.example.org");
  await press(page.getByRole("main").getByRole("button", { name: "Send", exact: true }));
  const toast = page.locator(".Toastify").getByRole("alert");
  await moveToastTo(toast, 0);
  await press(page.getByRole("button", { name: "close" }));
  await expectFocus(page.getByRole("main"));

  const chooser = walletChooser(page);
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
