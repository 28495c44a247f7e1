import { categories } from "@colonnade/domain/category.ts";
import { messages, suggestedByMessage } from "@colonnade/domain/messages.ts";
import { Cl } from "@stacks/transactions";
import { expect, inject, test } from "vitest";
import { carol } from "../../apps/devnet/accounts.ts";
import { findEndorsement } from "../actions/endorsement.ts";
import { walletRequest } from "../actions/wallet.ts";
import { sendAndMine } from "../stack/chain.ts";
import { look } from "../stack/look.ts";
import { editCalm } from "./edit-calm.ts";
import { button, isHeaded, isTitled, link, says, setUpScreens } from "./screens.ts";

const screens = setUpScreens();

/** Numbers of the cast's endorsements by their first titles. */
const find = (title: string) => findEndorsement(inject("stillOrigin"), title);
const calm = () => find("Calm in a bad week");
const commission = () => find("Gave the commission away");
const mural = () => find("The mural on Fifth");

test("lets the sender edit a pending endorsement, and keeps the words if the wallet or the chain refuses", async () => {
  const { page } = await screens.open(`/edit-endorsement/${await calm()}`, "bob");
  await isHeaded(page, messages.editPendingEndorsement);
  const name = page.getByRole("textbox", { name: "Recipient" });
  expect(await name.inputValue()).toBe("carol.btc");
  expect(await name.getAttribute("readonly")).not.toBeNull();
  expect(await page.getByText(messages.approveOrReject).count()).toBe(0);
  await look(page, "edit", { everywhere: true });
  await button(page, messages.submitEditRequest).click();
  await says(page, messages.noChanges);
  await page.getByRole("textbox", { name: "Title" }).fill("");
  await page.getByRole("textbox", { name: "Description" }).fill("x".repeat(2049));
  await says(page, messages.required, messages.descriptionTooLong);
  await button(page, messages.submitEditRequest).click();
  await says(page, messages.required, messages.descriptionTooLong);
  await look(page, "edit-invalid");

  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("Calm in the worst week");
  await page.getByRole("textbox", { name: "Description" }).fill("Carol did not raise her voice.");
  await button(page, messages.submitEditRequest).click();
  await walletRequest(page).cancel();
  await says(page, messages.transactionCancelled);
  await look(page, "edit-cancelled");
  await page.reload();
  await expect.poll(() => title.inputValue()).toBe("Calm in the worst week");
  await button(page, messages.submitEditRequest).click();
  const request = walletRequest(page);
  await request.failOnPurpose("Make it fail on chain");
  await request.confirm();
  await isHeaded(page, "Your words have been sent");
  await screens.mine();
  await isHeaded(page, "The words were not changed");
  await says(page, "Failed on chain.", "The network refused them, so nothing has changed.");
  await look(page, "edit-refused");
  await button(page, "Edit again").click();
  await expect.poll(() => title.inputValue()).toBe("Calm in the worst week");
});

test("shows a suggestion beside the words it would replace", async () => {
  const { page } = await screens.open(`/edit-endorsement/${await commission()}`, "dan");
  await isHeaded(page, suggestedByMessage("carol.btc"));
  await page.locator("ins", { hasText: "Shared" }).first().waitFor();
  await page.locator("del", { hasText: "Gave" }).first().waitFor();
  await button(page, messages.acceptSuggestion).waitFor();
  await expect
    .poll(() => page.getByRole("textbox", { name: "Title" }).inputValue())
    .toBe("Gave the commission away");
  await look(page, "edit-suggestion", { bothThemes: true });
});

test("lets only sender and receiver edit, and only while the endorsement is pending", async () => {
  const id = await calm();
  const { page } = await screens.open(`/edit-endorsement/${id}`);
  await says(page, messages.connectToContinue);
  await look(page, "edit-signed-out");
  const { page: alices } = await screens.open(`/edit-endorsement/${id}`, "alice");
  await isHeaded(alices, "Only the sender and the receiver can edit this");
  await isTitled(alices, "Only the sender and the receiver can edit this");
  await look(alices, "edit-stranger");
  await alices.goto(`/edit-endorsement/${await mural()}`);
  await isHeaded(alices, "This endorsement is approved");
  await look(alices, "edit-approved");
});

test("keeps what the receiver types while their suggestion changes elsewhere", async () => {
  const id = await commission();
  const { page } = await screens.open(`/edit-endorsement/${id}`, "carol");
  const title = page.getByRole("textbox", { name: "Title" });
  const suggest = (words: string) =>
    sendAndMine(inject("stillNodeUrl"), [
      {
        sender: carol,
        functionName: "edit-endorsement",
        args: [
          Cl.uint(id),
          Cl.stringUtf8(words),
          Cl.uint(1),
          Cl.stringUtf8("Dan shared it."),
          Cl.stringAscii(categories[0].imageAddress),
        ],
      },
    ]);
  await suggest("Shared all of it");
  await expect.poll(() => title.inputValue()).toBe("Shared all of it");
  await title.fill("Shared more than hal");
  await suggest("Shared half of it");
  const suggestion = page.getByRole("region", { name: suggestedByMessage("carol.btc") });
  await suggestion.getByText("half").first().waitFor();
  expect(await title.inputValue()).toBe("Shared more than hal");
  await page.reload();
  await suggestion.getByText("half").first().waitFor();
  await expect.poll(() => title.inputValue()).toBe("Shared more than hal");
});

test("lets the receiver suggest other words, and keeps them when the author changes the words, also on another page", async () => {
  const id = await calm();
  const { page } = await screens.open(`/edit-endorsement/${id}`, "carol");
  await isHeaded(page, messages.editPendingEndorsement);
  await look(page, "edit-receiver");
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("Calm, and kin");
  await editCalm("Calm in a loud week");
  await isHeaded(page, "The words have changed");
  await link(page, messages.approveOrReject).click();
  await page.waitForURL(`/manage-endorsement/${id}`);
  await isHeaded(page, "Calm in a loud week");
  await page.goBack();
  const changed = page.getByRole("region", { name: "The words have changed since you wrote this" });
  await says(changed, "What you wrote is kept.");
  await says(changed.getByRole("insertion"), "loud");
  expect(await title.inputValue()).toBe("Calm, and kin");
  await look(page, "edit-kept");
  await page.reload();
  await changed.waitFor();
  await expect.poll(() => title.inputValue()).toBe("Calm, and kin");
  await button(changed, "Discard what I wrote").click();
  await changed.waitFor({ state: "detached" });
  expect(await title.inputValue()).toBe("Calm in a loud week");
});
