import { categories } from "@colonnade/domain/category.ts";
import { limits, times } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { sendEndorsement, writeEndorsement } from "../actions/endorsement.ts";
import { walletRequest } from "../actions/wallet.ts";
import { lookAtLoading } from "../stack/loading.ts";
import { look } from "../stack/look.ts";
import {
  button,
  fail,
  heading,
  isHeaded,
  link,
  runUntil,
  says,
  setScreens,
} from "../stack/screens.ts";
import { moveToastTo } from "../stack/toast-clock.ts";

const screens = setScreens();
const path = "/new-endorsement";
const writing = {
  recipient: "dan",
  category: "Legal",
  title: "A contract one can read",
  words: "Dan drafts so that both sides sleep well.",
};

test("an endorsement needs a profile: signed out, one is asked to log in", async () => {
  const { page } = await screens.open(path);
  await isHeaded(page, messages.needProfileToIssue);
  await says(page, messages.loginToEndorse);
  await button(page, messages.connectWallet).waitFor();
  await look(page, "new-endorsement-signed-out");
  await link(page, messages.createProfile).click();
  await page.waitForURL("/create-profile");
});

test("an endorsement needs a profile: connected without one, one is led to make it", async () => {
  const { page } = await screens.open(path, "grace");
  await isHeaded(page, messages.needProfileToIssue);
  await look(page, "new-endorsement-connected");
  await link(page, messages.createProfile).click();
  await page.waitForURL("/create-profile");
});

test("the form of an endorsement offers an organization only to whom it has", async () => {
  const { page: carols } = await screens.open(path, "carol");
  await isHeaded(carols, messages.issueEndorsement);
  await carols.getByRole("combobox", { name: messages.sendAsOrganization }).selectOption({
    label: "atelier.btc",
  });
  await carols.getByRole("complementary", { name: "Preview" }).getByText("atelier.btc").waitFor();
  await look(carols, "new-endorsement", { everywhere: true });
  const { page: alices } = await screens.open(path, "alice");
  await isHeaded(alices, messages.issueEndorsement);
  expect(await alices.getByText(messages.sendAsOrganization).count()).toBe(0);
});

test("the form of an endorsement names what is missing, and what is too long", async () => {
  const { page } = await screens.open(path, "carol");
  await button(page, messages.submitEndorsement).click();
  await says(page, messages.selectImage, messages.selectRecipient);
  await expect.poll(() => page.getByText(messages.required, { exact: true }).count()).toBe(2);
  await look(page, "new-endorsement-incomplete");
  await page.getByRole("textbox", { name: "Title" }).fill("x".repeat(limits.titleCodePoints + 1));
  const description = page.getByRole("textbox", { name: "Description" });
  await description.fill("💛".repeat(limits.descriptionCodePoints + 1));
  await says(page, messages.titleTooLong, messages.descriptionTooLong, "2049/2048");
  await button(page, messages.submitEndorsement).click();
  await says(page, messages.descriptionTooLong);
  await look(page, "new-endorsement-too-long");
});

test("one of the ten category images is chosen from a dialog", async () => {
  const { page } = await screens.open(path, "carol");
  await button(page, messages.selectImageFromWallet).click();
  const dialog = page.getByRole("dialog", { name: messages.selectImageFromWallet });
  for (const { name } of categories) await button(dialog, name).waitFor();
  await look(page, "preset-picker");
  await button(dialog, messages.exit).click();
  await dialog.waitFor({ state: "hidden" });
  await button(page, messages.selectImageFromWallet).click();
  await button(dialog, "Legal").click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("img", { name: "Legal" }).first().waitFor();
});

test("the recipient is searched by name, without whoever sends", async () => {
  const { page } = await screens.open(path, "carol");
  const picker = page.getByRole("combobox", { name: "Recipient" });
  await picker.fill("a");
  await page.getByRole("option", { name: "alice.btc" }).waitFor();
  expect(await page.getByRole("option", { name: "carol.btc" }).count()).toBe(0);
  await look(page, "recipient-picker", { part: "[role=presentation]:has([role=listbox])" });
  await picker.fill("nobody");
  await says(page, messages.noResults);
  await look(page, "recipient-picker-no-match", {
    part: "[role=presentation]:has([role=listbox])",
  });
});

test("the recipient's search says when it could not be done", async () => {
  const person = await screens.open(path, "carol");
  const { page } = person;
  await isHeaded(page, messages.issueEndorsement);
  await fail(person, "/api/columns");
  await page.getByRole("combobox", { name: "Recipient" }).fill("alice");
  await runUntil(page, page.getByText("The search did not work. Please try again."));
  await look(page, "recipient-picker-failed", { part: "[role=presentation]:has([role=listbox])" });
});

