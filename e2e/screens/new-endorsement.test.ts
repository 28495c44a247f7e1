import { categories } from "@colonnade/domain/category.ts";
import { limits, times } from "@colonnade/domain/limits.ts";
import { messages } from "@colonnade/domain/messages.ts";
import { Cl } from "@stacks/transactions";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { atelier, carol } from "../../apps/devnet/accounts.ts";
import { sendEndorsement, writeEndorsement } from "../actions/endorsement.ts";
import { uploadAnotherImage, uploadImage } from "../actions/image.ts";
import { walletRequest } from "../actions/wallet.ts";
import { sendAndMine } from "../stack/chain.ts";
import { expectFocus } from "../stack/controls.ts";
import { look } from "../stack/look.ts";
import { moveToastTo } from "../stack/motion.ts";
import { lookAtLoading } from "./loading.ts";
import { button, fail, heading, isHeaded, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();
const path = "/new-endorsement";
const writing = {
  recipient: "dan",
  category: "Legal",
  title: "A contract one can read",
  words: "Dan drafts so that both sides sleep well.",
};

const removed =
  "Nothing used this image for a day after its upload, so it was removed. Please upload it again.";

test("asks a viewer who is signed out to log in before endorsing", async () => {
  const { page } = await screens.open(path);
  await isHeaded(page, messages.needProfileToIssue);
  await says(page, messages.loginToEndorse);
  await button(page, messages.connectWallet).waitFor();
  await look(page, "new-endorsement-signed-out");
  await link(page, messages.createProfile).click();
  await page.waitForURL("/create-profile");
});

test("leads a viewer without a profile to make one before endorsing", async () => {
  const { page } = await screens.open(path, "grace");
  await isHeaded(page, messages.needProfileToIssue);
  await look(page, "new-endorsement-connected");
  await link(page, messages.createProfile).click();
  await page.waitForURL("/create-profile");
});

test("offers to send as an organization only to its representatives, with one of the ten category images", async () => {
  const { page: carols } = await screens.open(path, "carol");
  await isHeaded(carols, messages.issueEndorsement);
  await carols.getByRole("combobox", { name: messages.sendAsOrganization }).selectOption({
    label: "atelier.btc, organization",
  });
  const preview = carols.getByRole("complementary", { name: "Preview" });
  await says(preview, "atelier.btc", "Organization");
  await preview.locator(".org-mark").waitFor();
  await look(carols, "new-endorsement", { everywhere: true });
  await button(carols, messages.selectImageFromWallet).click();
  const dialog = carols.getByRole("dialog", { name: messages.selectImageFromWallet });
  for (const { name } of categories) await button(dialog, name).waitFor();
  await look(carols, "preset-picker");
  await button(dialog, messages.exit).click();
  await dialog.waitFor({ state: "hidden" });
  await button(carols, messages.selectImageFromWallet).click();
  await button(dialog, "Legal").click();
  await dialog.waitFor({ state: "hidden" });
  await carols.getByRole("img", { name: "Legal" }).first().waitFor();
  const { page: alices } = await screens.open(path, "alice");
  await isHeaded(alices, messages.issueEndorsement);
  expect(await alices.getByText(messages.sendAsOrganization).count()).toBe(0);
});

test("names what is missing or too long in the endorsement form, and finds a recipient by name", async () => {
  const person = await screens.open(path, "carol");
  const { page } = person;
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

  // The list leaves out the sender.
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
  await fail(person, "/api/columns");
  await picker.fill("alice");
  await page.getByText("The search did not work. Please try again.").waitFor();
  await look(page, "recipient-picker-failed", { part: "[role=presentation]:has([role=listbox])" });
});

test("asks to upload an image again that the service has removed, and keeps the form after a cancelled wallet", async () => {
  const { page, excused } = await screens.open(path, "carol");
  await writeEndorsement(page, writing);
  await uploadImage(page);
  await page.route("**/ipfs/**", (route, request) => {
    if (request.method() !== "HEAD") return route.fallback();
    excused.push(new URL(request.url()).pathname);
    return route.fulfill({ status: 404 });
  });
  await sendEndorsement(page);
  await says(page, removed);
  await page.getByRole("group", { name: "Image" }).getByText(removed).waitFor();
  expect(await walletRequest(page).heading.isVisible()).toBe(false);
  await look(page, "new-endorsement-image-removed");
  await page.unroute("**/ipfs/**");
  await uploadAnotherImage(page);
  await page.getByRole("group", { name: "Image" }).getByText(removed).waitFor({ state: "hidden" });
  await sendEndorsement(page);
  await walletRequest(page).cancel();
  await says(page, messages.transactionCancelled);
  await look(page, "new-endorsement-cancelled");
  await page.reload();
  const title = page.getByRole("textbox", { name: "Title" });
  await expect.poll(() => title.inputValue()).toBe(writing.title);
});

test("sends an endorsement, and keeps its toast until its block is there", async () => {
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
  await page.getByText("Confirmed on chain").waitFor();
  const confirmed = page
    .getByRole("alert")
    .filter({ hasText: "Your endorsement is on chain, waiting for approval." });
  await confirmed.waitFor();
  await expect.poll(() => moveToastTo(confirmed, times.defaultToast)).toBe(1);
  await confirmed.waitFor({ state: "detached" });
  await button(page, messages.goBack).waitFor();
  await button(page, messages.sendNewEndorsement).click();
  await isHeaded(page, messages.issueEndorsement);
  await expect.poll(() => page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("");
});

test("leads by Go Back to the page before, or into the product, and keeps a toast about a refused endorsement until it is sent again", async () => {
  const { page } = await screens.open(path, "carol");
  const failure = page.getByRole("alert").filter({ hasText: "Your endorsement was not sent" });
  await writeEndorsement(page, writing);
  await sendInVain(page);
  // The visit began with the form.
  await button(page, messages.goBack).click();
  await page.waitForURL("**/home");
  await link(page, "My Network").click();
  await screens.mine();
  await failure.waitFor();
  await look(page, "toast-endorsement-refused");
  await link(page, "Endorse").click();
  await writeEndorsement(page, { ...writing, recipient: "alice" });
  await sendInVain(page);
  await failure.waitFor();
  await button(page, messages.sendNewEndorsement).click();
  // The toasts stand over the button.
  await button(page, "Write it again").press("Enter");
  await sendInVain(page);
  await failure.waitFor({ state: "detached" });
  await button(page, messages.goBack).click();
  await page.waitForURL("**/network");
  await screens.mine();
});

test("keeps the words of refused endorsements beside what is written meanwhile, also after a reload", async () => {
  const { page } = await screens.open(path, "carol");
  const title = page.getByRole("textbox", { name: "Title" });
  const refusedTo = (name: string) =>
    page.getByRole("status").filter({ hasText: `Your endorsement to ${name} was not sent.` });
  await writeEndorsement(page, writing);
  await sendInVain(page);
  await button(page, messages.sendNewEndorsement).click();
  const second = { ...writing, recipient: "alice", title: "A clause less" };
  await writeEndorsement(page, second);
  await sendInVain(page);
  await page.reload();
  await title.fill("B");
  await screens.mine();
  await says(refusedTo("dan.btc"), writing.title);
  await says(refusedTo("alice.btc"), second.title);
  await look(page, "new-endorsement-refused-before");

  await page.reload();
  await button(refusedTo("dan.btc"), "Write it again").click();
  const question = page.getByRole("dialog", { name: "Replace what you have begun?" });
  await button(question, "Keep it").click();
  await question.waitFor({ state: "detached" });
  expect(await title.inputValue()).toBe("B");
  await button(refusedTo("dan.btc"), "Write it again").click();
  await button(question, "Replace it").click();
  await expect.poll(() => title.inputValue()).toBe(writing.title);
  await expectFocus(title);
  await refusedTo("dan.btc").waitFor({ state: "detached" });

  await button(refusedTo("alice.btc"), "Dismiss").click();
  await button(page.getByRole("dialog", { name: "Discard these words?" }), "Discard them").click();
  await refusedTo("alice.btc").waitFor({ state: "detached" });
  await page.reload();
  await expect.poll(() => title.inputValue()).toBe(writing.title);
  expect(await page.getByText("was not sent.").count()).toBe(0);
});

test("keeps the recipient and the sender that were chosen in place of those of a link, also once the chain refused the endorsement", async () => {
  const { page } = await screens.open(`${path}?to=${carol.address}&as=1`, "bob");
  const recipient = page.getByRole("combobox", { name: "Recipient" });
  const sendAs = page.getByRole("combobox", { name: messages.sendAsOrganization });
  await expect.poll(() => recipient.inputValue()).toBe("carol.btc");
  expect(await sendAs.inputValue()).toBe("1");
  const expectChosen = async () => {
    await expect.poll(() => recipient.inputValue()).toBe("dan.btc");
    expect(await sendAs.inputValue()).toBe("");
  };
  await writeEndorsement(page, writing);
  await sendAs.selectOption({ label: "No, as bob.btc" });
  await page.reload();
  await expectChosen();
  await look(page, "new-endorsement-from-link");
  await sendInVain(page);
  await screens.mine();
  await isHeaded(page, "Your endorsement was not sent");
  await says(page, "Failed on chain.");
  const toast = page.getByRole("alert").filter({ hasText: messages.viewStatus });
  await toast.waitFor({ state: "detached" });
  await look(page, "new-endorsement-refused");
  await button(page, "Try again with the same words").click();
  await expectChosen();
  const title = page.getByRole("textbox", { name: "Title" });
  expect(await title.inputValue()).toBe(writing.title);
});

test("says for whom the words in the form were begun when a link names somebody else", async () => {
  const { page } = await screens.open(path, "bob");
  await writeEndorsement(page, writing);
  await page.goto(`${path}?to=${carol.address}`);
  const recipient = page.getByRole("combobox", { name: "Recipient" });
  await expect.poll(() => recipient.inputValue()).toBe("carol.btc");
  await says(page, "You began these words for dan.btc", "As the form stands, carol.btc gets them.");
  await look(page, "new-endorsement-begun", { bothThemes: true });
  await button(page, "Send them to dan.btc").click();
  await expect.poll(() => recipient.inputValue()).toBe("dan.btc");
  await page.getByText("You began these words").waitFor({ state: "detached" });
  const title = page.getByRole("textbox", { name: "Title" });
  await expectFocus(title);
  expect(await title.inputValue()).toBe(writing.title);
});

/** Sends what is typed in a transaction that will fail on chain. */
async function sendInVain(page: Page): Promise<void> {
  await sendEndorsement(page);
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await isHeaded(page, messages.endorsementSent);
}

test("shows the endorsement form's skeleton while the profile loads, and says when that fails", async () => {
  await lookAtLoading(screens, {
    path: path,
    account: "bob",
    call: "/api/column",
    name: "new-endorsement",
    skeleton: (page) => page.getByText("Looking for your profile"),
    failure: messages.somethingWrong,
    content: (page) => heading(page, messages.issueEndorsement),
  });
});

test("keeps an organization that the sender no longer represents chosen, and sends nothing in its name", async () => {
  const { page } = await screens.open(path, "carol");
  const sendAs = page.getByRole("combobox", { name: messages.sendAsOrganization });
  await sendAs.selectOption({ label: "atelier.btc, organization" });
  await writeEndorsement(page, writing);
  await sendAndMine(inject("stillNodeUrl"), [
    {
      sender: atelier,
      functionName: "remove-representative",
      args: [Cl.uint(2), Cl.principal(carol.address)],
    },
  ]);
  const left = page.getByText("You can no longer endorse as atelier.btc. Choose in whose name");
  await left.waitFor();
  expect(await sendAs.inputValue()).toBe("2");
  await button(page, messages.submitEndorsement).click();
  await expectFocus(sendAs);
  await expect.poll(() => button(page, messages.submitEndorsement).isDisabled()).toBe(false);
  await look(page, "new-endorsement-left");
  await page.reload();
  await left.waitFor();
  expect(await sendAs.inputValue()).toBe("2");
  await sendAs.selectOption({ label: "No, as carol.btc" });
  await left.waitFor({ state: "detached" });
});