test("an endorsement cancelled in the wallet is said, and nothing of it is lost", async () => {
  const { page } = await screens.open(path, "carol");
  await writeEndorsement(page, writing);
  await sendEndorsement(page);
  await walletRequest(page).cancel();
  await says(page, messages.transactionCancelled);
  await look(page, "new-endorsement-cancelled");
  await page.reload();
  const title = page.getByRole("textbox", { name: "Title" });
  await title.waitFor();
  expect(await title.inputValue()).toBe(writing.title);
});

test("an endorsement is sent, and the toast that says so stays until its block is there", async () => {
  const { page } = await screens.open(path, "carol");
  await writeEndorsement(page, writing);
  await sendEndorsement(page);
  await walletRequest(page).confirm();
  await isHeaded(page, messages.endorsementSent);
  await says(page, messages.pendingOnChain);
  const toast = page.getByRole("alert").filter({ hasText: messages.transactionSubmitted });
  const status = toast.getByRole("link", { name: messages.viewStatus });
  expect(await status.getAttribute("href")).toMatch(/0x[0-9a-f]{64}/);
  await look(page, "new-endorsement-sent");
  await page.clock.install();
  await page.clock.runFor(60_000);
  await toast.waitFor();
  await screens.mine();
  await runUntil(page, page.getByText("Confirmed on chain"));
  const confirmed = page
    .getByRole("alert")
    .filter({ hasText: "Your endorsement is on chain and waits for approval." });
  await confirmed.waitFor();
  await look(page, "new-endorsement-confirmed");
  await expect.poll(() => moveToastTo(confirmed, times.defaultToast)).toBe(1);
  await confirmed.waitFor({ state: "detached" });
  await button(page, messages.goBack).waitFor();
  await button(page, messages.sendNewEndorsement).click();
  await isHeaded(page, messages.issueEndorsement);
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("");
});

test("whoever began with a form is led on into the product by Go Back, and others back", async () => {
  const { page } = await screens.open(path, "carol");
  const sendOne = async () => {
    await writeEndorsement(page, writing);
    // One that comes to nothing: the feed of the tests to come stays as it is.
    await sendInVain(page);
  };
  await sendOne();
  await button(page, messages.sendNewEndorsement).click();
  await sendOne();
  await button(page, messages.goBack).click();
  await page.waitForURL("**/home");

  await page.goto("/faqs");
  await page.getByRole("link", { name: "Endorse" }).first().click();
  await sendOne();
  await button(page, messages.goBack).click();
  await page.waitForURL("**/faqs");
  await screens.mine();
});

test("an endorsement that the chain refuses says why, and can be sent again", async () => {
  const { page } = await screens.open(path, "carol");
  await writeEndorsement(page, writing);
  await sendInVain(page);
  await screens.mine();
  await isHeaded(page, "Your endorsement was not sent");
  await says(page, "Failed on chain.");
  const toast = page.getByRole("alert").filter({ hasText: messages.viewStatus });
  await toast.waitFor({ state: "detached" });
  await look(page, "new-endorsement-refused");
  await button(page, "Try again with the same words").click();
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe(writing.title);
});

test("an endorsement refused while another page is open is told of until it is sent again", async () => {
  const { page } = await screens.open(path, "carol");
  const failure = page.getByRole("alert").filter({ hasText: "Your endorsement was not sent" });
  const learnElsewhere = async () => {
    await link(page, "My Network").click();
    await screens.mine();
    await failure.waitFor();
  };
  await writeEndorsement(page, writing);
  await sendInVain(page);
  await learnElsewhere();
  await look(page, "toast-endorsement-refused");
  await link(page, "Endorse").click();
  await sendInVain(page);
  await failure.waitFor({ state: "detached" });
  await learnElsewhere();
  await link(page, "Endorse").click();
  await writeEndorsement(page, { ...writing, recipient: "alice" });
  await sendInVain(page);
  await failure.waitFor();
});

/** Sends what is written so that the chain refuses it. */
async function sendInVain(page: Page): Promise<void> {
  await sendEndorsement(page);
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await isHeaded(page, messages.endorsementSent);
}

test("the form of an endorsement waits for the profile, and says when it could not be loaded", async () => {
  await lookAtLoading(screens, {
    path: path,
    account: "bob",
    call: "/api/column",
    name: "new-endorsement",
    outline: (page) => page.getByText("Looking for your profile"),
    failure: messages.somethingWrong,
    content: (page) => heading(page, messages.issueEndorsement),
  });
});
